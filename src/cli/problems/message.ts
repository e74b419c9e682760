import { ContentFolder } from "../../shared/files/content-folder.ts";
import { showText } from "../../shared/text.ts";

/** A problem's message, in parts: a check of `doctor` shows what happened and what to do, and leaves out what was not done. */
export interface Message {
  /** What happened, and why, in sentences. */
  readonly what: string;
  /** What was not done because of it, in a sentence. */
  readonly not?: string | undefined;
  /** What to do, in sentences. */
  readonly fix?: string | undefined;
  /** Lines below the text that must stay as they are: a table, or lines to paste into the plan. */
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
  /** Arguments after the plan, unchanged. */
  readonly rest?: string;
  /** Set for another ledger of the course, or for its rehearsal. */
  readonly at?: PlaceOfLedger | "rehearsal";
  readonly before?: string;
}

/** A course's ledger in a file, with its absolute path. */
export interface PlaceOfLedger {
  readonly path: string;
  readonly course: string;
}

export const unsent = "Nothing was sent.";
export const unsentAfter = "Nothing was sent after that.";

/** A message as one text for people. */
export function textOf({ what, not, fix, lines = [] }: Message): string {
  const sentences = [what, not, fix].filter((part) => part !== undefined && part !== "").join(" ");
  return [sentences, ...lines].join("\n");
}

/** Listing more names doesn't help; `--json` has all of them. */
export const namesMost = 8;

/** As many names as a sentence can hold. */
export function someOf(names: readonly string[], separator = ", "): string {
  const shown = names.length > namesMost ? names.slice(0, namesMost - 1) : names;
  const more = names.length - shown.length;
  return `${shown.map(showText).join(separator)}${more === 0 ? "" : ` and ${more} more`}`;
}

type Table = Readonly<Record<string, string>>;

const texts = new ContentFolder(
  new URL("./texts/", import.meta.url),
  (written) => written as Readonly<Record<string, unknown>>,
);

/** The messages in a file of `texts/`, by code. */
export function messagesIn(name: string): Readonly<Record<string, unknown>> {
  return texts.get(name);
}

/** The word for a fact in messages, from a table of `texts/words.yaml`; null if the table has neither the fact nor a word for all others. */
export function wordFor(table: string, fact: unknown): string | null {
  const words = texts.get("words")[table] as Table | undefined;
  return words?.[String(fact ?? null)] ?? words?.else ?? null;
}
