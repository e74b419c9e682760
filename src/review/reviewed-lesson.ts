import { amountsOf } from "../ledger/format/charges.ts";
import type { JobRecord } from "../ledger/format/state.ts";
import type { CorrectedStory } from "../lessons/correction/corrected-story.ts";
import type { RespokenFacts } from "../lessons/correction/respoken-file.ts";
import type { LessonSource } from "../package/contents/course.ts";
import { sourceOf } from "../run/bind.ts";
import { readCorrected } from "../run/correct/read-corrected.ts";
import { respokenSound } from "../run/correct/record-correction.ts";
import type { LessonReview } from "../run/reviews.ts";
import { realFiles } from "../shared/files/real-files.ts";
import { type CourseNow, type DeskCourse, serviceOf } from "./desk-course.ts";

/** A lesson that can be reviewed, with what a package would be made from. */
export interface ReviewedLesson {
  readonly review: LessonReview;
  readonly record: JobRecord;
  readonly source: LessonSource;
  readonly story: CorrectedStory;
  /** What was spoken anew in its recording; null: nothing. */
  readonly respoken: RespokenFacts | null;
  /** What the lesson cost, as far as the service's figures show it. */
  readonly credits: number;
}

/** Null if there is none of that name. Throws a Failure if its text or its correction is not what the ledger recorded. */
export async function reviewedLesson(
  job: string,
  now: CourseNow,
  course: DeskCourse,
): Promise<ReviewedLesson | null> {
  const review = now.reviews.find(({ lesson }) => lesson.job.id === job);
  if (review?.lesson.record === undefined) return null;
  const { record, status } = review.lesson;
  const { plan, state } = now;
  const courseFolder = { files: realFiles, folder: course.folder, state, service: serviceOf(state) };
  const source = await sourceOf(review.lesson, plan, courseFolder);
  const story = await readCorrected(review.story, job, courseFolder);
  if (source === null || story.kind === "damaged") return null;
  const spoken = await respokenSound(review.story, job, courseFolder);
  const credits = status.kind === "done" ? amountsOf(record, status.attempt).spent : 0;
  return { review, record, source, story, respoken: spoken?.facts ?? null, credits };
}
