/** An answer, or the part of it, that a player asked for. */
export interface Piece {
  readonly status: 200 | 206 | 416;
  readonly headers: Readonly<Record<string, string>>;
  readonly bytes: Buffer;
}

/** The one range that a `Range` header names, so that a player can jump; the whole where it names none, or several. */
export function pieceOf(whole: Buffer, range: string | undefined): Piece {
  const named = /^bytes=(\d{0,12})-(\d{0,12})$/.exec(range ?? "");
  const [, first = "", last = ""] = named ?? [];
  if (first === "" && last === "") return { status: 200, headers: {}, bytes: whole };
  const from = first === "" ? Math.max(0, whole.length - Number(last)) : Number(first);
  const to = first === "" || last === "" ? whole.length - 1 : Math.min(Number(last), whole.length - 1);
  if (from > to) {
    return { status: 416, headers: { "content-range": `bytes */${whole.length}` }, bytes: Buffer.alloc(0) };
  }
  return {
    status: 206,
    headers: { "content-range": `bytes ${from}-${to}/${whole.length}` },
    bytes: whole.subarray(from, to + 1),
  };
}
