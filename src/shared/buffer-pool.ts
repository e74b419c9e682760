/** Reuses buffers, so that reading many large files needs the memory of a few. */
export class BufferPool {
  readonly #free: Buffer[] = [];
  /** A buffer that is never released is garbage-collected. */
  readonly #lent = new WeakMap<Buffer, Buffer>();

  /** A buffer of this many bytes, with arbitrary contents. */
  acquire(bytes: number): Buffer {
    const fitting = this.#free.findIndex((memory) => memory.length >= bytes);
    // If none is large enough, drop one to make room for a new one.
    const [free] = this.#free.splice(Math.max(fitting, 0), 1);
    const memory = fitting === -1 || free === undefined ? Buffer.allocUnsafeSlow(bytes) : free;
    const lent = memory.subarray(0, bytes);
    this.#lent.set(lent, memory);
    return lent;
  }

  /** Returns a buffer to the pool for reuse. Ignores any other buffer. */
  release(lent: Buffer): void {
    const memory = this.#lent.get(lent);
    if (memory === undefined) return;
    this.#lent.delete(lent);
    this.#free.push(memory);
  }
}
