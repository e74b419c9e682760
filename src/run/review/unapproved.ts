import type { ReviewTerms } from "../../plan/plan.ts";
import type { LeftOut } from "../course-folder.ts";
import type { RunProblem } from "../problem.ts";
import type { LessonReview } from "./lesson-reviews.ts";

/** Lessons that stay out of a package, by job: those on hold for what was found in them, and those that are not approved. Pure. */
export function leftOutOf(held: readonly string[], reviews: readonly LessonReview[]): Map<string, LeftOut> {
  return new Map([
    ...reviews.flatMap(({ lesson, status }) =>
      status.kind === "approved" ? [] : [[lesson.job.id, "unapproved"] as const],
    ),
    // Approving a lesson that is on hold would change nothing.
    ...held.map((job) => [job, "held"] as const),
  ]);
}

/** How many lessons have each review status, of those that can be reviewed. */
export interface ReviewCounts {
  readonly approved: number;
  readonly waiting: number;
  readonly held: number;
  readonly rejected: number;
  /** Of the waiting ones: approved before, and changed since. */
  readonly lapsed: number;
}

/** Counts reviews by status. A lesson that is still being made isn't counted: what there is of it will change. Pure. */
export function countReviews(reviews: readonly LessonReview[]): ReviewCounts {
  const counts = { approved: 0, waiting: 0, held: 0, rejected: 0, lapsed: 0 };
  for (const { jobStatus, status } of reviews) {
    if (jobStatus === "active") continue;
    counts[status.kind] += 1;
    if (status.kind === "waiting" && status.lapsed.length > 0) counts.lapsed += 1;
  }
  return counts;
}

/**
 * The problem of lessons that can be reviewed and are not approved; null if there is none. `allowPartial`: the user wants a package without
 * them, so that they are a problem only if none is approved. Pure.
 */
export function problemOfUnapproved(
  terms: ReviewTerms | null,
  reviews: readonly LessonReview[],
  allowPartial: boolean,
): RunProblem | null {
  const { approved, waiting: _, ...counts } = countReviews(reviews);
  const jobs = reviews
    .filter(({ jobStatus, status }) => jobStatus !== "active" && status.kind !== "approved")
    .map(({ lesson }) => lesson.job.id);
  if (terms === null || jobs.length === 0 || (allowPartial && approved > 0)) return null;
  return { code: "lessons_unapproved", required: terms.required, jobs, approved, ...counts };
}
