import type {
  Attempt,
  ExportedBook,
  JobRecord,
  Observation,
  OpenRecord,
  SavedText,
  StoryFacts,
} from "./state.ts";

// Members by place instead of by name, and what a record says twice only once: names and ids would be most of the text.
type Packed = [editionLength: number, attempts: PackedAttempt[], stories: PackedStory[]];
type PackedAttempt = ReturnType<typeof packAttempt>;
type PackedStory = ReturnType<typeof packStory>;

/** A record as one text, of one byte a character whatever the script of its topic. It holds all but the record's key. */
export function packRecord({ edition, attempts, stories }: JobRecord): string {
  const packed: Packed = [
    edition.length,
    attempts.map(packAttempt),
    [...stories.values()].map((story) => packStory(story, attempts)),
  ];
  const text = JSON.stringify(packed).replace(wide, escaped);
  return inOnePiece(text);
}

let memory = Buffer.allocUnsafe(4_096);

/** As it comes from `JSON.stringify` a text is a chain of pieces, which take more memory. */
function inOnePiece(text: string): string {
  if (memory.length < text.length) memory = Buffer.allocUnsafe(text.length * 2);
  return memory.toString("latin1", 0, memory.write(text, "latin1"));
}

/** The record that `packRecord` packed, anew. */
export function unpackRecord(key: string, text: string): OpenRecord {
  const [length, packed, stories] = JSON.parse(text) as Packed;
  const edition = key.slice(0, length);
  const attempts = packed.map((attempt) => unpackAttempt(attempt, edition));
  const facts = stories.map((story) => unpackStory(story, attempts));
  const byId = new Map(facts.map((story) => [story.id, story]));
  return { key, edition, job: key.slice(length + 1), attempts, stories: byId };
}

// What does not fit into one byte.
const wide = /[\u0100-\uffff]/g;

function escaped(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
}

function packAttempt({ attempt, intended, outcome }: Attempt) {
  const { seq, at, month, run, request, requestHash, price, balanceBefore, replaces } = intended;
  const { topic, lang, difficulty, length, audiobook, ...others } = request;
  const setting = [topic, lang, difficulty, length, audiobook, others] as const;
  const money = [price.credits, price.writing, price.audiobook, balanceBefore, replaces] as const;
  const end = outcome.kind === "accepted" ? ([outcome.id, outcome.at, outcome.byPerson] as const) : outcome;
  return [attempt, [seq, at, month, run, setting, requestHash, money], end] as const;
}

function unpackAttempt([attempt, asked, end]: PackedAttempt, edition: string): Attempt {
  const [seq, at, month, run, setting, requestHash, money] = asked;
  const [topic, lang, difficulty, length, audiobook, others] = setting;
  const [credits, writing, ofAudiobook, balanceBefore, replaces] = money;
  const request = { topic, lang, difficulty, length, audiobook, ...others };
  const price = { credits, writing, audiobook: ofAudiobook };
  return {
    attempt,
    intended: { seq, at, month, edition, run, request, requestHash, price, balanceBefore, replaces },
    outcome: "kind" in end ? end : { kind: "accepted", id: end[0], at: end[1], byPerson: end[2] },
  };
}

function packStory(story: StoryFacts, attempts: readonly Attempt[]) {
  const { id, observedFirstAt, startedAt, missing, bookTrouble, observed, saved, book } = story;
  const by = attempts.findIndex(({ attempt }) => attempt === story.attempt);
  const maker = attempts[by];
  const { outcome } = maker ?? {};
  const isTold = outcome?.kind === "accepted" && outcome.id === id && outcome.at === story.acceptedAt;
  const day = dayOf(maker);
  return [
    [by, isTold ? null : ([id, story.attempt, story.acceptedAt] as const)] as const,
    [observedFirstAt && packTime(observedFirstAt, day), startedAt && packTime(startedAt, day)] as const,
    [missing, bookTrouble] as const,
    observed && packObservation(observed, { day, book: book?.book ?? null }),
    saved && packSaved(saved, { day, id }),
    book && packBook(book, day),
  ] as const;
}

function unpackStory(packed: PackedStory, attempts: readonly Attempt[]): StoryFacts {
  const [[by, own], [seen, started], [missing, bookTrouble], observed, saved, book] = packed;
  const day = dayOf(attempts[by]);
  const [id, attempt, acceptedAt] = own ?? toldBy(attempts[by]);
  return {
    id,
    attempt,
    acceptedAt,
    observed: observed && unpackObservation(observed, { day, book: book?.[1] ?? null }),
    observedFirstAt: seen && unpackTime(seen, day),
    startedAt: started && unpackTime(started, day),
    missing,
    saved: saved && unpackSaved(saved, { day, id }),
    book: book && unpackBook(book, day),
    bookTrouble,
  };
}

function packSaved({ at, file, bytes, sha256 }: SavedText, { day, id }: { day: string; id: string }) {
  return [packTime(at, day), packFile(file, id), bytes, sha256] as const;
}

function unpackSaved(
  packed: ReturnType<typeof packSaved>,
  { day, id }: { day: string; id: string },
): SavedText {
  const [at, file, bytes, sha256] = packed;
  return { at: unpackTime(at, day), file: unpackFile(file, id), bytes, sha256 };
}

// A book's id is said by its export; an observation that says the same leaves it out.
interface Around {
  readonly day: string;
  readonly book: string | null;
}

function packObservation({ at, status, credits, book, error }: Observation, { day, book: exported }: Around) {
  const seen = book && ([book.status, book.id === exported ? null : book.id] as const);
  return [packTime(at, day), status, credits, seen, error] as const;
}

function unpackObservation(packed: ReturnType<typeof packObservation>, { day, book }: Around): Observation {
  const [at, status, credits, seen, error] = packed;
  const seenBook = seen && { id: seen[1] ?? book ?? "", status: seen[0] };
  return { at: unpackTime(at, day), status, credits, book: seenBook, error };
}

function packBook({ at, book, contentType, file, bytes, sha256 }: ExportedBook, day: string) {
  return [packTime(at, day), book, contentType, packFile(file, book), bytes, sha256] as const;
}

function unpackBook(packed: ReturnType<typeof packBook>, day: string): ExportedBook {
  const [at, book, contentType, file, bytes, sha256] = packed;
  return { at: unpackTime(at, day), book, contentType, file: unpackFile(file, book), bytes, sha256 };
}

function toldBy(accepted: Attempt | undefined): [id: string, attempt: string, acceptedAt: string] {
  if (accepted?.outcome.kind !== "accepted") throw new Error("a story without its attempt");
  return [accepted.outcome.id, accepted.attempt, accepted.outcome.at];
}

/** The day of an attempt's intention, which the times of its story mostly share. */
function dayOf(attempt: Attempt | undefined): string {
  return attempt?.intended.at.slice(0, "2026-11-20".length) ?? "";
}

function packTime(at: string, day: string): string | readonly [string] {
  return at.startsWith(day) ? at.slice(day.length) : [at];
}

function unpackTime(packed: string | readonly [string], day: string): string {
  return typeof packed === "string" ? day + packed : packed[0];
}

/** A file's name as what stands before and behind the id that it is named by. */
function packFile(file: string, id: string): readonly string[] {
  const at = file.indexOf(id);
  return at === -1 ? [file] : [file.slice(0, at), file.slice(at + id.length)];
}

function unpackFile(parts: readonly string[], id: string): string {
  return parts.join(id);
}
