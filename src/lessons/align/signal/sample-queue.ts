/** Samples that wait for more. Its memory is reused, so that streaming a long recording leaves no garbage behind. */
export class SampleQueue {
  #room = new Float32Array(4_096);
  #length = 0;

  /** `silence`: samples of silence that it begins with. */
  constructor(silence = 0) {
    this.append(new Float32Array(silence));
  }

  get length(): number {
    return this.#length;
  }

  /** The waiting samples at the beginning of a longer array. Valid until the next `append`. */
  get samples(): Float32Array {
    return this.#room;
  }

  append(samples: Float32Array): void {
    const length = this.#length + samples.length;
    if (length > this.#room.length) {
      const larger = new Float32Array(2 * length);
      larger.set(this.#room.subarray(0, this.#length));
      this.#room = larger;
    }
    this.#room.set(samples, this.#length);
    this.#length = length;
  }

  /** Removes the first `count` samples. */
  drop(count: number): void {
    this.#room.copyWithin(0, count, this.#length);
    this.#length -= count;
  }
}
