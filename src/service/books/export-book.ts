import { isUuid } from "../../shared/world.ts";
import type { Caller } from "../accounts/gate.ts";
import type { Parts } from "../parts.ts";
import { refused } from "../refusal.ts";
import { sentinelsIn } from "../sentinels.ts";
import { notFound } from "../stories/read-story.ts";
import { findOwnBook, findStory } from "../stories/states.ts";
import { untrustedReminder } from "../stories/wire.ts";
import { readAudio } from "./audio-files.ts";

/** A fixed instant for every entry, so that a book's export has the same bytes each time. */
const entryDate = new Date(Date.UTC(2000, 0, 1));

/** A finished book as a zip: `audio.mp3`, `story.txt`, `metadata.json` (interface 4.6, whose shape is the service's own). */
export async function exportBook(
  parts: Parts,
  { account }: Pick<Caller, "account">,
  id: string,
): Promise<Buffer> {
  const book = isUuid(id) ? findOwnBook(parts.store, id, account.id) : null;
  const story = book === null ? null : findStory(parts.store, book.storyId);
  if (book === null || story === null) throw notFound();
  if (book.status === "error")
    throw refused(409, "This book failed and was refunded: there is nothing to export.");
  if (book.status !== "ready") throw refused(409, "This book is not finished yet.");
  if (sentinelsIn(story.request.topic).includes("export-error")) throw refused(500, "The export failed.");
  const audio = await readAudio(parts.dataFolder, book.id);
  if (audio === null) throw new Error(`the recording of book ${book.id} is gone`);
  const { topic, lang, difficulty, length, genre = null, form = null, words = [] } = story.request;
  const metadata = {
    ...{
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
    },
    durationMs: book.durationMs,
    createdAt: new Date(book.createdAt).toISOString(),
    untrusted: untrustedReminder,
  };
  return zip([
    { name: "audio.mp3", bytes: audio, store: true },
    { name: "metadata.json", bytes: Buffer.from(`${JSON.stringify(metadata, null, 2)}\n`), store: false },
    { name: "story.txt", bytes: Buffer.from(`${story.title ?? ""}\n\n${story.text ?? ""}\n`), store: false },
  ]);
}

interface Entry {
  readonly name: string;
  readonly bytes: Buffer;
  /** True for content that is compressed already. */
  readonly store: boolean;
}

async function zip(entries: readonly Entry[]): Promise<Buffer> {
  // Loaded here: the first export pays for it, not every start.
  const { ZipArchive } = await import("archiver");
  const archive = new ZipArchive({ zlib: { level: 9 } });
  const chunks: Buffer[] = [];
  const ended = new Promise<void>((resolve, reject) => {
    archive.on("data", (chunk: Buffer) => chunks.push(chunk));
    archive.on("end", resolve);
    archive.on("warning", reject);
    archive.on("error", reject);
  });
  for (const { name, bytes, store } of entries) {
    archive.append(bytes, { name, date: entryDate, mode: 0o644, store });
  }
  await Promise.all([archive.finalize(), ended]);
  return Buffer.concat(chunks);
}
