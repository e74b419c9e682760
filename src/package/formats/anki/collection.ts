import { hash } from "node:crypto";
import { join } from "node:path";
import { closing } from "../../../shared/closing.ts";
import { makeTemporaryFolder, removeTemporaryFolder } from "../../../shared/files/make-folder.ts";
import { realFiles } from "../../../shared/files/real-files.ts";
import { readShipped } from "../../../shared/files/shipped-file.ts";
import { sha256 } from "../../../shared/hash.ts";
import { openSqlite, SqliteError, type SqliteValue } from "../../../shared/sqlite.ts";
import { field, meaningField, type Note, sentenceField } from "./notes.ts";

export interface Collection {
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
