import type { Readable } from "node:stream";
import { every } from "../../shared/timer.ts";

/** The fewest bytes that must come in every stretch of a body, and how long a stretch is. */
export interface LeastRate {
  readonly bytes: number;
  readonly everyMs: number;
}

/**
 * The chunks of a body, which is ended with an error once it brings less than the least rate: a byte now and then is no silence, and would never
 * come to an end. The first stretch is not judged, nor one at whose end the reader is still at work on a chunk.
 */
export async function* chunksInTime(
  body: Readable,
  { bytes, everyMs }: LeastRate,
): AsyncGenerator<Buffer, void> {
  let arrived = Number.POSITIVE_INFINITY;
  let isWaiting = true;
  const judge = (): void => {
    const isTooSlow = isWaiting && arrived < bytes;
    arrived = 0;
    if (isTooSlow) body.destroy(new Error(`less than ${bytes} bytes came in ${everyMs / 1000} s`));
  };
  // A process that was suspended wakes with its timers due: what has arrived meanwhile is read before it is judged.
  const stop = every(everyMs, () => void setImmediate(judge));
  try {
    for await (const chunk of body as AsyncIterable<Buffer>) {
      arrived += chunk.length;
      isWaiting = false;
      yield chunk;
      isWaiting = true;
    }
  } finally {
    isWaiting = false;
    stop();
  }
}
