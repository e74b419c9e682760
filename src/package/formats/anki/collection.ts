import { hash } from "node:crypto";
import { join } from "node:path";
import { closing } from "../../../shared/closing.ts";
import { makeTemporaryFolder, removeTemporaryFolder } from "../../../shared/files/make-folder.ts";
import { realFiles } from "../../../shared/files/real-files.ts";
import { sha256 } from "../../../shared/hash.ts";
import { openSqlite, SqliteError, type SqliteValue } from "../../../shared/sqlite.ts";
import { field, meaningField, type Note, sentenceField } from "./notes.ts";

/** The tables of schema 11, the oldest that current versions of Anki import, with their columns. */
const tableSql = {
  col: "id integer primary key, crt integer not null, mod integer not null, scm integer not null, ver integer not null, dty integer not null, usn integer not null, ls integer not null, conf text not null, models text not null, decks text not null, dconf text not null, tags text not null",
  notes:
    "id integer primary key, guid text not null, mid integer not null, mod integer not null, usn integer not null, tags text not null, flds text not null, sfld integer not null, csum integer not null, flags integer not null, data text not null",
  cards:
    "id integer primary key, nid integer not null, did integer not null, ord integer not null, mod integer not null, usn integer not null, type integer not null, queue integer not null, due integer not null, ivl integer not null, factor integer not null, reps integer not null, lapses integer not null, left integer not null, odue integer not null, odid integer not null, flags integer not null, data text not null",
  revlog:
    "id integer primary key, cid integer not null, usn integer not null, ease integer not null, ivl integer not null, lastIvl integer not null, factor integer not null, time integer not null, type integer not null",
  graves: "usn integer not null, oid integer not null, type integer not null",
} as const;

type TableName = keyof typeof tableSql;

/** The statements that create its indexes. */
const indexSql = [
  "CREATE INDEX ix_notes_usn on notes (usn)",
  "CREATE INDEX ix_notes_csum on notes (csum)",
  "CREATE INDEX ix_cards_usn on cards (usn)",
  "CREATE INDEX ix_cards_nid on cards (nid)",
  "CREATE INDEX ix_cards_sched on cards (did, queue, due)",
  "CREATE INDEX ix_revlog_usn on revlog (usn)",
  "CREATE INDEX ix_revlog_cid on revlog (cid)",
] as const;

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

type Row = readonly SqliteValue[];

/** `collection.anki2`: a deck, a note type, and a note with a new card for each word. The same words give the same bytes. */
export async function collection(what: Collection): Promise<Buffer> {
  const deckId = idOf(what.deck, new Set());
  const taken = new Set<number>();
  const notes = what.notes.map((note, place) => ({ note, place, id: idOf(note.guid, taken) }));
  const rows: Record<TableName, readonly Row[]> = {
    col: [head(what, deckId)],
    notes: byId(notes).map(({ note, id }) => noteRow(note, id, what)),
    cards: byId(notes).map(({ id, place }) => cardRow({ id, deckId, place, seconds: what.seconds })),
    revlog: [],
    graves: [],
  };
  const tables = Object.entries(tableSql).map(([name, columns]) => ({
    name,
    sql: `CREATE TABLE ${name} (${columns})`,
    rows: rows[name as TableName],
  }));
  return sqliteFile(tables, indexSql);
}

// Anki's ids are timestamps in ms; ours are hashes of the name, mapped to a range of a few years and moved on if taken.
function idOf(name: string, taken: Set<number>): number {
  let id = 1_300_000_000_000 + (Number.parseInt(sha256(name).slice(0, 12), 16) % 100_000_000_000);
  while (taken.has(id)) id += 1;
  taken.add(id);
  return id;
}

function byId<Numbered extends { readonly id: number }>(rows: readonly Numbered[]): Numbered[] {
  return [...rows].sort((a, b) => a.id - b.id);
}

function noteRow(note: Note, id: number, { seconds, reader, recordingOf }: Collection): Row {
  const { guid, word, tags } = note;
  const flds = noteFields(note, { recording: recordingOf(note), reader }).join("\u001f");
  return [id, guid, noteTypeId, seconds, -1, ` ${tags.join(" ")} `, flds, word, checksum(word), 0, ""];
}

// The first eight hex digits of the first field's SHA-1, by which Anki finds duplicates.
function checksum(word: string): number {
  return Number.parseInt(hash("sha1", word, "hex").slice(0, 8), 16);
}

interface NewCard {
  readonly id: number;
  readonly deckId: number;
  /** Position among the deck's new cards. */
  readonly place: number;
  readonly seconds: number;
}

function cardRow({ id, deckId, place, seconds }: NewCard): Row {
  return [id, id, deckId, 0, seconds, -1, 0, 0, place + 1, 0, 0, 0, 0, 0, 0, 0, 0, ""];
}

function head({ deck, seconds }: Collection, deckId: number): Row {
  const own = deckOf(deckId, deck, seconds);
  return [
    1,
    seconds,
    seconds * 1_000,
    seconds * 1_000,
    11,
    0,
    0,
    0,
    JSON.stringify(configuration(deckId)),
    JSON.stringify({ [noteTypeId]: noteType(deckId, seconds) }),
    JSON.stringify({ 1: deckOf(1, "Default", 0), [deckId]: own }),
    JSON.stringify({ 1: deckOptions }),
    "{}",
  ];
}

function configuration(deckId: number): object {
  return {
    nextPos: 1,
    estTimes: true,
    activeDecks: [deckId],
    sortType: "noteFld",
    timeLim: 0,
    sortBackwards: false,
    addToCur: true,
    curDeck: deckId,
    newBury: true,
    newSpread: 0,
    dueCounts: true,
    curModel: noteTypeId,
    collapseTime: 1_200,
  };
}

