import { hash } from "node:crypto";
import { join } from "node:path";
import { placedSentences, placeInSentence } from "../../../lessons/text/sentences.ts";
import type { SentencePlace } from "../../../lessons/text/story-text.ts";
import { foldWord } from "../../../lessons/words/exact.ts";
import { closing } from "../../../shared/closing.ts";
import { makeTemporaryFolder, removeTemporaryFolder } from "../../../shared/files/make-folder.ts";
import { realFiles } from "../../../shared/files/real-files.ts";
import { readShipped } from "../../../shared/files/shipped-file.ts";
import { sha256 } from "../../../shared/hash.ts";
import { html, type Markup } from "../../../shared/html.ts";
import { openSqlite, SqliteError, type SqliteValue } from "../../../shared/sqlite.ts";
import type { Contents, Lesson, Volume } from "../../contents/contents.ts";
import { glossaryOf } from "../../contents/glossary.ts";
import type { WordMark } from "../../contents/lesson-words.ts";
import { readWord } from "../../pages/story-text.ts";

interface Collection {
  readonly deck: string;
  /** BCP 47 tag of the meanings' language. */
  readonly reader: string;
  /** The moment that counts as the edition's date, in seconds. */
  readonly seconds: number;
  readonly notes: readonly Note[];
  /** The field that plays a note's recording, or says where it is. */
  readonly recordingOf: (note: Note) => string;
}

/**
 * What every collection has is in `templates/`: the tables of schema 11, the oldest that current versions of Anki import, its configuration, and the
 * note type. The note type's id must be increased when its fields or cards change, so that existing cards stay as they are. The classes in the cards
 * keep MathJax from rendering a story's backslashes and brackets as formulas. An import applies none of the deck's options unless the user asks for
 * it.
 */
function template(name: string): string {
  return readShipped(new URL(`./templates/${name}`, import.meta.url)).toString("utf8");
}

type Row = readonly SqliteValue[];
type Rows = Readonly<Record<string, readonly Row[]>>;

/** `collection.anki2`: a deck, a note type, and a note with a new card for each word. The same words give the same bytes. */
export async function collection(what: Collection): Promise<Buffer> {
  const { seconds, reader, recordingOf } = what;
  const deckId = idOf(what.deck, new Set());
  const taken = new Set<number>();
  const notes = what.notes.map((note, place) => ({ note, place, id: idOf(note.guid, taken) }));
  // In ascending order of ids, so that pages fill up in order.
  const rows = notes
    .sort((a, b) => a.id - b.id)
    .map(({ note, place, id }) => {
      const { guid, word, tags, lesson } = note;
      const fields = [
        field(word),
        meaningField(note),
        sentenceField(note),
        recordingOf(note),
        field(lesson.title),
        lesson.direction.tag,
        reader,
      ].join("\u001f");
      return {
        note: [id, guid, noteTypeId, seconds, -1, ` ${tags.join(" ")} `, fields, word, checksum(word), 0, ""],
        card: [id, id, deckId, 0, seconds, -1, 0, 0, place + 1, 0, 0, 0, 0, 0, 0, 0, 0, ""],
      };
    });
  return sqliteFile({
    col: [head(what, deckId)],
    notes: rows.map(({ note }) => note),
    cards: rows.map(({ card }) => card),
  });
}

const noteTypeId = 1_420_070_400_001;

// Anki's ids are timestamps in ms; ours are hashes of the name, mapped to a range of a few years and moved on if taken.
function idOf(name: string, taken: Set<number>): number {
  let id = 1_300_000_000_000 + (Number.parseInt(sha256(name).slice(0, 12), 16) % 100_000_000_000);
  while (taken.has(id)) id += 1;
  taken.add(id);
  return id;
}

// The first eight hex digits of the first field's SHA-1, by which Anki finds duplicates.
function checksum(word: string): number {
  return Number.parseInt(hash("sha1", word, "hex").slice(0, 8), 16);
}

