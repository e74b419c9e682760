import type { BufferPool, Memory } from "../../shared/buffer-pool.ts";
import { Failure } from "../../shared/failure.ts";
import { piecesOf } from "../../shared/files/file-pieces.ts";
import type { ByteRange, Files } from "../../shared/files/files.ts";
import type { BookFile } from "../contents/course.ts";
import type { PackageProblem } from "../package-problem.ts";
import { longBytes } from "./book-part.ts";

/** A lesson's book on disk. Every read throws `book_missing` if the file does not exist. */
export class BookOnDisk {
  readonly #job: string;
  readonly #file: BookFile;
  readonly #files: Files;

  constructor(job: string, file: BookFile, files: Files) {
    this.#job = job;
    this.#file = file;
    this.#files = files;
  }

  /** The recorded length. */
  get bytes(): number {
    return this.#file.bytes;
  }

  async whole(memory?: Memory): Promise<Buffer> {
    const bytes = await this.#files.read(this.#file.path, memory);
    if (bytes === null) throw this.#problem("book_missing");
    return bytes;
  }

  /** The file, or a range of it; a chunk is valid until the next one is requested. */
  async *stretch(range?: ByteRange): AsyncGenerator<Buffer> {
    const pieces = await piecesOf(this.#file.path, this.#files, range);
    if (pieces === null) throw this.#problem("book_missing");
    yield* pieces;
  }

  /** The whole file, for a caller that keeps no chunk: a short file comes in one chunk, whose buffer goes back to the pool. */
  async *passing(pool: BufferPool): AsyncGenerator<Buffer> {
    if (this.bytes > longBytes) return yield* this.stretch();
    const bytes = await this.whole(pool);
    yield bytes;
    pool.release(bytes);
  }

  changed(): Error {
    return this.#problem("book_changed");
  }

  #problem(code: "book_missing" | "book_changed"): Error {
    return new Failure<PackageProblem>({ code, job: this.#job, file: this.#file.path });
  }
}
