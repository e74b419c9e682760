import { hash } from "node:crypto";
import { sha256 } from "../../../shared/hash.ts";
import type { SqliteValue } from "../../../shared/sqlite.ts";
import { indexSql, type TableName, tableSql } from "./collection-schema.ts";
import { noteFields } from "./note-fields.ts";
import { noteType, noteTypeId } from "./note-type.ts";
import type { Note } from "./notes.ts";
import { sqliteFile } from "./sqlite-file.ts";

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
