import { Pages, type Tree } from "./sqlite-pages.ts";
import { record, type SqliteValue, varint } from "./sqlite-record.ts";

export interface SqliteTable {
  readonly name: string;
  /** The statement that makes it. */
  readonly sql: string;
  /** In ascending order of `id`, which is above 0. A column that stands for the id holds null. */
  readonly rows: readonly { readonly id: number; readonly values: readonly SqliteValue[] }[];
}

/** An index over columns that hold whole numbers alone. */
export interface SqliteIndex {
  readonly name: string;
  readonly table: string;
  readonly sql: string;
  /** The places of its columns in the table's rows. */
  readonly columns: readonly number[];
}

/**
 * A database as one SQLite file, whose bytes depend on the content alone: libraries leave their version, their history and the order of
 * their work in a file.
 */
export function sqliteFile(tables: readonly SqliteTable[], indexes: readonly SqliteIndex[]): Buffer {
  const pages = new Pages();
  const first = pages.reserve();
  const schema: SqliteValue[][] = [];
  for (const { name, sql, rows } of tables) {
    const root = pages.add(tableTree(rows));
    schema.push(["table", name, name, root, sql]);
  }
  for (const index of indexes) {
    const root = pages.add(indexTree(index, tables));
    schema.push(["index", index.name, index.table, root, index.sql]);
  }
  const entries = schema.map((values, place) => ({ id: place + 1, values }));
  pages.put(first, tableTree(entries));
  return pages.file();
}

function tableTree(rows: SqliteTable["rows"]): Tree {
  return {
    kind: "table",
    entries: rows.map(({ id, values }) => ({ key: varint(id), payload: record(values) })),
  };
}

function indexTree(index: SqliteIndex, tables: readonly SqliteTable[]): Tree {
  const table = tables.find(({ name }) => name === index.table);
  const keys = (table?.rows ?? []).map(({ id, values }) => [
    ...index.columns.map((place) => Number(values[place])),
    id,
  ]);
  keys.sort(compareKeys);
  return { kind: "index", entries: keys.map((key) => ({ key: Buffer.alloc(0), payload: record(key) })) };
}

function compareKeys(a: readonly number[], b: readonly number[]): number {
  const place = a.findIndex((value, index) => value !== b[index]);
  return place === -1 ? 0 : (a[place] ?? 0) - (b[place] ?? 0);
}
