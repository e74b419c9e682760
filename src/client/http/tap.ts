import type { Socket } from "node:net";
import { startTimer } from "../../shared/timer.ts";
import { causeOf } from "./socket.ts";

/** Why nothing more arrives. `isClean`: the other side closed the stream in the regular way. */
export interface Ending {
  readonly cause: string;
  readonly isClean: boolean;
}

/** Collects all bytes that a connection receives, from its first moment on; nothing else may read from it. */
export class Tap {
  total = 0;
  /** Null while more may come. */
  ending: Ending | null = null;
  readonly #most: number;
  readonly #chunks: Buffer[] = [];
  #changed: () => void = () => undefined;

  /** Keeps the first `most` bytes. */
  constructor(socket: Socket, most: number) {
    this.#most = most;
    socket.on("data", (chunk: Buffer) => this.#take(chunk));
    socket.on("end", () => this.#end({ cause: "the connection was closed", isClean: true }));
    socket.on("error", (error) => this.#end({ cause: causeOf(error), isClean: false }));
    socket.on("close", () => this.#end({ cause: "the connection was closed", isClean: false }));
  }

  get bytes(): Buffer {
    return Buffer.concat(this.#chunks).subarray(0, this.#most);
  }

  get isFull(): boolean {
    return this.total > this.#most;
  }

  /** Calls `changed` whenever more bytes arrive or the connection ends. */
  watch(changed: () => void): void {
    this.#changed = changed;
  }

  #take(chunk: Buffer): void {
    if (!this.isFull) this.#chunks.push(chunk);
    this.total += chunk.length;
    this.#changed();
  }

  #end(ending: Ending): void {
    this.ending ??= ending;
    this.#changed();
  }
}

/** Resolves once the event loop has read everything that was in the system's buffers at the call. */
export function afterNextPoll(): Promise<void> {
  // The first `setImmediate` may belong to a poll that had already begun; a complete poll lies before the second.
  return new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
}

/**
 * Like `startTimer`, but reads what has already arrived before it calls `ring`: after a suspend, timers are due at once while the answer is
 * still in the system's buffers.
 */
export function startDrainedTimer(ms: number, ring: () => void): NodeJS.Timeout {
  return startTimer(ms, () => void afterNextPoll().then(afterNextPoll).then(ring));
}
