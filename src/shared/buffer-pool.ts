/** Memory for a file that is read as a whole. */
export interface Memory {
  /** A buffer of this many bytes, with arbitrary contents. */
  acquire(bytes: number): Buffer;
}

export const ordinaryMemory: Memory = { acquire: (bytes) => Buffer.allocUnsafeSlow(bytes) };

/** Reuses buffers, so that reading many large files takes only as much memory as reading a few. */
export class BufferPool implements Memory {
  readonly #free: Buffer[] = [];
  readonly #memory: Memory;
  /** A buffer that is never released is garbage-collected. */
  readonly #lent = new WeakMap<Buffer, Buffer>();

  /** `memory`: what is reused. */
  constructor(memory: Memory = ordinaryMemory) {
    this.#memory = memory;
  }

  acquire(bytes: number): Buffer {
    const fitting = this.#free.findIndex((memory) => memory.length >= bytes);
    // If none is large enough, drop one to make room for a new one.
    const [free] = this.#free.splice(Math.max(fitting, 0), 1);
    // An eighth more, so that the next file, which is about as long, fits too: memory that nobody has written takes no room.
    const memory =
      fitting === -1 || free === undefined ? this.#memory.acquire(Math.ceil(bytes * 1.125)) : free;
    const lent = memory.subarray(0, bytes);
    this.#lent.set(lent, memory);
    return lent;
  }

  /** The rest of an acquired buffer, to be released in its place. */
  restOf(lent: Buffer, from: number): Buffer {
    const rest = lent.subarray(from);
    const memory = this.#lent.get(lent);
    if (memory !== undefined) this.#lent.set(rest, memory);
    this.#lent.delete(lent);
    return rest;
  }

  /** Returns a buffer to the pool for reuse. Ignores any other buffer. */
  release(lent: Buffer): void {
    const memory = this.#lent.get(lent);
    if (memory === undefined) return;
    this.#lent.delete(lent);
    this.#free.push(memory);
  }
}
