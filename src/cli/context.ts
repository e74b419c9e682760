import { dirname } from "node:path";
import { noLog, realWorld } from "../course/real-world.ts";
import { errorCode, Failure } from "../shared/failure.ts";
import { makeFolder } from "../shared/files/make-folder.ts";
import { quote } from "../shared/text.ts";
import type { Log, World } from "../shared/world.ts";
import { refuseForeignFile } from "./course/protected-file.ts";
import type { AtOnce, Io } from "./io.ts";
import type { Environment } from "./parser/environment.ts";
import { type GivenOptions, readSharedOptions, type SharedOptions } from "./parser/options.ts";
import type { CommandProblem } from "./problem.ts";
import { describeCause } from "./problems/causes.ts";

/** The input of every command: its flags, the terminal, the environment, and a `World` with clocks and random numbers. */
export interface Context extends GivenOptions {
  readonly shared: SharedOptions;
  readonly io: Io;
  readonly environment: Environment;
  readonly world: World;
  /** Aborted by the first Ctrl-C or SIGTERM. */
  readonly interrupt: AbortSignal;
  /** What is said if a second one ends the command at once. */
  readonly atOnce: AtOnce;
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
  // Load the logger only if its output goes somewhere.
  const silent = shared.logLevel === "silent";
  if (!silent && shared.logFile !== null) {
    await makeFolder(dirname(shared.logFile));
    await refuseForeignFile(shared.logFile, { kind: "log", flag: "--log-file" });
  }
  for (const kind of ["summary", "outputs"] as const) {
    const path = given.raw[kind];
    if (typeof path === "string") await refuseForeignFile(path, { kind, flag: `--${kind}` });
  }
  const log = silent ? noLog : await openLogFor(shared, outside.io);
  return { ...given, shared, ...outside, world: realWorld(log) };
}

/** The log that the flags ask for: on stderr, or in a file. */
export async function openLogFor(
  { logLevel: level, logFile: file }: Pick<SharedOptions, "logLevel" | "logFile">,
  io: Io,
): Promise<Log> {
  const { openLog } = await import("./log.ts");
  const name = file === null ? "the log" : `the log ${quote(file)}`;
  const onWriteError = (error: Error): void =>
    io.warn(
      `A line of ${name} could not be written (${describeCause(errorCode(error))}). Everything else continues.`,
    );
  return openLog({ level, file, onWriteError });
}
