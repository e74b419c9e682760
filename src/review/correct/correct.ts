import { newestCorrections } from "../../ledger/format/review/corrections.ts";
import { withChange } from "../../lessons/correction/change-corrections.ts";
import type { Corrections } from "../../lessons/correction/overlay.ts";
import { readCorrected } from "../../run/correct/read-corrected.ts";
import { type CorrectionOf, recordCorrection, undoCorrection } from "../../run/correct/record-correction.ts";
import { Failure } from "../../shared/failure.ts";
import { realFiles } from "../../shared/files/real-files.ts";
import type { World } from "../../shared/world.ts";
import type { CourseNow, DeskCourse } from "../desk-course.ts";
import type { CorrectionRequest, UndoRequest } from "../documents.ts";
import { originalLesson } from "../original-lesson.ts";
import { isSameText, lessonIn, type Recorded, refused } from "../record.ts";
import { nameRecorded } from "../recorded-text.ts";

export interface CorrectionDesk {
  readonly course: DeskCourse;
  readonly world: Pick<World, "now">;
}

/**
 * Records what a person corrected in a lesson, durable before this resolves. Refuses it if the lesson is no longer what the person saw. One
 * that is in the ledger already is recorded, however often it is sent; one that changes nothing records nothing. Buys nothing. Throws a
 * Failure if the ledger can't be written now, or if an earlier correction can't be read.
 */
export async function correctLesson(
  { course, world }: CorrectionDesk,
  request: CorrectionRequest,
): Promise<Recorded> {
  return course.write(async (store, now) => {
    const about = aboutOf(request, now);
    if ("kind" in about) return about;
    const read = await readCorrected(about.story, request.job, { files: realFiles, folder: course.folder });
    if (read.kind === "damaged") throw new Failure(read.problem);
    const original = originalLesson(request.job, now, read.original);
    if (original === null) return refused("not_understood");
    const changed = withChange(read.corrections, request.change, original);
    if (changed === "no_such_part") return refused("not_understood");
    if (changed === "nothing_left") return refused("nothing_left");
    if (JSON.stringify(partsOf(changed)) === JSON.stringify(partsOf(read.corrections)))
      return { kind: "recorded" };
    await recordCorrection(about, changed, {
      store,
      files: realFiles,
      folder: course.folder,
      now: world.now(),
    });
    return { kind: "recorded" };
  });
}

/** Takes the newest correction of a lesson back. Like `correctLesson`, but it needs none of the files. */
export async function undoLastCorrection(course: DeskCourse, request: UndoRequest): Promise<Recorded> {
  return course.write(async (store, now) => {
    const about = aboutOf(request, now);
    if ("kind" in about) return about;
    if (newestCorrections(about.story).newest?.correction !== request.undoes)
      return refused("lesson_changed");
    await undoCorrection(about, { store });
    return { kind: "recorded" };
  });
}

function partsOf({ title, sentences, glosses }: Corrections): readonly unknown[] {
  return [title, sentences, glosses];
}

function aboutOf(request: CorrectionRequest | UndoRequest, now: CourseNow): CorrectionOf | Recorded {
  const lesson = lessonIn(now, request);
  if (lesson === null) return refused("not_found");
  const { story } = lesson;
  if (story.corrections.some(({ correction }) => correction === request.id)) return { kind: "recorded" };
  if (!isSameText(lesson, request)) return refused("lesson_changed");
  const who = nameRecorded(request.who);
  if (who === null) return refused("not_understood");
  const { recordName } = lesson.lesson;
  return { recordName, story, correction: request.id, who, seen: request.seen };
}
