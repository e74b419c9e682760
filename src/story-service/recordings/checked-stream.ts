import { createHash } from "node:crypto";
import { type Readable, Transform } from "node:stream";

/** Maximum buffered for a slow consumer, on each side. */
const bufferBytes = 64 * 1024;

export interface StreamCheck {
  /** In hexadecimal digits; null: not compared. */
  readonly sha256: string | null;
  /** What is wrong if the bytes have another sum, and if they end too early. */
  readonly damaged: () => Error;
  readonly cut: (error: unknown) => Error;
}

/**
 * A stream's bytes, if they have this sum. Otherwise it fails before the last piece of them, so that whoever knows their number can't take what they got
 * for the whole. Destroying it destroys the stream.
 */
export function checkedStream(content: Readable, { sha256, damaged, cut }: StreamCheck): Readable {
  const hash = createHash("sha256");
  let heldBack: Buffer | null = null;
  const checking = new Transform({
    highWaterMark: bufferBytes,
    transform(chunk: Buffer, _, done) {
      if (sha256 !== null) hash.update(chunk);
      const ready = heldBack;
      heldBack = chunk;
      if (ready === null) done();
      else done(null, ready);
    },
    flush(done) {
      if (sha256 !== null && hash.digest("hex") !== sha256) done(damaged());
      else done(null, heldBack);
    },
  });
  content.on("error", (error) => checking.destroy(cut(error)));
  content.on("close", () => {
    if (!content.readableEnded) checking.destroy(cut(new Error("closed")));
  });
  checking.on("close", () => content.destroy());
  return content.pipe(checking);
}
