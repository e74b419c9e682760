import process from "node:process";
import type { Writable } from "node:stream";
import { setImmediate } from "node:timers/promises";
import { documentsVersion } from "../documents/versions.ts";
import type { Place } from "../plan/plan.ts";
import { changesExitCode, exitCodes } from "../shared/exit-codes.ts";
import { errorCode } from "../shared/failure.ts";

/** What a line means to a person at a terminal: that something is done, has failed, or is waiting or uncertain. */
export type Tone = "good" | "bad" | "waiting";

/** Gives a part of a line the colour of its tone. */
export type Paint = (text: string, tone?: Tone) => string;

/** The output channels of a command. A tone appears as a colour if the terminal shows colours; the line's text conveys the same meaning in any case. */
export interface Io {
  /** Results for people; silent with `--json`. */
  say(line: string, tone?: Tone): void;
  /** Progress and notices; silent with `--quiet`. */
  note(line: string, tone?: Tone): void;
  /** Always shown: problems, and the ids of stories that could not be recorded. */
  warn(line: string, tone?: Tone): void;
  /** A part of a line for stdout in the colour of its tone, where stdout shows colours. */
  readonly paint: Paint;
  /** Always on stdout: for the one command that continues after its document. */
  print(line: string): void;
  readonly json: boolean;
  readonly quiet: boolean;
  /** Whether results go to a terminal, where a person reads them: times by the clock on the wall, ids short. */
  readonly isRead: boolean;
  /** Whether stderr is a terminal that can show a live bar. */
  readonly live: boolean;
  /** Whether a user can be asked: stdin and stderr are terminals. */
  readonly canAsk: boolean;
  readonly stderr: Writable & { readonly columns?: number };
}

/** What to do next: one command that can be pasted, or else something that no command can do. At most one of the two. */
export interface Next {
  readonly next: string | null;
  readonly advice?: string;
}

/** What a summary for continuous integration shows besides the document that `--json` prints. */
export interface CiFacts {
  readonly title: string;
  /** The bill as lines of a table; empty if none was made, or `bill` has it. */
  readonly billLines: readonly string[];
  /** A bill that is a page of its own, and what of it makes another one; left out: none. */
  readonly bill?: { readonly markdown: string; readonly content: string };
  /** The lessons as lines of a table. */
  readonly lessons: readonly string[];
  readonly next: Next;
  /** How many stories would be bought, or were. */
  readonly changes: number;
  /** Where the plan has each job. */
  readonly places: ReadonlyMap<string, Place>;
}

/** A command's result: the exit code, and the one document that `--json` prints. A bare exit code means that the command has printed its own document. */
export interface CommandResult {
  readonly exitCode: number;
  readonly json: Readonly<Record<string, unknown>>;
  /** What continuous integration is told besides the document. Left out: nothing. */
  readonly ci?: CiFacts;
}

/** A command's result, and its last lines for people, if a second signal ends the command at once. */
export interface LastWords extends CommandResult {
  readonly lines: readonly string[];
}

/** Set by a command once it has something to report. Called when the second signal comes, so it must not wait for anything. Null: nothing. */
export interface AtOnce {
  tell: (() => LastWords | null) | null;
}

/** A command's document as it is printed. */
export function withVersion(document: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return { schema: documentsVersion, ...document };
}

/** Makes a command's result from its exit code and the other members of its document. */
export function ended(
  members: Readonly<Record<string, unknown>> = {},
  exitCode: number = exitCodes.done,
): CommandResult {
  return { exitCode, json: { ok: exitCode === exitCodes.done, exitCode, ...members } };
}

/** Thrown to end a command early, after its messages have been printed; carries the command's result. */
export class EndedEarly extends Error {
  readonly result: CommandResult;

  constructor(result: CommandResult) {
    super("the command has ended");
    this.result = result;
  }
}

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
