const pieceBytes = 64 * 1024;

/** The same bytes in chunks of one size, so that the output does not depend on how they arrived. */
export async function* rechunk(pieces: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let waiting: Buffer[] = [];
  let bytes = 0;
  for await (const piece of pieces) {
    waiting.push(piece);
    bytes += piece.length;
    if (bytes < pieceBytes) continue;
    const joined = Buffer.concat(waiting, bytes);
    const whole = bytes - (bytes % pieceBytes);
    for (let at = 0; at < whole; at += pieceBytes) yield joined.subarray(at, at + pieceBytes);
    waiting = [joined.subarray(whole)];
    bytes -= whole;
  }
  if (bytes > 0) yield Buffer.concat(waiting, bytes);
}
