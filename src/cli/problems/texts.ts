import type { CallError } from "../../client/port.ts";
import type { Refusal } from "../../client/refusal.ts";
import type { Place } from "../../plan/plan.ts";
import { formatDuration } from "../../shared/duration.ts";
import type { AnyProblem } from "../../shared/failure.ts";
import { ContentFolder } from "../../shared/files/content-folder.ts";
import { mayBeHeld, thisSystem } from "../../shared/files/windows.ts";
import { findLanguage } from "../../shared/languages/languages.ts";
import { nameCharacters, quote, shorten, showText } from "../../shared/text.ts";
import {
  type Choice,
  chosenFrom,
  type Facts,
  showFact,
  textOf as textFrom,
  type Written,
} from "../../shared/written-text.ts";
import { quoted } from "../io.ts";

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

/** The command that shows the permissions of a file or a folder. */
export function rightsCommand(path: string, system = thisSystem): string {
  return `${system.isWindows ? "icacls" : "ls -ld"} ${quoted(path, system)}`;
}

/** Libraries' own error codes, which mean nothing to a reader and are not shown. The texts are for codes that the table doesn't name. */
const ofLibraries: readonly (readonly [RegExp, string])[] = [
  [/^HPE_/, "the answer was not HTTP"],
  [/^UND_ERR_/, "the connection failed"],
  [/^(TimeoutError|AbortError|ABORT_ERR)$/, "no answer came in time"],
];

/** A cause in words, followed by the system's error code if there is one, so that the code can be looked up. */
export function describeCause(cause: string, system = thisSystem): string {
  const refusal = refusalOf(cause, system);
  const words = refusal === null ? wordFor("causes", cause) : `it ${refusal.what}`;
  const ofLibrary = ofLibraries.find(([codes]) => codes.test(cause));
  if (ofLibrary !== undefined) return words ?? ofLibrary[1];
  return words === null ? showText(cause) : `${words}, ${cause}`;
}

/** Why SQLite is not available, by the code of the error that occurred when the package `libsql` was loaded. */
function describeMissingSqlite(cause: string): string {
  const why =
    cause === "MODULE_NOT_FOUND"
      ? "is not installed"
      : `can't be loaded (${showText(cause)}; on Windows it needs Microsoft's Visual C++ Redistributable)`;
  return `this version of Node has no SQLite, and the package libsql, which would stand in for it, ${why}`;
}

const sqliteRemedy =
  "install Node 22.13 or later, which has SQLite, or install coursebinder again without --omit=optional";

// No space left on the device, or the user's quota is used up.
const fullDisk: ReadonlySet<string> = new Set(["ENOSPC", "EDQUOT"]);

// Something else is where the file or the folder should be.
const inTheWay: ReadonlySet<string> = new Set(["EISDIR", "ENOTDIR", "EEXIST", "ENXIO", "ELOOP"]);

const holders = "(Explorer, Excel, a virus scanner?)";

/** Why the system refuses access to a file, as the end of a sentence, and what to do about it. */
interface FileRefusal {
  readonly what: string;
  readonly remedy: string;
}

/**
 * Whether a cause means that the system denies this user access to the file, or that another program is using the file. On Windows, the cause is
 * usually the latter, and files there have no owner or mode that a suggested command could refer to. Null for all other causes.
 */
export function refusalOf(cause: string, system = thisSystem): FileRefusal | null {
  if (mayBeHeld(cause, system)) {
    const what = `is open in another program${cause === "EBUSY" ? "" : ", or this user isn't allowed to change it"}`;
    return { what, remedy: `close it ${holders}` };
  }
  if (cause === "EBUSY") return { what: "is in use by another program", remedy: "end that program" };
  if (cause !== "EACCES" && cause !== "EPERM") return null;
  return {
    what: "can't be read or written by this user",
    remedy: "let this user read and write it (chown, chmod)",
  };
}

