/** The part of a file that a player requested. */
export interface Piece {
  readonly status: 200 | 206;
  readonly headers: Readonly<Record<string, string>>;
  /** First and last byte, both inclusive. */
  readonly from: number;
  readonly to: number;
}

/** A range that contains none of the bytes. */
export interface NoPiece {
  readonly status: 416;
  readonly headers: Readonly<Record<string, string>>;
}

/** The range of a `Range` header, so that a player can seek; the whole file without a range, or with several. */
export function pieceOf(sizeBytes: number, range: string | undefined): Piece | NoPiece {
  const named = /^bytes=(\d{0,12})-(\d{0,12})$/.exec(range ?? "");
  const [, first = "", last = ""] = named ?? [];
  if (first === "" && last === "")
    return { status: 200, headers: lengthOf(sizeBytes), from: 0, to: sizeBytes - 1 };
  const from = first === "" ? Math.max(0, sizeBytes - Number(last)) : Number(first);
  const to = first === "" || last === "" ? sizeBytes - 1 : Math.min(Number(last), sizeBytes - 1);
  if (from > to) return { status: 416, headers: { "content-range": `bytes */${sizeBytes}`, ...lengthOf(0) } };
  const headers = { "content-range": `bytes ${from}-${to}/${sizeBytes}`, ...lengthOf(to - from + 1) };
  return { status: 206, headers, from, to };
}

function lengthOf(sizeBytes: number): Record<string, string> {
  return { "content-length": String(sizeBytes) };
}