function deckOf(id: number, name: string, modified: number): object {
  const today = { newToday: [0, 0], revToday: [0, 0], lrnToday: [0, 0], timeToday: [0, 0] };
  const look = {
    collapsed: false,
    browserCollapsed: false,
    desc: "",
    dyn: 0,
    conf: 1,
    extendNew: 0,
    extendRev: 0,
  };
  return { id, name, mod: modified, usn: -1, ...today, ...look };
}

// Anki's defaults: an import applies none of them unless the user asks for it.
const deckOptions = {
  id: 1,
  mod: 0,
  name: "Default",
  usn: 0,
  maxTaken: 60,
  autoplay: false,
  timer: 0,
  replayq: true,
  new: {
    bury: true,
    delays: [1, 10],
    initialFactor: 2_500,
    ints: [1, 4, 7],
    order: 1,
    perDay: 20,
    separate: true,
  },
  rev: { bury: true, ease4: 1.3, fuzz: 0.05, ivlFct: 1, maxIvl: 36_500, minSpace: 1, perDay: 100 },
  lapse: { delays: [10], leechAction: 0, leechFails: 8, minInt: 1, mult: 0 },
};

/** The fields of a note in the note type's order, as HTML. `recording` is an escaped field already; `reader` is the language tag of the glosses. */
function noteFields(note: Note, { recording, reader }: { recording: string; reader: string }): string[] {
  return [
    field(note.word),
    meaningField(note),
    sentenceField(note),
    recording,
    field(note.lesson.title),
    note.lesson.direction.tag,
    reader,
  ];
}

/** The fields of a note, in order. */
const fieldNames = ["Word", "Meaning", "Sentence", "Recording", "Lesson", "Language", "Reader"] as const;

/** The note type's name, the same in every language of Anki. */
const noteTypeName = "Coursebinder word";

/** The note type's id. Increase it when fields or templates change, so that existing cards stay as they are. */
const noteTypeId = 1_420_070_400_001;

// The classes keep MathJax from rendering a story's backslashes and brackets as formulas.
const front = `<div class="front tex2jax_ignore mathjax_ignore" lang="{{Language}}" dir="auto"><p class="word">{{Word}}</p><p class="sentence">{{Sentence}}</p></div>`;
const back = `{{FrontSide}}<hr id="answer"><div class="back tex2jax_ignore mathjax_ignore"><p class="meaning" lang="{{Reader}}" dir="auto">{{Meaning}}</p><p class="lesson" lang="{{Language}}" dir="auto">{{Lesson}}</p><p class="recording" dir="ltr">{{Recording}}</p></div>`;
const css = `.card { font: 1.25em/1.6 Georgia, "Noto Serif", serif; text-align: center; padding: 1em; }
p { margin: 0 0 0.7em; }
.word { font-size: 1.6em; }
.sentence b { font-weight: 700; }
.meaning { font-size: 1.2em; }
.lesson, .recording { font-size: 0.75em; opacity: 0.75; overflow-wrap: anywhere; }
`;

/** The note type in the form of schema 11. */
function noteType(deckId: number, modified: number): object {
  return {
    id: noteTypeId,
    name: noteTypeName,
    type: 0,
    mod: modified,
    usn: -1,
    sortf: 0,
    did: deckId,
    tmpls: [{ name: "Word", ord: 0, qfmt: front, afmt: back, bqfmt: "", bafmt: "", did: null }],
    flds: fieldNames.map((name, ord) => ({
      name,
      ord,
      sticky: false,
      rtl: false,
      font: "Arial",
      size: 20,
      media: [],
    })),
    css,
    latexPre: "\\documentclass{article}\\begin{document}",
    latexPost: "\\end{document}",
    latexsvg: false,
    tags: [],
    vers: [],
    req: [[0, "any", [0, 2]]],
  };
}

export interface SqliteTable {
  readonly name: string;
  /** The statement that creates it. */
  readonly sql: string;
  /** In ascending order of ids, so that pages fill up in order. */
  readonly rows: readonly (readonly SqliteValue[])[];
}

/**
 * A database as one SQLite file. The same content gives the same bytes on every machine: the statements are the same, and the file's change counter and
 * its writer's version (SQLite's file format, 1.3) are constants. The file is written to a temporary folder, since Node's SQLite can't return an in-memory
 * database. Rejects with a system error if the disk fails, or with a `Failure` that carries `SqliteMissing`.
 */
export async function sqliteFile(
  tables: readonly SqliteTable[],
  indexes: readonly string[],
): Promise<Buffer> {
  const folder = await makeTemporaryFolder("anki");
  const path = join(folder, "collection.anki2");
  try {
    await writeDatabase(path, tables, indexes);
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

async function writeDatabase(
  path: string,
  tables: readonly SqliteTable[],
  indexes: readonly string[],
): Promise<void> {
  const database = openSqlite(path);
  await closing(database, () => {
    // What an interruption leaves is thrown away, so nothing has to be durable.
    database.exec("PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF");
    database.exec("PRAGMA page_size = 4096; PRAGMA encoding = 'UTF-8'; BEGIN");
    for (const { name, sql, rows } of tables) {
      database.exec(sql);
      const [first] = rows;
      if (first === undefined) continue;
      const insert = database.prepare(`INSERT INTO ${name} VALUES (${first.map(() => "?").join(", ")})`);
      for (const row of rows) insert.run(row);
    }
    for (const sql of indexes) database.exec(sql);
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
