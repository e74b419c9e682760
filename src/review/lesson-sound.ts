import { inspectBook } from "../package/books/inspect-book.ts";
import type { LessonSource } from "../package/contents/course.ts";
import { BufferPool } from "../shared/buffer-pool.ts";
import { realFiles } from "../shared/files/real-files.ts";

export interface LessonSound {
  readonly bytes: Buffer;
  readonly mediaType: string;
}

/** Reads recordings, and keeps the last one: a player asks for its parts one by one. */
export class LessonSounds {
  #last: { readonly of: string; readonly sound: LessonSound | null } | null = null;

  /** A lesson's recording as the package would have it; null if it has none. Throws a Failure if it is not what the ledger recorded. */
  async soundOf(source: Pick<LessonSource, "job" | "book">): Promise<LessonSound | null> {
    if (source.book === null) return null;
    const of = source.book.sha256;
    if (this.#last?.of === of) return this.#last.sound;
    const facts = await inspectBook(source, { files: realFiles, pool: new BufferPool() });
    const part = facts?.sound ?? null;
    const mediaType = part?.mediaType ?? "application/octet-stream";
    const sound = part === null ? null : { bytes: await part.read(), mediaType };
    this.#last = { of, sound };
    return sound;
  }
}
