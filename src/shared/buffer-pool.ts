/** Lends memory and takes it back: a long row of large files takes what a few of them take. */
export class BufferPool {
  readonly #free: Buffer[] = [];
  /** A buffer that is never released is garbage-collected. */
  readonly #lent = new WeakMap<Buffer, Buffer>();

  /** So many bytes, with anything in them. */
  acquire(bytes: number): Buffer {
    const fitting = this.#free.findIndex((memory) => memory.length >= bytes);
    // What is too small makes room for what is needed.
    const [free] = this.#free.splice(Math.max(fitting, 0), 1);
    const memory = fitting === -1 || free === undefined ? Buffer.allocUnsafeSlow(bytes) : free;
    const lent = memory.subarray(0, bytes);
    this.#lent.set(lent, memory);
    return lent;
  }

  /** Takes back a buffer, which may then be used again. Anything else is left alone. */
  release(lent: Buffer): void {
    const memory = this.#lent.get(lent);
    if (memory === undefined) return;
    this.#lent.delete(lent);
    this.#free.push(memory);
  }
}
