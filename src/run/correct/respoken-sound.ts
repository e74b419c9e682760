import { join } from "node:path";
import { respokenInForce } from "../../ledger/format/review/corrections.ts";
import type { StoryFacts } from "../../ledger/format/state.ts";
import { type RespokenFacts, readRespoken } from "../../lessons/correction/respoken-file.ts";
import type { BookFile } from "../../package/contents/course.ts";
import { Failure } from "../../shared/failure.ts";
import { measureFile } from "../../shared/files/file-pieces.ts";
import { compareRecorded } from "../bind/read-recorded.ts";
import type { CourseFolder } from "../bind/read-saved.ts";
import type { RunProblem } from "../problem.ts";

/** A recording with sentences that were spoken anew, and what is known about it. */
export interface RespokenSound {
  readonly book: BookFile;
  readonly facts: RespokenFacts;
}

/**
 * The recording in force that has corrected sentences spoken anew; null: the book's own sound is in force. Throws a Failure with
 * `correction_unusable` if it is not what the ledger recorded: the book's sound would not be what people approved.
 */
export async function respokenSound(
  story: Pick<StoryFacts, "corrections" | "book" | "respoken">,
  job: string,
  { files, folder }: Pick<CourseFolder, "files" | "folder">,
): Promise<RespokenSound | null> {
  const recorded = respokenInForce(story);
  if (recorded === null) return null;
  const { sound, times } = recorded;
  const unusable = (file: string, why: "missing" | "changed"): Failure =>
    new Failure<RunProblem>({ code: "correction_unusable", job, path: join(folder, file), why });
  const content = await compareRecorded(times, { files, folder });
  if (typeof content === "string") throw unusable(times.file, content);
  const facts = readRespoken(content);
  if (facts === null || facts.sound.sha256 !== sound.sha256) throw unusable(times.file, "changed");
  const measured = await measureFile(join(folder, sound.file), files);
  if (measured === null) throw unusable(sound.file, "missing");
  if (measured.sha256 !== sound.sha256) throw unusable(sound.file, "changed");
  const { file, bytes, sha256 } = sound;
  return { book: { path: join(folder, file), bytes, sha256, contentType: "audio/mpeg" }, facts };
}
