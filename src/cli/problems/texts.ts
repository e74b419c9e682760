import type { Place } from "../../plan/plan.ts";
import { formatDuration } from "../../shared/duration.ts";
import type { AnyProblem } from "../../shared/failure.ts";
import { thisSystem } from "../../shared/files/windows.ts";
import { nameCharacters, quote, shorten, showText } from "../../shared/text.ts";
import { quoted, rightsCommand } from "../render/shell.ts";
import {
  describeCallError,
  describeCause,
  describeRefusal,
  remedyForCall,
  remedyForConnection,
} from "./causes.ts";
import { type Message, type Step, someOf } from "./message.ts";
import { messagesIn, wordFor } from "./words.ts";

/**
 * The program's messages are written in `texts/`, one file for the problems of each module:
 *
 * - `{path}` is replaced by a fact, cleaned for a terminal; if there is no such fact, it stays as it is written.
 * - `{cause as cause}` is replaced by the fact in a format: one of those below, or a table of `words.yaml`.
 * - `{left:% lesson is|% lessons are|no lesson is}` is replaced by the words for one, for several or for none; `%` is the fact. A list counts by its
 *   length, a text or `true` as one, a missing fact, an empty text or `false` as none. With two variants, the second is for all but one; a single
 *   variant is for all but none.
 * - A text or a whole message may be a choice: `by` names a fact, and the other keys are its values, each with what is written for it; `else` is for
 *   all other values.
 */
type Written = string | Choice;

interface Choice {
  readonly by: string;
  readonly [value: string]: Written;
}

interface WrittenMessage {
  readonly what?: Written;
  readonly not?: Written;
  readonly fix?: Written;
  readonly next?: string | null;
}

export type Facts = Readonly<Record<string, unknown>>;

/** What a message needs besides the problem's own facts. Parts of the message given here replace the written ones. */
export interface Details extends Partial<Message> {
  readonly facts?: Facts;
}

/** The details for those problems of a module that need any. */
export type DetailsOf<Problem extends AnyProblem> = {
  readonly [Code in Problem["code"]]?: (
    problem: Extract<Problem, { code: Code }>,
    system: typeof thisSystem,
  ) => Details;
};

/** Lists the first `most` names, and says how many more there are. */
export function namesWithin(most: number, separator = ", "): (names: readonly string[]) => string {
  return (names) => {
    const more = names.length > most ? ` and ${names.length - most} more` : "";
    return `${names.slice(0, most).map(showText).join(separator)}${more}`;
  };
}

