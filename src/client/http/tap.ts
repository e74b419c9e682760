import type { Socket } from "node:net";
import { startTimer } from "../../shared/timer.ts";
import { causeOf } from "./socket.ts";

/** Why nothing more comes. `isClean`: the other side said that it had nothing more to say. */
export interface Ending {
  readonly cause: string;
  readonly isClean: boolean;
}

/** Everything that a connection brings, from its first moment on: nothing on it is read by anybody else. */
export class Tap {
  /** How many bytes have come. */
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

  /** The first bytes that have come. */
  get bytes(): Buffer {
    return Buffer.concat(this.#chunks).subarray(0, this.#most);
  }

  get isFull(): boolean {
    return this.total > this.#most;
  }

  /** Has `changed` called whenever more has come, or nothing more will. */
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

/** Resolves once the event loop has read whatever lay in the system's buffers when it was called. */
export function afterNextPoll(): Promise<void> {
  // The first comes at the end of a poll that may have begun before; between it and the second lies a whole one.
  return new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
}

/**
 * As `startTimer`, but `ring` finds what had arrived by then already read: a process that was suspended wakes with its timers due and its
 * answer still in the system's buffers.
 */
export function startDrainedTimer(ms: number, ring: () => void): NodeJS.Timeout {
  return startTimer(ms, () => void afterNextPoll().then(afterNextPoll).then(ring));
}
