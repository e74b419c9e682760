/** A reader's next request: read or skip this many bytes. */
type Wish = { readonly take: number } | { readonly skip: number };

/** Reads a stream by requesting its bytes in order, and returns its findings. Gets fewer bytes than requested only at the end. */
export type StreamReader<Found> = Generator<Wish, Found, Buffer>;

/** Feeds a reader with chunks as they arrive and keeps only what it requests. */
export class FedReader<Found> {
  readonly #reader: StreamReader<Found>;
  #step: IteratorResult<Wish, Found>;
  #gathered: Buffer[] = [];
  #passed = 0;

  constructor(reader: StreamReader<Found>) {
    this.#reader = reader;
    this.#step = reader.next();
  }

  /** Takes the next chunk; copies what it keeps. */
  take(piece: Buffer): void {
    let at = 0;
    while (this.#step.done !== true) {
      const wish = this.#step.value;
      const wanted = ("take" in wish ? wish.take : wish.skip) - this.#passed;
      const some = piece.subarray(at, at + Math.max(wanted, 0));
      if ("take" in wish) this.#gathered.push(Buffer.from(some));
      at += some.length;
      this.#passed += some.length;
      if (some.length < wanted) return;
      this.#answer();
    }
  }

  /** The reader's findings at the end of the stream. */
  end(): Found {
    while (this.#step.done !== true) this.#answer();
    return this.#step.value;
  }

  #answer(): void {
    const bytes = Buffer.concat(this.#gathered);
    this.#gathered = [];
    this.#passed = 0;
    this.#step = this.#reader.next(bytes);
  }
}
