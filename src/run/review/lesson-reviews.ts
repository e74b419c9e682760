import type { JobStatus } from "../../ledger/format/job-status.ts";
import { overlayInForce, respokenInForce } from "../../ledger/format/review/corrections.ts";
import { type ReviewStatus, reviewStatus } from "../../ledger/format/review/review-status.ts";
import type { Seen, StoryFacts } from "../../ledger/format/state.ts";
import type { ReviewTerms } from "../../plan/plan.ts";
import { hasText } from "../bind/has-text.ts";
import type { CourseFolder } from "../course-folder.ts";
import { readRecorded } from "../course-folder.ts";
import type { PlannedLesson } from "../lesson.ts";
import type { MatchedPlan } from "../match.ts";
import { isTimed } from "../times/lesson-times.ts";

/** What reviewers have decided about a lesson as it would be packaged now. */
export interface LessonReview {
  readonly lesson: PlannedLesson;
  readonly jobStatus: JobStatus["kind"];
  readonly story: StoryFacts;
  readonly now: Seen;
  readonly status: ReviewStatus;
}

/** The parts of a story that a package binds now, by their hashes in the ledger; null if it has no text yet. Pure. */
export function partsOf(story: StoryFacts): Seen | null {
  if (story.saved === null) return null;
  const times = isTimed(story) ? (story.times?.sha256 ?? null) : null;
  const overlay = overlayInForce(story);
  // Left out without a correction, as in the decisions of older versions.
  const correction = overlay === null ? {} : { correction: overlay.sha256 };
  const respoken = respokenInForce(story);
  if (respoken !== null)
    return {
      text: story.saved.sha256,
      sound: respoken.sound.sha256,
      times: respoken.times.sha256,
      ...correction,
    };
  return { text: story.saved.sha256, sound: story.book?.sha256 ?? null, times, ...correction };
}

/** The reviews of all lessons of a plan that have a text, from the ledger alone. Empty if the plan asks for none. Pure. */
export function reviewsOf(plan: MatchedPlan): LessonReview[] {
  return plan.review === null ? [] : reviewsBy(plan.review, plan);
}

/** Like `reviewsOf`, for given terms. */
export function reviewsBy({ required }: Pick<ReviewTerms, "required">, plan: MatchedPlan): LessonReview[] {
  return plan.lessons.flatMap((lesson) => {
    const { status: jobStatus } = lesson;
    if (jobStatus.kind !== "done" && !hasText(jobStatus)) return [];
    const { story } = jobStatus;
    const now = partsOf(story);
    if (now === null) return [];
    const status = reviewStatus(story.decisions, now, required);
    return [{ lesson, jobStatus: jobStatus.kind, story, now, status }];
  });
}

/**
 * Like `reviewsOf`, but with the files as they are on disk: a file of times that is damaged or gone is not bound, so an approval that saw it
 * doesn't count. (A text, a recording or a correction, spoken anew or not, that is not what the ledger recorded stops the binding.)
 */
export async function reviewsOnDisk(plan: MatchedPlan, courseFolder: CourseFolder): Promise<LessonReview[]> {
  const { review } = plan;
  return review === null ? [] : reviewsOnDiskBy(review, plan, courseFolder);
}

/** Like `reviewsOnDisk`, for given terms. */
export async function reviewsOnDiskBy(
  terms: Pick<ReviewTerms, "required">,
  plan: MatchedPlan,
  courseFolder: CourseFolder,
): Promise<LessonReview[]> {
  return Promise.all(
    reviewsBy(terms, plan).map(async (review) => {
      const now = await onDisk(review, courseFolder);
      if (now.times === review.now.times) return review;
      return { ...review, now, status: reviewStatus(review.story.decisions, now, terms.required) };
    }),
  );
}

async function onDisk(
  { now, story }: Pick<LessonReview, "now" | "story">,
  courseFolder: CourseFolder,
): Promise<Seen> {
  // A recording with sentences spoken anew stops the binding, like its correction.
  if (now.times === null || story.times === null || respokenInForce(story) !== null) return now;
  const bytes = await readRecorded(story.times, courseFolder);
  return bytes === null ? { ...now, times: null } : now;
}