/** A moment in a recording, as players show it: `1:05`. */
export function formatMoment(ms: number): string {
  const seconds = Math.floor(ms / 1_000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

const pathCharacters = 400;

export function describePlace({ file, line, column }: Place): string {
  return `${shorten(showText(file), pathCharacters)}:${line}:${column}`;
}

const formats: Readonly<Record<string, (fact: never) => string>> = {
  cause: (cause: string) => describeCause(cause),
  call: describeCallError,
  callRemedy: remedyForCall,
  connectionRemedy: remedyForConnection,
  refusal: describeRefusal,
  duration: formatDuration,
  day: (ms: number) => describeDay(ms),
  place: describePlace,
  placed: ({ file, line, column }: Place) => `${showText(file)}:${line}:${column}`,
  command: (word: string) => quoted(word),
  rights: (path: string) => rightsCommand(path),
  quote,
  quotes: (names: readonly string[]) => (names.length === 0 ? "none" : names.map(quote).join(", ")),
  known: (names: readonly string[]) =>
    names.map((name) => shorten(showText(name), nameCharacters)).join(", "),
  all: (names: readonly string[]) => names.map(showText).join(", "),
  and: (names: readonly string[]) => names.map(showText).join(" and "),
  some: someOf,
  five: (names: readonly string[]) => `${names.slice(0, 5).join(", ")}${names.length > 5 ? ", …" : ""}`,
  six: namesWithin(6),
  eight: namesWithin(8),
  percent: (share: number) => `${share > 0 && share < 0.01 ? "under 1" : Math.round(100 * share)}%`,
  tenth: (value: number) => String(Math.round(value * 10) / 10),
  whole: (value: number) => String(Math.round(value)),
  moment: formatMoment,
  number: (number: number) => String(number).replace(/\B(?=(\d{3})+$)/g, ","),
  mebibytes: (bytes: number) => `${bytes / 1_048_576} MiB`,
};

function describeDay(ms: number): string {
  const date = new Date(ms);
  return Number.isNaN(date.getTime()) ? "no date" : date.toISOString().slice(0, "2026-01-31".length);
}

/** A fact in a format, as in `{fact as format}`. */
export function showAs(format: string | undefined, fact: unknown): string {
  const inFormat = format === undefined ? undefined : formats[format];
  if (inFormat !== undefined) return showText(inFormat(fact as never));
  const word = format === undefined ? null : wordFor(format, fact);
  return word ?? showText(Array.isArray(fact) ? fact.join(", ") : String(fact));
}

/** The number that a fact counts as: a list by its length, a text or `true` as 1, a missing fact, an empty text or `false` as 0. */
function amountOf(fact: unknown): number {
  if (Array.isArray(fact)) return fact.length;
  return typeof fact === "number" ? fact : fact == null || fact === "" || fact === false ? 0 : 1;
}

function fill(text: string, facts: Facts): string {
  return text.replace(
    /\{(\w+)(?: as (\w+))?(?::([^{}]*))?\}/g,
    (written, name: string, format: string | undefined, variants: string | undefined) => {
      if (!(name in facts) && variants === undefined) return written;
      const fact = facts[name];
      if (variants === undefined) return showAs(format, fact);
      const [one = "", several = one, none = variants.includes("|") ? several : ""] = variants.split("|");
      const amount = amountOf(fact);
      const chosen = amount === 1 ? one : amount === 0 ? none : several;
      if (!chosen.includes("%")) return chosen;
      const isCounted = Array.isArray(fact) && format === undefined;
      return chosen.replace("%", () => (isCounted ? String(amount) : showAs(format, fact)));
    },
  );
}

/** The option that a choice has for the value of its fact, or its `else`; undefined if it has neither. */
function chosenFrom<Of>(choice: Readonly<Record<string, Of>>, facts: Facts): Of | undefined {
  const fact = facts[String(choice.by)];
  return choice[String((Array.isArray(fact) ? fact.length : fact) ?? null)] ?? choice.else;
}

function textOf(written: Written | undefined, facts: Facts): string | undefined {
  if (written === undefined || typeof written === "string") return written && fill(written, facts);
  return textOf(chosenFrom(written, facts), facts);
}

/** A named text of a file, used as part of messages; empty if the file doesn't have it. */
export function textIn(name: string, part: string, facts: Facts = {}): string {
  return textOf(messagesIn(name)[part] as Written, facts) ?? "";
}

/** The message for a problem, from a file of `texts/`. */
export function messageIn<Problem extends AnyProblem>(
  name: string,
  details: DetailsOf<Problem>,
  problem: Problem,
  system = thisSystem,
): Message {
  // The compiler can't see that each code's details get a problem with that code.
  const detailsOf = details[problem.code as Problem["code"]] as
    | ((problem: Problem, system: typeof thisSystem) => Details)
    | undefined;
  const { facts: more = {}, ...given } = detailsOf?.(problem, system) ?? {};
  const facts: Facts = { ...problem, ...more };
  let written = messagesIn(name)[problem.code] as string | WrittenMessage | Choice | undefined;
  if (typeof written === "object" && "by" in written) written = chosenFrom(written, facts);
  const { what, not, fix, next }: WrittenMessage =
    typeof written === "string" ? { what: written } : ((written as WrittenMessage | undefined) ?? {});
  const texts = { what: textOf(what, facts) ?? "", not: textOf(not, facts), fix: textOf(fix, facts) };
  const step: { next?: Step | null } =
    next === undefined ? {} : { next: next === null ? null : { verb: next } };
  return { ...texts, ...step, ...given } as Message;
}
