import process from "node:process";
import { setImmediate } from "node:timers/promises";
import { changesExitCode, exitCodes } from "../shared/exit-codes.ts";
import { errorCode } from "../shared/failure.ts";

/** What became of the output on stdout. */
export interface WrittenOutput {
  /** Resolves once all of it was written or given up: why it could not be written, as a system's code; null if it was, or its reader left. */
  fault(): Promise<string | null>;
}

/** How a pipe or a socket says that its reader is gone, as `| head -1` is once it has its line. */
const readerGone: ReadonlySet<string> = new Set(["EPIPE", "ECONNRESET"]);

/** Watches stdout from this call on. A failure of stdout stops nothing: the command still finishes its work. */
export function watchOutput(stdout: NodeJS.WriteStream = process.stdout): WrittenOutput {
  let first: string | null = null;
  const onError = (error: Error): void => {
    first ??= errorCode(error);
  };
  stdout.on("error", onError);
  return {
    async fault() {
      await new Promise<void>((resolve) => {
        stdout.write("", () => resolve());
      });
      // A stream emits its error after it has called back.
      await setImmediate();
      stdout.off("error", onError);
      // A terminal that was closed fails with EIO.
      return first === null || readerGone.has(first) || stdout.isTTY === true ? null : first;
    },
  };
}

/** The exit code of a command whose output could not be written: the command's own exit code, if that already means failure. */
export function exitCodeUnwritten(code: number): number {
  return code === exitCodes.done || code === changesExitCode ? exitCodes.stopped : code;
}
