import type { AnyProblem } from "../../shared/failure.ts";
import { thisSystem } from "../../shared/files/windows.ts";
import { showText } from "../../shared/text.ts";

/** A problem's message, in parts: a check of `doctor` shows what happened and what to do, and leaves out what was not done. */
export interface Message {
  /** What happened, and why, in sentences. */
  readonly what: string;
  /** What was not done because of it, in a sentence. */
  readonly not?: string;
  /** What to do, in sentences. */
  readonly fix?: string;
  /** Lines below that stay as they are: a table, or what can be pasted into the plan. */
  readonly lines?: readonly string[];
  /** The command to type next; null: none helps. Left out: another run. */
  readonly next?: Step | null;
}

/**
 * A command to type next, or the command that was typed, to be repeated. `before`: what the user has to do or decide first; a line with this part
 * can't be pasted as a command.
 */
export interface Step {
  readonly verb: string | "same";
  /** After the plan, unchanged. */
  readonly rest?: string;
  /** With another ledger of the course, or with its rehearsal. */
  readonly at?: PlaceOfLedger | "rehearsal";
  readonly before?: string;
}

/** A course's ledger in a file, with its absolute path. */
export interface PlaceOfLedger {
  readonly path: string;
  readonly course: string;
}

/** The message for each problem of a module. */
export type Messages<Problem extends AnyProblem> = {
  readonly [Code in Problem["code"]]: (
    problem: Extract<Problem, { code: Code }>,
    system: typeof thisSystem,
  ) => Message;
};

export const unsent = "Nothing was sent.";
export const unsentAfter = "Nothing was sent after that.";
export const unchanged = "Nothing was changed.";

/** A message as one text for people. */
export function textOf({ what, not, fix, lines = [] }: Message): string {
  const sentences = [what, not, fix].filter((part) => part !== undefined && part !== "").join(" ");
  return [sentences, ...lines].join("\n");
}

/** The message for a problem, from the table that has its code. */
export function messageIn<Problem extends AnyProblem>(
  table: Messages<Problem>,
  problem: Problem,
  system = thisSystem,
): Message {
  // The compiler can't see that each code's words get a problem with that code.
  return (table[problem.code as Problem["code"]] as (problem: Problem, system: typeof thisSystem) => Message)(
    problem,
    system,
  );
}

/** Listing more names doesn't help; `--json` has all of them. */
export const namesMost = 5;

/** As many names as fit into a sentence. */
export function someOf(names: readonly string[]): string {
  const shown = names.length > namesMost ? names.slice(0, namesMost - 1) : names;
  const more = names.length - shown.length;
  return `${shown.map(showText).join(", ")}${more === 0 ? "" : ` and ${more} more`}`;
}
