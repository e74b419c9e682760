import type { SqliteIndex } from "./sqlite-file.ts";

/** The tables of a collection of schema 11, the oldest that Anki's current import takes, with their columns. */
export const tableSql = {
  col: "id integer primary key, crt integer not null, mod integer not null, scm integer not null, ver integer not null, dty integer not null, usn integer not null, ls integer not null, conf text not null, models text not null, decks text not null, dconf text not null, tags text not null",
  notes:
    "id integer primary key, guid text not null, mid integer not null, mod integer not null, usn integer not null, tags text not null, flds text not null, sfld integer not null, csum integer not null, flags integer not null, data text not null",
  cards:
    "id integer primary key, nid integer not null, did integer not null, ord integer not null, mod integer not null, usn integer not null, type integer not null, queue integer not null, due integer not null, ivl integer not null, factor integer not null, reps integer not null, lapses integer not null, left integer not null, odue integer not null, odid integer not null, flags integer not null, data text not null",
  revlog:
    "id integer primary key, cid integer not null, usn integer not null, ease integer not null, ivl integer not null, lastIvl integer not null, factor integer not null, time integer not null, type integer not null",
  graves: "usn integer not null, oid integer not null, type integer not null",
} as const;

export type TableName = keyof typeof tableSql;

const indexColumns: readonly (readonly [name: string, table: TableName, columns: readonly string[]])[] = [
  ["ix_notes_usn", "notes", ["usn"]],
  ["ix_notes_csum", "notes", ["csum"]],
  ["ix_cards_usn", "cards", ["usn"]],
  ["ix_cards_nid", "cards", ["nid"]],
  ["ix_cards_sched", "cards", ["did", "queue", "due"]],
  ["ix_revlog_usn", "revlog", ["usn"]],
  ["ix_revlog_cid", "revlog", ["cid"]],
];

export const collectionIndexes: readonly SqliteIndex[] = indexColumns.map(([name, table, columns]) => {
  const places = tableSql[table].split(", ").map((column) => column.split(" ")[0] ?? "");
  return {
    name,
    table,
    sql: `CREATE INDEX ${name} on ${table} (${columns.join(", ")})`,
    columns: columns.map((column) => places.indexOf(column)),
  };
});
