import { join } from "node:path";
import { measureSound } from "../../lessons/recording/measure-sound.ts";
import { readMeasures, type SoundMeasures, writeMeasures } from "../../lessons/recording/sound-measures.ts";
import { inspectBook } from "../../package/books/inspect-book.ts";
import type { BookFile } from "../../package/contents/course.ts";
import { BufferPool } from "../../shared/buffer-pool.ts";
import { Failure, isSystemError } from "../../shared/failure.ts";
import { replaceFile } from "../../shared/files/atomic-file.ts";
import type { Files } from "../../shared/files/files.ts";
import { bookOf } from "../bind/bind.ts";
import { refuseWithoutLedger } from "../bind/course-folder.ts";
import type { Journal } from "../journal.ts";
import type { RecordedStory } from "../times/lesson-times.ts";

/** A recording, and where what is measured of it is kept. */
export interface MeasuredBook {
  /** The id of its story. */
  readonly id: string;
  readonly job: string;
  readonly book: BookFile;
}

/**
 * What is measured of a recording. Decoding one takes longer than all other checks of its lesson together, so that it is done once and kept beside the
 * story; unlike times it goes into no package, and may be lost: no ledger knows of it. Null for a recording that is not decoded here. Throws a Failure
 * where the book is not the recorded one.
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
  const isDecoded = facts?.sound?.extension === "mp3";
  const measures = isDecoded && facts?.sound != null ? await measureSound(facts.sound.pieces()) : null;
  try {
    await files.makeFolder(join(folder, "sounds"));
    await replaceFile(files, path, writeMeasures(measures, book.sha256));
  } catch (error) {
    // A folder that only may be read can be checked all the same.
    if (!isSystemError(error)) throw error;
  }
  return measures;
}

/** Measures a lesson's recording as soon as it is here, so that checking it later takes no time. Throws a Failure where the ledger has gone. */
export async function measureRecording(
  { jobId: job, facts }: Pick<RecordedStory, "jobId" | "facts">,
  { files, folder, journal }: { readonly files: Files; readonly folder: string; readonly journal: Journal },
): Promise<void> {
  const book = bookOf(facts, { folder });
  if (book === null) return;
  await refuseWithoutLedger(journal.store);
  try {
    await soundMeasuresOf({ id: facts.id, job, book }, { files, folder });
  } catch (error) {
    // A book that is not the recorded one is read again by the next run.
    if (!(error instanceof Failure)) throw error;
  }
}
