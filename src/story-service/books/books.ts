import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import type { z } from "zod";
import type { bookPageQuerySchema } from "../../contract/books.ts";
import { limits } from "../../contract/limits.ts";
import type { BookStatus } from "../../contract/stories.ts";
import { type ZipFile, zipPieces } from "../../shared/files/zip.ts";
import type { Account } from "../accounts/accounts.ts";
import type { Caller } from "../accounts/authenticate.ts";
import { iso } from "../clock.ts";
import type { Parts } from "../parts.ts";
import { refused } from "../refusal.ts";
import { sentinelsIn } from "../sentinels.ts";
import { sql } from "../store/store.ts";
import { bookUrl, notFound, untrustedReminder } from "../stories/read-story.ts";
import { type BookRow, findOwnBook, type StoredRequest } from "../stories/states.ts";

/** A book in a list. The interface does not define a listed book's fields; these are our own. */
export interface BookEntry {
  readonly id: string;
  readonly title: string | null;
  readonly lang: string;
  readonly difficulty: number;
  readonly status: BookStatus;
  readonly url: string;
  readonly createdAt: string;
  readonly storyId: string;
}

type Row = Pick<BookRow, "id" | "storyId" | "status" | "createdAt"> & {
  readonly title: string | null;
  readonly request: string;
};

/**
 * A page of the account's books (interface 2.4, 4.5), newest first. Creation times are unique and increasing, so following `next` neither skips nor
 * repeats a book, even while books are added.
 */
export async function listBooks(
  { store, addresses }: Parts,
  account: Account,
  query: z.infer<typeof bookPageQuerySchema>,
): Promise<{ books: BookEntry[]; next: string | null }> {
  const limit = query.limit ?? limits.bookPageDefault;
  const before = query.before === undefined ? Number.MAX_SAFE_INTEGER : Date.parse(query.before);
  const rows = await store.all<Row>(
    sql`SELECT books.id, story_id AS "storyId", books.status, books.created_at AS "createdAt", title, request
     FROM books JOIN stories ON stories.id = books.story_id
     WHERE books.account_id = ${account.id} AND books.created_at < ${before} ORDER BY books.created_at DESC LIMIT ${limit + 1}`,
  );
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  const more = rows.length > limit && last !== undefined;
  return {
    books: page.map(({ request, createdAt, ...book }) => {
      const { lang, difficulty } = JSON.parse(request) as StoredRequest;
      return { ...book, lang, difficulty, url: bookUrl(addresses, book.id), createdAt: iso(createdAt) };
    }),
    next: more ? iso(last.createdAt) : null,
  };
}

/** An exportable book. */
interface BookExport {
  /** Nearly all of the zip's size. */
  readonly audioBytes: number;
  /** A stream with backpressure: the recording is never in memory as a whole. */
  zip(): Promise<Readable>;
}

/** A finished book as a zip: `audio.mp3`, `story.txt`, `metadata.json` (interface 4.6; the layout is our own). */
export async function exportBook(
  parts: Parts,
  { account }: Pick<Caller, "account">,
  id: string,
): Promise<BookExport> {
  const found = await findOwnBook(parts.store, id, account.id);
  if (found === null) throw notFound();
  const { book, story } = found;
  if (book.status === "error")
    throw refused(409, "This book failed and was refunded: there is nothing to export.");
  if (book.status !== "ready") throw refused(409, "This book is not finished yet.");
  if (sentinelsIn(story.request.topic, parts.config).includes("export-error"))
    throw refused(500, "The export failed.");
  const isGone = `the recording of book ${book.id} is missing`;
  const audio = await parts.recordings.find(book.recording ?? "");
  if (audio === null) throw new Error(isGone);
  const { topic, lang, difficulty, length, genre = null, form = null, words = [] } = story.request;
  const metadata = {
    id: book.id,
    storyId: story.id,
    title: story.title,
    topic,
    lang,
    difficulty,
    length,
    genre,
    form,
    words,
    durationMs: book.durationMs,
    createdAt: iso(book.createdAt),
    untrusted: untrustedReminder,
  };
  const texts = [
    textFile("metadata.json", `${JSON.stringify(metadata, null, 2)}\n`),
    textFile("story.txt", `${story.title ?? ""}\n\n${story.text ?? ""}\n`),
  ];
  return {
    audioBytes: audio.sizeBytes,
    async zip() {
      const recording = await audio.open();
      if (recording === null) throw new Error(isGone);
      const sound = { path: "audio.mp3", read: () => buffer(recording), pieces: () => recording };
      const pieces = zipPieces([sound, ...texts], {});
      const zip = Readable.from(pieces, { objectMode: false, highWaterMark: waitingBytesMost });
      return zip.once("close", () => recording.destroy());
    },
  };
}

/** Maximum buffered for a slow consumer. */
const waitingBytesMost = 64 * 1024;

/** A text as a file of a zip. */
function textFile(path: string, text: string): ZipFile {
  return { path, read: async () => Buffer.from(text) };
}
