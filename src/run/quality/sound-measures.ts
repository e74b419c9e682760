import { join } from "node:path";
import { readMeasures, type SoundMeasures, writeMeasures } from "../../lessons/recording/sound-measures.ts";
import { inspectBook } from "../../package/books/inspect-book.ts";
import type { BookFile } from "../../package/contents/course.ts";
import { BufferPool } from "../../shared/buffer-pool.ts";
import { Failure, isSystemError } from "../../shared/failure.ts";
import { replaceFile } from "../../shared/files/atomic-file.ts";
import type { Files } from "../../shared/files/files.ts";
import { bookOf, refuseWithoutLedger } from "../course-folder.ts";
import type { Journal } from "../journal.ts";
import type { RecordedStory } from "../times/lesson-times.ts";

/** A recording, and the story under whose id its measures are kept. */
export interface MeasuredBook {
  /** The id of the story. */
  readonly id: string;
  readonly job: string;
  readonly book: BookFile;
}

/**
 * Measures a recording, or reads its saved measures: decoding takes longer than all other checks of the lesson. The file is only a cache:
 * no package contains it, and the ledger does not record it. Null if the recording can't be decoded. Throws a Failure if the book is not
 * the one in the ledger.
 */
export async function soundMeasuresOf(
  { id, job, book }: MeasuredBook,
  { files, folder }: { readonly files: Files; readonly folder: string },
): Promise<SoundMeasures | null> {
  const path = join(folder, "sounds", `${id}.json`);
  const kept = await files.read(path);
  const known = kept === null ? undefined : readMeasures(kept, book.sha256);
  if (known !== undefined) return known;
  const facts = await inspectBook({ job, book }, { files, pool: new BufferPool() });
  const measures = facts?.sound?.extension === "mp3" ? await decodeAndMeasure(facts.sound.pieces()) : null;
  try {
    await files.makeFolder(join(folder, "sounds"));
    await replaceFile(files, path, writeMeasures(measures, book.sha256));
  } catch (error) {
    // The check also works in a read-only folder.
    if (!isSystemError(error)) throw error;
  }
  return measures;
}

async function decodeAndMeasure(pieces: AsyncIterable<Uint8Array>): Promise<SoundMeasures | null> {
  // Loads the decoder for the first recording: many courses have none.
  const { measureSound } = await import("../../lessons/recording/measure-sound.ts");
  return measureSound(pieces);
}

/** Measures a recording as soon as it is saved, so that later checks are fast. Throws a Failure if the ledger is gone. */
export async function measureRecording(
  { job, facts }: Pick<RecordedStory, "job" | "facts">,
  { files, folder, journal }: { readonly files: Files; readonly folder: string; readonly journal: Journal },
): Promise<void> {
  const book = bookOf(facts, { folder });
  if (book === null) return;
  await refuseWithoutLedger(journal.store);
  try {
    await soundMeasuresOf({ id: facts.id, job, book }, { files, folder });
  } catch (error) {
    // The next run saves a damaged book again.
    if (!(error instanceof Failure)) throw error;
  }
}
