/** A chunked body (RFC 9112, section 7.1), as far as it can be decoded. */
export interface ChunkedBody {
  readonly body: Buffer;
  /** The bytes after the last chunk and its trailers; null if those have not arrived. */
  readonly rest: Buffer | null;
  /** The chunk framing became invalid: the bytes after `body` can't be decoded. */
  readonly isBroken: boolean;
}

const sizeLine = /^([0-9a-f]{1,8})[ \t]*(?:;[^\r]*)?\r$/i;

/** Reads chunks up to the last one, the end of the bytes, or the first invalid one. */
export function readChunks(bytes: Buffer): ChunkedBody {
  const pieces: Buffer[] = [];
  const until = (rest: Buffer | null, isBroken: boolean): ChunkedBody => ({
    body: Buffer.concat(pieces),
    rest,
    isBroken,
  });
  for (let at = 0; ; ) {
    const end = bytes.indexOf("\n", at);
    if (end === -1) return until(null, false);
    const size = sizeLine.exec(bytes.toString("latin1", at, end))?.[1];
    if (size === undefined) return until(null, true);
    const start = end + 1;
    const length = Number.parseInt(size, 16);
    if (length === 0) return endOfTrailers(bytes, start, until);
    pieces.push(bytes.subarray(start, start + length));
    at = start + length + 2;
    if (bytes.length < at) return until(null, false);
    if (bytes.toString("latin1", at - 2, at) !== "\r\n") return until(null, true);
  }
}

function endOfTrailers(
  bytes: Buffer,
  start: number,
  until: (rest: Buffer | null, isBroken: boolean) => ChunkedBody,
): ChunkedBody {
  for (let at = start; ; ) {
    const end = bytes.indexOf("\n", at);
    if (end === -1) return until(null, false);
    const line = bytes.toString("latin1", at, end);
    if (line === "\r") return until(bytes.subarray(end + 1), false);
    if (!/^[^\r\0]+\r$/.test(line)) return until(null, true);
    at = end + 1;
  }
}
