import type { Readable } from "node:stream";
import { isUuid } from "../../shared/world.ts";
import type { Caller } from "../accounts/authenticate.ts";
import type { Parts } from "../parts.ts";
import { refused } from "../refusal.ts";
import { sentinelsIn } from "../sentinels.ts";
import { notFound } from "../stories/read-story.ts";
import { findOwnBook, findStory } from "../stories/states.ts";
import { untrustedReminder } from "../stories/wire.ts";

/** A fixed time for every entry, so that a book's export is always the same bytes. */
const entryDate = new Date(Date.UTC(2000, 0, 1));

/** An exportable book. */
export interface BookExport {
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
  const book = isUuid(id) ? await findOwnBook(parts.store, id, account.id) : null;
  const story = book === null ? null : await findStory(parts.store, book.storyId);
  if (book === null || story === null) throw notFound();
  if (book.status === "error")
    throw refused(409, "This book failed and was refunded: there is nothing to export.");
  if (book.status !== "ready") throw refused(409, "This book is not finished yet.");
  if (sentinelsIn(story.request.topic, parts.config).includes("export-error"))
    throw refused(500, "The export failed.");
  const isGone = `the recording of book ${book.id} is gone`;
  const audio = await parts.recordings.find(book);
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
    createdAt: new Date(book.createdAt).toISOString(),
    untrusted: untrustedReminder,
  };
  return {
    audioBytes: audio.sizeBytes,
    async zip() {
      const recording = await audio.open();
      if (recording === null) throw new Error(isGone);
      return zip(recording, [
        { name: "metadata.json", text: `${JSON.stringify(metadata, null, 2)}\n` },
        { name: "story.txt", text: `${story.title ?? ""}\n\n${story.text ?? ""}\n` },
      ]);
    },
  };
}

/** Maximum buffered for a slow consumer. */
const waitingBytesMost = 64 * 1024;

async function zip(
  recording: Readable,
  texts: readonly { readonly name: string; readonly text: string }[],
): Promise<Readable> {
  // Loaded on the first export, not at startup.
  const { ZipArchive } = await import("archiver");
  const archive = new ZipArchive({ zlib: { level: 9 }, highWaterMark: waitingBytesMost });
  archive.on("warning", (error: Error) => archive.destroy(error));
  recording.on("error", (error) => archive.destroy(error));
  archive.on("close", () => recording.destroy());
  archive.append(recording, { name: "audio.mp3", date: entryDate, mode: 0o644, store: true });
  for (const { name, text } of texts)
    archive.append(Buffer.from(text), { name, date: entryDate, mode: 0o644 });
  // A later error ends the stream, where its consumer sees it.
  archive.finalize().catch((error: Error) => archive.destroy(error));
  return archive;
}