function head({ deck, seconds }: Collection, deckId: number): Row {
  const known = JSON.parse(template("collection.json"));
  const [card] = known.model.tmpls;
  const cards = [{ ...card, qfmt: template("front.html").trim(), afmt: template("back.html").trim() }];
  const model = { ...known.model, mod: seconds, did: deckId, tmpls: cards };
  const own = { ...known.deck, id: deckId, name: deck, mod: seconds };
  const json = [
    { ...known.conf, activeDecks: [deckId], curDeck: deckId, curModel: noteTypeId },
    { [noteTypeId]: model },
    { 1: known.deck, [deckId]: own },
    { 1: known.dconf },
  ].map((value) => JSON.stringify(value));
  const ms = seconds * 1_000;
  return [1, seconds, ms, ms, 11, 0, 0, 0, ...json, "{}"];
}

/**
 * A database as one SQLite file. The same content gives the same bytes on every machine: the statements are the same, and the file's change counter
 * and its writer's version (SQLite's file format, 1.3) are constants. The file is written to a temporary folder, since Node's SQLite can't return an
 * in-memory database. Rejects with a system error if the disk fails, or with a `Failure` that carries `SqliteMissing`.
 */
async function sqliteFile(rows: Rows): Promise<Buffer> {
  const folder = await makeTemporaryFolder("anki");
  const path = join(folder, "collection.anki2");
  try {
    await writeDatabase(path, rows);
    return withConstantHeader((await realFiles.read(path)) ?? Buffer.alloc(0));
  } catch (error) {
    const code = error instanceof SqliteError ? diskErrors[error.code] : undefined;
    if (code === undefined) throw error;
    throw Object.assign(new Error(String(error), { cause: error }), { code, syscall: "write", path });
  } finally {
    await removeTemporaryFolder(folder);
  }
}

/** What the system reports where SQLite reports these. */
const diskErrors: Readonly<Record<string, string>> = { SQLITE_FULL: "ENOSPC", SQLITE_IOERR: "EIO" };

async function writeDatabase(path: string, rows: Rows): Promise<void> {
  const database = openSqlite(path);
  await closing(database, () => {
    // What an interruption leaves is thrown away, so nothing has to be durable.
    database.exec("PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF");
    database.exec("PRAGMA page_size = 4096; PRAGMA encoding = 'UTF-8'; BEGIN");
    for (const statement of template("collection.sql").split(";\n")) {
      database.exec(statement);
      const table = /^CREATE TABLE (\w+)/.exec(statement)?.[1] ?? "";
      const [first = [], ...more] = rows[table] ?? [];
      if (first.length === 0) continue;
      const insert = database.prepare(`INSERT INTO ${table} VALUES (${first.map(() => "?").join(", ")})`);
      for (const row of [first, ...more]) insert.run(row);
    }
    database.exec("COMMIT");
  });
}

// SQLite 3.40.1: a file names the release that wrote it, and this file needs no newer one.
const writtenBy = 3_040_001;

function withConstantHeader(file: Buffer): Buffer {
  const changes = 1;
  file.writeUInt32BE(changes, 24);
  file.writeUInt32BE(changes, 92);
  file.writeUInt32BE(writtenBy, 96);
  return file;
}

/** A word to learn and where it occurs. All plain text. */
export interface Note {
  /** The same for a word of a course in every edition, so that an import updates the existing note. */
  readonly guid: string;
  readonly word: string;
  readonly reading?: string;
  readonly glosses: readonly string[];
  /** A sentence of the story that contains the word, in three pieces; null if no story contains the word in this form. */
  readonly sentence: Sentence | null;
  readonly lesson: Lesson;
  /** For Anki's tags: only `a-z 0-9 -`. */
  readonly tags: readonly string[];
}

interface Sentence {
  readonly before: string;
  readonly word: string;
  readonly after: string;
  /** The position of the whole sentence in the lesson. */
  readonly place: SentencePlace;
}

// A longer sentence does not fit a card on a phone.
const mostAround = 160;

