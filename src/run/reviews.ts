import {
  type ObjectedLesson,
  type Objection,
  overlayInForce,
  type ReviewStatus,
  respokenInForce,
  reviewStatus,
} from "../ledger/format/reviews.ts";
import type { Seen, StoryFacts } from "../ledger/format/state.ts";
import { isMissing } from "../package/contents/course.ts";
import type { ReviewTerms } from "../plan/plan.ts";
import { grouped } from "../shared/grouped.ts";
import { isTimed } from "./course-folder.ts";
import { gapsOf, type LeftOut, type Order, type PlannedLesson, volumeOf } from "./lesson.ts";
import type { MatchedPlan } from "./match.ts";
import type { RunProblem, WaitingGate } from "./problem.ts";

/** The review of a lesson as it would be packaged now. */
export type LessonReview = ReturnType<typeof reviewsOf>[number];

/** The parts of a story that people review, by their hashes in the ledger; null if it has no text yet. */
export function partsOf(story: StoryFacts): Seen | null {
  if (story.saved === null) return null;
  const times = isTimed(story) ? (story.times?.sha256 ?? null) : null;
  const overlay = overlayInForce(story);
  // Left out without a correction, as in the decisions of older versions.
  const correction = overlay === null ? {} : { correction: overlay.sha256 };
  const respoken = respokenInForce(story);
  const text = story.saved.sha256;
  if (respoken !== null)
    return { text, sound: respoken.sound.sha256, times: respoken.times.sha256, ...correction };
  return { text, sound: story.book?.sha256 ?? null, times, ...correction };
}

/**
 * The reviews of all finished lessons, from the ledger alone. If no approval is required, lessons that nobody has held or rejected count as
 * approved.
 */
export function reviewsOf(plan: MatchedPlan, required = plan.review?.required ?? 0) {
  return plan.lessons.flatMap((lesson) => {
    if (lesson.status.kind !== "done") return [];
    const { story } = lesson.status;
    const now = partsOf(story);
    return now === null ? [] : [{ lesson, story, now, status: reviewStatus(story.decisions, now, required) }];
  });
}

/**
 * What a package of the plan has and lacks. `lessons`: those that have to be approved; `held`: the jobs on hold because of their findings. Lessons
 * that people held, rejected or have not approved are left out, too.
 */
export function judgePackage(
  plan: MatchedPlan,
  lessons: readonly PlannedLesson[],
  { held, allowPartial }: { readonly held: readonly string[]; readonly allowPartial: boolean },
) {
  const selected = new Set(lessons.map(({ job }) => job.id));
  const reviews = reviewsOf(plan);
  const asked = reviews.filter(({ lesson }) => selected.has(lesson.job.id));
  const gaps = gapsOf(plan, leftOutOf(held, reviews));
  return {
    gaps,
    /** The selected jobs' gaps that a package is not written with, unless a partial one is allowed. */
    missed: gaps.filter((gap) => isMissing(gap) && selected.has(gap.job)),
    lessons: plan.jobs.length - gaps.filter(({ lacks }) => lacks === "lesson").length,
    unapproved: problemOfUnapproved(plan.review, asked, allowPartial),
  };
}

/**
 * The plan's gate (`review: { gate: 3 }`): from each volume, the first three jobs may be bought right away, all others only when three of its lessons
 * are approved as they are now. A replacement may always be bought: without one, a rejected sample would keep the gate closed for good. From the
 * ledger alone, so that `plan` and `run` agree.
 */
export function holdBack(
  orders: readonly Order[],
  plan: MatchedPlan,
): Record<"open" | "held", readonly Order[]> & { readonly gates: readonly WaitingGate[] } {
  const gate = plan.review?.gate ?? null;
  if (gate === null) return { open: orders, held: [], gates: [] };
  const approved = new Set(
    reviewsOf(plan).flatMap(({ lesson, status }) => (status.kind === "approved" ? [lesson.job.id] : [])),
  );
  const byVolume = grouped(orders, ({ lesson }) => volumeOf(lesson.job.request));
  const held = new Set<Order>();
  const gates: WaitingGate[] = [];
  for (const [volume, jobs] of grouped(plan.jobs, ({ request }) => volumeOf(request))) {
    const first = jobs.slice(0, gate).map(({ id }) => id);
    const missing = first.length - jobs.filter(({ id }) => approved.has(id)).length;
    const waiting = (byVolume.get(volume) ?? []).filter(
      ({ lesson, replaces }) => replaces === null && !first.includes(lesson.job.id),
    );
    if (missing <= 0 || waiting.length === 0) continue;
    for (const order of waiting) held.add(order);
    const samples = first.filter((id) => !approved.has(id));
    gates.push({ volume, missing, samples, waiting: waiting.length });
  }
  return { open: orders.filter((order) => !held.has(order)), held: [...held], gates };
}

/** The lessons that are left out of the package, by job. */
function leftOutOf(held: readonly string[], reviews: readonly LessonReview[]): Map<string, LeftOut> {
  const kept = reviews.filter(({ status }) => status.kind !== "approved");
  return new Map<string, LeftOut>([
    ...kept.map(({ lesson, status }): [string, LeftOut] => {
      const by = objectionIn(status);
      return [lesson.job.id, { state: "unapproved", ...(by !== null && { by }) }];
    }),
    // Approving a lesson that is on hold would change nothing.
    ...held.map((job) => [job, { state: "held" as const }] as const),
  ]);
}

function objectionIn(status: ReviewStatus): Objection | null {
  if (status.kind !== "held" && status.kind !== "rejected") return null;
  const { who, at, why } = status.by;
  return { decision: status.kind, who, at, why };
}

export function objectionsIn(reviews: readonly LessonReview[]): ObjectedLesson[] {
  return reviews.flatMap(({ lesson, status }) => {
    const objection = objectionIn(status);
    return objection === null ? [] : [{ job: lesson.job.id, ...objection }];
  });
}

export type ReviewCounts = ReturnType<typeof countReviews>;

/** Counts reviews by their status. */
export function countReviews(reviews: readonly LessonReview[]) {
  const counts = { approved: 0, waiting: 0, held: 0, rejected: 0 };
  for (const { status } of reviews) counts[status.kind] += 1;
  return counts;
}

/**
 * The problem of lessons that are not approved; null if all are. `allowPartial`: the user accepts a package without the others, so they are a problem
 * only if none is approved.
 */
function problemOfUnapproved(
  terms: ReviewTerms | null,
  reviews: readonly LessonReview[],
  allowPartial: boolean,
): RunProblem | null {
  const { approved } = countReviews(reviews);
  const jobs = reviews.flatMap(({ lesson, status }) => (status.kind === "approved" ? [] : [lesson.job.id]));
  if (jobs.length === 0 || (allowPartial && approved > 0)) return null;
  const objections = objectionsIn(reviews);
  return { code: "lessons_unapproved", required: terms?.required ?? 0, jobs, objections, approved };
}
