import type { Writable } from "node:stream";

/** Where a command's words go. */
export interface Io {
  /** Results for people; silent with `--json`. */
  say(line: string): void;
  /** Progress and notices; silent with `--quiet`. */
  note(line: string): void;
  /** What must be seen whatever the flags: problems, and the ids of stories that could not be recorded. */
  warn(line: string): void;
  /** A line on stdout whatever the flags: for the one command that goes on after its document. */
  print(line: string): void;
  readonly json: boolean;
  readonly quiet: boolean;
  /** Whether stderr is a terminal that a live bar may be drawn on. */
  readonly live: boolean;
  /** Whether somebody is there to be asked: stdin and stderr are terminals. */
  readonly canAsk: boolean;
  readonly stderr: Writable & { readonly columns?: number };
}

/** What a command came to: the exit code, and the one document that `--json` prints. A bare exit code: the command printed its own. */
export interface CommandResult {
  readonly exitCode: number;
  readonly json: Readonly<Record<string, unknown>>;
}