/** The words of a volume without duplicates, in lesson order. */
export function notesOf(volume: Volume, { course }: Contents): Note[] {
  const glossary = glossaryOf(volume);
  return glossary.entries.map((entry) => {
    const { word, reading, glosses, usedIn, first } = entry;
    const met = usedIn.find(({ marked }) => marked)?.lesson ?? null;
    return {
      guid: guidOf(course.course, volume, word),
      word,
      ...(reading !== undefined && { reading }),
      glosses,
      sentence:
        met === null ? null : sentenceIn(met, (index) => glossary.entryOf(met, index) === entry, volume),
      lesson: met ?? first,
      tags: [course.course, volume.folder, (met ?? first).name],
    };
  });
}

// The level is part of the id: Anki adds no card for a note that it has, so the deck of another level would lack the word.
function guidOf(course: string, { folder, language }: Volume, word: string): string {
  return sha256(JSON.stringify([course, folder, foldWord(word, language)])).slice(0, 20);
}

/** The first sentence that has a word of the lesson, as it is listed if there is one. */
function sentenceIn(
  lesson: Lesson,
  isWord: (word: number) => boolean,
  { language }: Volume,
): Sentence | null {
  const places = lesson.paragraphs.flatMap(({ marks, occurrences }, paragraph) =>
    marks
      .filter(({ word }) => isWord(word))
      .map((mark) => ({
        ...mark,
        paragraph,
        isExact: occurrences.some((one) => isSame(one, mark) && one.found === "exact"),
      })),
  );
  const place = places.find(({ isExact }) => isExact) ?? places[0];
  const text = lesson.paragraphs[place?.paragraph ?? 0]?.text ?? "";
  if (place === undefined) return null;
  const { paragraph, start, end } = place;
  const sentence = placedSentences(text, language).find(({ from, to }) => from <= start && end <= to);
  if (sentence === undefined) return null;
  const inside = { start: placeInSentence(text, sentence, start), end: placeInSentence(text, sentence, end) };
  return {
    before: endOf(sentence.text.slice(0, inside.start)),
    word: sentence.text.slice(inside.start, inside.end),
    after: startOf(sentence.text.slice(inside.end)),
    place: { paragraph, from: sentence.from, to: sentence.to },
  };
}

function isSame(one: WordMark, other: WordMark): boolean {
  return one.start === other.start && one.end === other.end && one.word === other.word;
}

function endOf(text: string): string {
  if (text.length <= mostAround) return text;
  const space = text.indexOf(" ", text.length - mostAround);
  return space === -1 ? `…${wholeClusters(text, -mostAround)}` : `…${text.slice(space)}`;
}

function startOf(text: string): string {
  if (text.length <= mostAround) return text;
  const space = text.lastIndexOf(" ", mostAround);
  return space <= 0 ? `${wholeClusters(text, mostAround)}…` : `${text.slice(0, space)} …`;
}

/** Up to `count` characters from a text's start, or from its end if negative, without splitting surrogate pairs or marks from their letters. */
function wholeClusters(text: string, count: number): string {
  if (count < 0) return text.slice(count).replace(/^(?:[\udc00-\udfff]|[\p{M}\u200d])+/u, "");
  return text.slice(0, count).replace(/(?:[\ud800-\udbff]|\u200d)$/u, "");
}

/** Text as an Anki field: HTML, in which square and curly brackets could mean a sound, a formula or a gap. All these brackets are escaped. */
export function field(text: string | Markup): string {
  return html`${text}`.toString().replace(/[[\]{}\\]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

/** The note's sentence with its word highlighted; empty if the note has no sentence. */
function sentenceField({ sentence }: Note): string {
  if (sentence === null) return "";
  const { before, word, after } = sentence;
  return `${field(before)}<b>${field(word)}</b>${field(after)}`;
}

/** All meanings of a word, below the word with its reading, which the front of the card doesn't tell. */
function meaningField({ word, reading, glosses, lesson: { direction } }: Note): string {
  const meanings = glosses.map(field).join("; ");
  if (reading === undefined) return meanings;
  const read = readWord({ word, reading }, { direction });
  return `${field(html`<span lang="${direction.tag}">${read}</span>`)}<br>${meanings}`;
}
