import { overlayInForce } from "../ledger/format/reviews.ts";
import type { LedgerState } from "../ledger/format/state.ts";
import { readCorrected } from "../run/corrections.ts";
import type { PlannedLesson } from "../run/lesson.ts";
import type { MatchedPlan } from "../run/match.ts";
import { countJobs, creditsOf, problemsOfLessons } from "../run/report.ts";
import { countReviews, objectionsIn, reviewsOf } from "../run/reviews.ts";
import { divideWork } from "../run/work.ts";
import type { Files } from "../shared/files/files.ts";

export type CourseStatus = ReturnType<typeof courseStatus>;

/** How many lessons have a correction in force. */
function countCorrected(lessons: readonly PlannedLesson[]): number {
  return lessons.filter(({ status }) => "story" in status && overlayInForce(status.story) !== null).length;
}

export function courseStatus(plan: MatchedPlan, state: LedgerState) {
  const { lessons } = plan;
  const reviews = reviewsOf(plan);
  return {
    // Only a plan that asks for reviews has gates.
    gates: plan.review === null ? [] : divideWork(plan, { lessons, replace: [] }, state).gates,
    counts: countJobs(plan, plan.lessons),
    credits: creditsOf(plan, lessons, state),
    // Objections count even if the plan asks for no review.
    review: plan.review === null ? null : countReviews(reviews),
    objections: objectionsIn(reviews),
    corrected: countCorrected(lessons),
    problems: problemsOfLessons(plan, lessons),
  };
}

/** The lessons' titles by job id, with corrections applied. Jobs without a title, or whose files can't be read, are left out. */
export async function lessonTitles(
  lessons: readonly PlannedLesson[],
  courseFolder: { readonly files: Files; readonly folder: string },
): Promise<ReadonlyMap<string, string>> {
  const titles = new Map<string, string>();
  for (const { job, status } of lessons) {
    if (!("story" in status) || status.story.saved === null) continue;
    const story = await readCorrected(status.story, job.id, courseFolder).catch(() => null);
    if (story !== null && story.title !== null) titles.set(job.id, story.title);
  }
  return titles;
}
