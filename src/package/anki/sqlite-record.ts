/** A value as a column holds it. */
export type SqliteValue = number | string | null;

/** A row as SQLite's file format writes one: the types of its columns, then their contents. */
export function record(values: readonly SqliteValue[]): Buffer {
  const columns = values.map(column);
  const types = Buffer.concat(columns.map(({ type }) => varint(type)));
  // The header counts its own length, which one byte more may make one byte longer.
  const short = varint(types.length + 1);
  const length = short.length === 1 ? short : varint(types.length + 2);
  return Buffer.concat([length, types, ...columns.map(({ bytes }) => bytes)]);
}

/** A whole number of at least 0 in SQLite's variable length: seven bits a byte, the highest first. */
export function varint(value: number): Buffer {
  const bytes = [value % 128];
  for (let rest = Math.floor(value / 128); rest > 0; rest = Math.floor(rest / 128))
    bytes.unshift((rest % 128) + 128);
  return Buffer.from(bytes);
}

interface Column {
  readonly type: number;
  readonly bytes: Buffer;
}

const none = Buffer.alloc(0);
// The widths of whole numbers in bytes, by their type.
const widths = [1, 2, 3, 4, 6, 8] as const;

function column(value: SqliteValue): Column {
  if (value === null) return { type: 0, bytes: none };
  if (typeof value === "string") {
    const bytes = Buffer.from(value);
    return { type: 13 + 2 * bytes.length, bytes };
  }
  if (value === 0 || value === 1) return { type: 8 + value, bytes: none };
  return Number.isSafeInteger(value) ? whole(value) : real(value);
}

function whole(value: number): Column {
  const index = widths.findIndex((width) => Math.abs(value) < 2 ** (width * 8 - 1));
  const width = widths[index] ?? 8;
  const bytes = Buffer.alloc(width);
  if (width === 8) bytes.writeBigInt64BE(BigInt(value));
  else bytes.writeIntBE(value, 0, width);
  return { type: index + 1, bytes };
}

function real(value: number): Column {
  const bytes = Buffer.alloc(8);
  bytes.writeDoubleBE(value);
  return { type: 7, bytes };
}
