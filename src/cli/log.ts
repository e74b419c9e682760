import { pino } from "pino";
import type { Log } from "../shared/world.ts";
import type { LogLevel } from "./log-levels.ts";

/** Structured lines on stderr, or in a file. Written at once, so that none is lost with the process. */
export function openLog(level: LogLevel, file: string | null): Log {
  const destination = pino.destination(
    file === null ? { dest: 2, sync: true } : { dest: file, sync: true, mkdir: true },
  );
  return pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime }, destination);
}
