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

export const unsent = "Nothing was sent.";
export const unsentAfter = "Nothing was sent after that.";

/** A message as one text for people. */
export function textOf({ what, not, fix, lines = [] }: Message): string {
  const sentences = [what, not, fix].filter((part) => part !== undefined && part !== "").join(" ");
  return [sentences, ...lines].join("\n");
}

/** Listing more names doesn't help; `--json` has all of them. */
export const namesMost = 5;

/** As many names as fit into a sentence. */
export function someOf(names: readonly string[]): string {
  const shown = names.length > namesMost ? names.slice(0, namesMost - 1) : names;
  const more = names.length - shown.length;
  return `${shown.map(showText).join(", ")}${more === 0 ? "" : ` and ${more} more`}`;
}

type Table = Readonly<Record<string, string>>;

const texts = new ContentFolder(
  new URL("./texts/", import.meta.url),
  (written) => written as Readonly<Record<string, unknown>>,
);

/** The messages of a file of `texts/`, by code. */
export function messagesIn(name: string): Readonly<Record<string, unknown>> {
  return texts.get(name);
}

/** What a fact is called in messages, by a table of `texts/words.yaml`; null if the table has neither the fact nor a word for all others. */
export function wordFor(table: string, fact: unknown): string | null {
  const words = texts.get("words")[table] as Table | undefined;
  return words?.[String(fact ?? null)] ?? words?.else ?? null;
}
