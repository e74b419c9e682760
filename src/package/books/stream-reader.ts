/** What a reader asks for next: so many bytes, or that so many are passed over. */
type Wish = { readonly take: number } | { readonly skip: number };

/** Reads a stream by asking for its bytes in order, and returns what it has found. It gets fewer than it asked for only at the end. */
export type StreamReader<Found> = Generator<Wish, Found, Buffer>;

/** Feeds a reader with pieces as they come, and keeps only what it asks for. */
export class FedReader<Found> {
  readonly #reader: StreamReader<Found>;
  #step: IteratorResult<Wish, Found>;
  #gathered: Buffer[] = [];
  #passed = 0;

  constructor(reader: StreamReader<Found>) {
    this.#reader = reader;
    this.#step = reader.next();
  }

  /** The next piece; what is kept of it is copied. */
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

  /** What the reader has found, now that the stream is at its end. */
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
