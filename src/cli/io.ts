import type { Writable } from "node:stream";
import type { CiFacts } from "./ci/ci-facts.ts";

/** The output channels of a command. */
export interface Io {
  /** Results for people; silent with `--json`. */
  say(line: string): void;
  /** Progress and notices; silent with `--quiet`. */
  note(line: string): void;
  /** Always shown: problems, and the ids of stories that could not be recorded. */
  warn(line: string): void;
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

/** A command's result: the exit code, and the one document that `--json` prints. A bare exit code: the command has printed its own document. */
export interface CommandResult {
  readonly exitCode: number;
  readonly json: Readonly<Record<string, unknown>>;
  /** What continuous integration is told besides the document. Left out: nothing. */
  readonly ci?: CiFacts;
}