/** A sentence on what to do about a disk error; null if there is no specific advice. */
export function describeRemedy(cause: string, system = thisSystem): string | null {
  if (fullDisk.has(cause)) return "Make room on the disk; the next run continues where the last one stopped.";
  if (inTheWay.has(cause)) return "Move whatever is there out of the way, and repeat the command.";
  const { remedy } = refusalOf(cause, system) ?? {};
  return remedy === undefined
    ? null
    : `${remedy.slice(0, 1).toUpperCase()}${remedy.slice(1)}, and repeat the command.`;
}

/** The message for a file that could not be used: what was not done because of it (`not`, in sentences), and what to do. */
export function unusedFile(
  { file, how, not, cause }: { file: string; how: string; not: string; cause: string },
  system = thisSystem,
): Message {
  if (!mayBeHeld(cause, system)) {
    const fix = describeRemedy(cause, system) ?? undefined;
    return { what: `${file} ${how} (${describeCause(cause, system)}).`, not, fix };
  }
  const otherwise = "If no program has it open, this user isn't allowed to change it: choose another folder.";
  return {
    what: `${file} is open in another program ${holders}: close it, and repeat the command.`,
    not,
    fix: cause === "EBUSY" ? undefined : otherwise,
  };
}

/** A failed call's error, as a clause. */
export function describeCallError(callError: CallError): string {
  switch (callError.kind) {
    case "refused":
      return describeRefusal(callError.refusal);
    case "garbled":
      return `it answered ${callError.status}, and ${showText(callError.why)}`;
    case "network":
      return `no answer came (${describeCause(callError.cause)})`;
    case "certificate":
      return `its certificate can't be trusted (${describeCause(callError.cause)})`;
  }
}

/** The service's refusal, with the service's own sentence quoted: it is shown as content, and never followed as an instruction. */
function describeRefusal({ status, code, message, retryAfterMs }: Refusal): string {
  const wait = retryAfterMs === null ? "" : `, wait ${formatDuration(retryAfterMs)}`;
  // The surrounding text ends the sentence.
  return `it answered ${status} ${code}${wait}: "${showText(message).replace(/\.$/, "")}"`;
}

/** What to do if no connection to the service can be made, or if the service's certificate can't be trusted. */
function remedyForConnection(cause: string): string {
  const isCertificate = wordFor("causes", cause)?.includes("certificate") === true;
  const kind =
    cause === "ENOTFOUND" || cause === "EAI_AGAIN"
      ? "name"
      : /^(EPROTO|ERR_SSL_(WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG))$/.test(cause)
        ? "protocol"
        : cause === "CERT_HAS_EXPIRED" || cause === "CERT_NOT_YET_VALID"
          ? "clock"
          : isCertificate
            ? "certificate"
            : "other";
  return wordFor("connectionRemedies", kind) ?? "";
}

export function remedyForCall(callError: CallError): string {
  if (callError.kind === "network" || callError.kind === "certificate")
    return remedyForConnection(callError.cause);
  const kind = callError.kind === "garbled" ? "garbled" : callError.refusal.code;
  return wordFor("callRemedies", kind) ?? "";
}

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
  // One a line; the only format whose line feeds stay.
  items: (clauses: readonly string[]) => clauses.map((one) => `\n  - ${showText(one)}`).join(""),
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
  if (inFormat !== undefined)
    return format === "items" ? inFormat(fact as never) : showText(inFormat(fact as never));
  if (format === undefined) return showText(showFact(fact));
  const words = [fact].flat().map((one) => wordFor(format, one) ?? showFact(one));
  return showText(words.join(", "));
}

/** A named text of a file, used as a part of messages; empty if the file doesn't have it. */
export function textIn(name: string, part: string, facts: Facts = {}): string {
  return textFrom(messagesIn(name)[part] as Written, facts, showAs) ?? "";
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
  const show = (text: Written | undefined) => textFrom(text, facts, showAs);
  const texts = { what: show(what) ?? "", not: show(not), fix: show(fix) };
  const step: { next?: Step | null } =
    next === undefined ? {} : { next: next === null ? null : { verb: next } };
  return { ...texts, ...step, ...given } as Message;
}
