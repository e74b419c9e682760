import type { Place } from "../../plan/plan.ts";
import { formatDuration } from "../../shared/duration.ts";
import type { AnyProblem } from "../../shared/failure.ts";
import { thisSystem } from "../../shared/files/windows.ts";
import { findLanguage } from "../../shared/languages/languages.ts";
import { nameCharacters, quote, shorten, showText } from "../../shared/text.ts";
import {
  type Choice,
  chosenFrom,
  type Facts,
  showFact,
  textOf,
  type Written,
} from "../../shared/written-text.ts";
import { quoted, rightsCommand } from "../render/shell.ts";
import {
  describeCallError,
  describeCause,
  describeMissingSqlite,
  describeRefusal,
  remedyForCall,
  remedyForConnection,
  sqliteRemedy,
} from "./causes.ts";
import { type Message, messagesIn, type Step, someOf, wordFor } from "./message.ts";

/**
 * The program's messages are in `texts/`, one file for the problems of each module, in the format of `shared/written-text.ts`. Their formats for facts
 * are those below and the tables of `words.yaml`. A whole message may be a choice, too.
 */
interface WrittenMessage {
  readonly what?: Written;
  readonly not?: Written;
  readonly fix?: Written;
  /**
   * The command to type next: a command about the plan, by its name, which gets the same plan and the flags that it needs; `same`: the command that was
   * typed; null: none. Left out: another run if the problem occurred in a run, or else none.
   */
  readonly next?: string | null;
}

/** What a message needs besides the problem's own facts. Parts given here replace those in the file. */
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

/** A time in a recording, as players show it: `1:05`. */
export function formatMoment(ms: number): string {
  const seconds = Math.floor(ms / 1_000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

const pathCharacters = 400;

export function describePlace(place: Place): string {
  return `${shorten(showText(place.file), pathCharacters)}:${place.sheet === undefined ? "" : " "}${describePosition(place)}`;
}

/** A position within a file: `7:3`, or a cell as spreadsheet programs name it, `topics!C7`. */
export function describePosition({ line, column, sheet }: Place): string {
  if (sheet === undefined) return `${line}:${column}`;
  const name = /^[\p{L}\p{N}_]*$/u.test(sheet) ? sheet : `'${showText(sheet).replaceAll("'", "''")}'`;
  return `${name}${name === "" ? "" : "!"}${lettersOf(column)}${line}`;
}

/** A column as spreadsheet programs name it. */
export function lettersOf(column: number): string {
  const rest = Math.floor((column - 1) / 26);
  return `${rest === 0 ? "" : lettersOf(rest)}${String.fromCharCode(65 + ((column - 1) % 26))}`;
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
  and: (names: readonly string[]) => new Intl.ListFormat("en-GB").format(names.map(showText)),
  some: (names: readonly string[]) => someOf(names),
  missingSqlite: describeMissingSqlite,
  sqliteRemedy: () => sqliteRemedy,
  percent: (share: number) => `${share > 0 && share < 0.01 ? "under 1" : Math.round(100 * share)}%`,
  tenth: (value: number) => String(Math.round(value * 10) / 10),
  whole: (value: number) => String(Math.round(value)),
  moment: formatMoment,
  number: (number: number) => String(number).replace(/\B(?=(\d{3})+$)/g, ","),
  languages: (codes: readonly string[]) =>
    new Intl.ListFormat("en-GB").format(codes.map((code) => findLanguage(code)?.name ?? code)),
  meant: (name: string | null) => (name === null ? "" : ` (did you mean ${quote(name)}?)`),
  mebibytes: (bytes: number) => `${bytes / 1_048_576} MiB`,
};

function describeDay(ms: number): string {
  const date = new Date(ms);
  return Number.isNaN(date.getTime()) ? "no date" : date.toISOString().slice(0, "2026-01-31".length);
}

/** A fact in a format, as in `{fact as format}`. If the format is a table of words, each item of a list gets its word. */
export function showAs(format: string | undefined, fact: unknown): string {
  const inFormat = format === undefined ? undefined : formats[format];
  if (inFormat !== undefined) return showText(inFormat(fact as never));
  if (format === undefined) return showText(showFact(fact));
  const words = [fact].flat().map((one) => wordFor(format, one) ?? showFact(one));
  return showText(words.join(", "));
}

/** A named text of a file, used as a part of messages; empty if the file doesn't have it. */
export function textIn(name: string, part: string, facts: Facts = {}): string {
  return textOf(messagesIn(name)[part] as Written, facts, showAs) ?? "";
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
  while (typeof written === "object" && "by" in written) written = chosenFrom(written as Choice, facts);
  const { what, not, fix, next }: WrittenMessage =
    typeof written === "string" ? { what: written } : ((written as WrittenMessage | undefined) ?? {});
  const show = (text: Written | undefined) => textOf(text, facts, showAs);
  const texts = { what: show(what) ?? "", not: show(not), fix: show(fix) };
  const step: { next?: Step | null } =
    next === undefined ? {} : { next: next === null ? null : { verb: next } };
  return { ...texts, ...step, ...given } as Message;
}
