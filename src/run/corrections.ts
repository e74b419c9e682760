import { join } from "node:path";
import { overlayInForce, respokenInForce } from "../ledger/format/reviews.ts";
import type { StoryFacts } from "../ledger/format/state.ts";
import { applyCorrections } from "../lessons/correction/apply-overlay.ts";
import type { CorrectedStory } from "../lessons/correction/corrected-story.ts";
import { noCorrections, readOverlay } from "../lessons/correction/overlay.ts";
import { type RespokenFacts, readRespoken } from "../lessons/correction/respoken-file.ts";
import type { BookFile } from "../package/contents/course.ts";
import { Failure } from "../shared/failure.ts";
import { isIntact, type Place, readRecorded, readSaved } from "./course-folder.ts";
import type { RunProblem } from "./problem.ts";

/**
 * Reads a text, never without its corrections: a corrected error must not come back unnoticed. Throws a Failure, `file_damaged` or
 * `correction_unusable`, if a file is not what the ledger recorded.
 */
export async function readCorrected(
  story: Pick<StoryFacts, "saved" | "corrections">,
  job: string,
  courseFolder: Place,
): Promise<CorrectedStory> {
  const original = await readSaved(story.saved, { ...courseFolder, job });
  const recorded = overlayInForce(story);
  if (recorded === null) return { ...original, original, corrections: noCorrections, laid: null };
  const read = await readRecorded(recorded, courseFolder);
  const corrections = read && readOverlay(read);
  const isOfText = corrections !== null && corrections.text === story.saved?.sha256;
  const laid = isOfText ? applyCorrections(original, corrections) : null;
  if (corrections === null || laid === null) throw unusable(job, join(courseFolder.folder, recorded.file));
  return { title: laid.title, text: laid.text, original, corrections, laid };
}

function unusable(job: string, path: string): Failure {
  return new Failure<RunProblem>({ code: "correction_unusable", job, path });
}

export interface RespokenSound {
  readonly book: BookFile;
  readonly facts: RespokenFacts;
}

/**
 * Reads the recording with sentences spoken anew; null if the book's own sound is in force. Throws a Failure with `correction_unusable` if the
 * recording differs from what the ledger recorded: the book's own sound can't replace it, because people have not approved that.
 */
export async function respokenSound(
  story: Pick<StoryFacts, "corrections" | "book" | "respoken">,
  job: string,
  place: Place,
): Promise<RespokenSound | null> {
  const recorded = respokenInForce(story);
  if (recorded === null) return null;
  const { sound, times } = recorded;
  const content = await readRecorded(times, place);
  const facts = content && readRespoken(content);
  if (facts?.sound.sha256 !== sound.sha256) throw unusable(job, join(place.folder, times.file));
  if (!(await isIntact(place, sound))) throw unusable(job, join(place.folder, sound.file));
  const { file, bytes, sha256 } = sound;
  return { book: { path: join(place.folder, file), bytes, sha256, contentType: "audio/mpeg" }, facts };
}
