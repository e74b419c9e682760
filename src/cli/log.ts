import { createRequire } from "node:module";
import type { pino as Pino } from "pino";
import { noLog } from "../course/real-world.ts";
import { openToAppendNow } from "../shared/files/open-file.ts";
import type { Log } from "../shared/world.ts";
import { type LogLevel, logLevels } from "./parser/options.ts";

export interface LogOptions {
  readonly level: LogLevel;
  /** Null: stderr. */
  readonly file: string | null;
  /** Called once if a line could not be written; logging never stops the program. */
  readonly onWriteError: (error: Error) => void;
}

/**
 * Structured lines on stderr, or in a file whose folder exists. Lines are written synchronously, so that none is lost in a crash. The logging library
 * is loaded when the first line is written, since most commands write no lines.
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

function load({ level, file, onWriteError }: LogOptions): Log {
  // `import` would be asynchronous, but a line must be written before its caller continues.
  const { pino } = createRequire(import.meta.url)("pino") as { pino: typeof Pino };
  let dest = 2;
  try {
    if (file !== null) dest = openToAppendNow(file);
  } catch (error) {
    onWriteError(error as Error);
    return noLog;
  }
  const destination = pino.destination({ dest, sync: true });
  let isTold = false;
  destination.on("error", (error: Error) => {
    if (!isTold) onWriteError(error);
    isTold = true;
  });
  return pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime }, destination);
}
