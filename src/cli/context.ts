import { createRequire } from "node:module";
import { dirname } from "node:path";
import type { pino as Pino } from "pino";
import { noLog, realWorld } from "../course/machine.ts";
import type { EventLine } from "../documents/documents.ts";
import { errorCode, Failure } from "../shared/failure.ts";
import { makeFolder } from "../shared/files/make-folder.ts";
import { openToAppendNow } from "../shared/files/open-file.ts";
import { quote } from "../shared/text.ts";
import type { Log, World } from "../shared/world.ts";
import { refuseForeignFile } from "./course/protected-file.ts";
import type { AtOnce, Io } from "./io.ts";
import type { Environment } from "./parser/environment.ts";
import {
  type GivenOptions,
  type LogLevel,
  logLevels,
  readSharedOptions,
  type SharedOptions,
} from "./parser/options.ts";
import type { CommandProblem } from "./problem.ts";
import { describeCause } from "./problems/texts.ts";

/** The input of every command: its flags, the terminal, the environment, and a `World` with clocks and random numbers. */
export interface Context extends GivenOptions {
  readonly shared: SharedOptions;
  readonly io: Io;
  readonly environment: Environment;
  readonly world: World;
  /** Aborted by the first Ctrl-C or SIGTERM. */
  readonly interrupt: AbortSignal;
  /** What to print if a second signal ends the command at once. */
  readonly atOnce: AtOnce;
  /** Called with each event of a run, in place of a file given by `--events`. Left out: no caller watches. */
  readonly watch?: (line: EventLine) => void;
}

export async function makeContext(
  given: GivenOptions,
  outside: Pick<Context, "io" | "environment" | "interrupt" | "atOnce">,
): Promise<Context> {
  if (outside.environment.isStateFolderEmpty) {
    const variable = "COURSEBINDER_STATE";
    throw new Failure<CommandProblem>({ code: "empty_value", flag: null, variable });
  }
  const shared = readSharedOptions(given.raw);
  if (shared.logLevel !== "silent" && shared.logFile !== null) {
    await makeFolder(dirname(shared.logFile));
    await refuseForeignFile(shared.logFile, { kind: "log", flag: "--log-file" });
  }
  for (const kind of ["summary", "outputs"] as const) {
    const path = given.raw[kind];
    if (typeof path === "string") await refuseForeignFile(path, { kind, flag: `--${kind}` });
  }
  return { ...given, shared, ...outside, world: realWorld(openLogFor(shared, outside.io)) };
}

/**
 * The log that the flags ask for: structured lines on stderr, or in a file whose folder exists. Lines are written synchronously, so that a crash loses
 * none. The logging library is loaded when the first line is written, since most commands write no lines.
 */
function openLogFor(
  { logLevel: level, logFile: file }: Pick<SharedOptions, "logLevel" | "logFile">,
  io: Io,
): Log {
  const name = file === null ? "the log" : `the log ${quote(file)}`;
  // Called at most once. A failing log never stops the program.
  const onWriteError = (error: Error): void =>
    io.warn(
      `A line of ${name} could not be written (${describeCause(errorCode(error))}). Everything else continues.`,
    );
  let opened: Log | null = null;
  const at =
    (name: Exclude<LogLevel, "silent">) =>
    (...line: Parameters<Log["info"]>): void => {
      if (logLevels.indexOf(name) < logLevels.indexOf(level)) return;
      opened ??= loadLog(level, file, onWriteError);
      opened[name](...line);
    };
  return { debug: at("debug"), info: at("info"), warn: at("warn"), error: at("error") };
}

/** `file`: null for stderr. */
function loadLog(level: LogLevel, file: string | null, onWriteError: (error: Error) => void): Log {
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
