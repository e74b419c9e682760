import { Failure } from "../../shared/failure.ts";
import { piecesOf } from "../../shared/file-pieces.ts";
import type { ByteRange, Files } from "../../shared/files.ts";
import type { Lender } from "../../shared/lender.ts";
import type { BookFile } from "../course.ts";
import type { PackageProblem } from "../package-problem.ts";
import { longBytes } from "./book-part.ts";

/** A lesson's book where it lies. Every way of reading it throws `book_missing` where it is not there. */
export class BookOnDisk {
  readonly #job: string;
  readonly #file: BookFile;
  readonly #files: Files;

  constructor(job: string, file: BookFile, files: Files) {
    this.#job = job;
    this.#file = file;
    this.#files = files;
  }

  /** How long it was when it was recorded. */
  get bytes(): number {
    return this.#file.bytes;
  }

  async whole(lender?: Lender): Promise<Buffer> {
    const bytes = await this.#files.read(this.#file.path, lender);
    if (bytes === null) throw this.#problem("book_missing");
    return bytes;
  }

  /** All of it, or a stretch; a piece is good until the next one is asked for. */
  async *stretch(range?: ByteRange): AsyncGenerator<Buffer> {
    const pieces = await piecesOf(this.#file.path, this.#files, range);
    if (pieces === null) throw this.#problem("book_missing");
    yield* pieces;
  }

  /** All of it, for whoever keeps nothing of it: a short one in one piece, whose memory goes back for the next. */
  async *passing(lender: Lender): AsyncGenerator<Buffer> {
    if (this.bytes > longBytes) return yield* this.stretch();
    const bytes = await this.whole(lender);
    yield bytes;
    lender.takeBack(bytes);
  }

  changed(): Error {
    return this.#problem("book_changed");
  }

  #problem(code: "book_missing" | "book_changed"): Error {
    return new Failure<PackageProblem>({ code, job: this.#job, file: this.#file.path });
  }
}
