import type { Readable } from "node:stream";
import { every } from "../../shared/timer.ts";

/** The least number of bytes that must arrive in each period, and the length of a period. */
export interface LeastRate {
  readonly bytes: number;
  readonly everyMs: number;
}

/**
 * The chunks of a body, ended with an error if the throughput falls below the minimum: an idle timeout never catches a stream that sends a
 * byte now and then. The first period is not checked, nor one at whose end the reader is still processing a chunk.
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
  // After a suspend, timers are due at once: read what has arrived meanwhile before checking.
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
