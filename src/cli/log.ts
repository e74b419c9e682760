import { createRequire } from "node:module";
import type { pino as Pino } from "pino";
import type { Log } from "../shared/world.ts";
import { type LogLevel, logLevels } from "./parser/log-levels.ts";

export interface LogOptions {
  readonly level: LogLevel;
  /** Null: stderr. */
  readonly file: string | null;
  /** Told once, where a line could not be written: whatever is logged goes on. */
  readonly onCallError: (error: Error) => void;
}

/**
 * Structured lines on stderr, or in a file, whose folder is there. Written at once, so that none is lost with the process. The logger itself is
 * loaded with the first line that is written: most commands write none.
 */
export function openLog({ level, ...where }: LogOptions): Log {
  let opened: Log | null = null;
  const log = (): Log => {
    opened ??= load({ level, ...where });
    return opened;
  };
  const least = logLevels.indexOf(level);
  const at = (name: Exclude<LogLevel, "silent">) =>
    logLevels.indexOf(name) < least
      ? () => undefined
      : (...line: Parameters<Log["info"]>) => log()[name](...line);
  return { debug: at("debug"), info: at("info"), warn: at("warn"), error: at("error") };
}

function load({ level, file, onCallError }: LogOptions): Log {
  // Not `import`, which would have to be waited for, and a line must be written before its caller goes on.
  const { pino } = createRequire(import.meta.url)("pino") as { pino: typeof Pino };
  const destination = pino.destination(file === null ? { dest: 2, sync: true } : { dest: file, sync: true });
  let isTold = false;
  destination.on("error", (error: Error) => {
    if (!isTold) onCallError(error);
    isTold = true;
  });
  return pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime }, destination);
}
