import type { ReviewStatus } from "../ledger/format/reviews.ts";
import type { Decision } from "../ledger/format/state.ts";
import type { Finding } from "../lessons/quality/finding.ts";
import type { Plan } from "../plan/plan.ts";
import type { LessonReview } from "../run/reviews.ts";
import { cleanLine, cleanText } from "../shared/text.ts";
import type { CourseNow, DeskCourse } from "./desk-course.ts";
import type { FindingDocument, QueueDocument, QueuedLesson, StatusDocument } from "./documents.ts";

/** Puts a finding into words. */
export type DescribeFinding = (finding: Finding) => string;

/** The course's current queue. */
export async function readQueue(
  { course, describe }: { readonly course: DeskCourse; readonly describe: DescribeFinding },
  now: CourseNow,
): Promise<QueueDocument> {
  const quality = await course.quality(now);
  const { plan, reviews } = now;
  return queueDocument({
    plan,
    required: course.required,
    planned: plan.jobs.length,
    reviews,
    findings: quality?.findings ?? [],
    describe,
  });
}

interface QueueSource {
  readonly plan: Pick<Plan, "title" | "edition" | "review">;
  readonly required: number;
  /** How many lessons the plan has. */
  readonly planned: number;
  readonly reviews: readonly LessonReview[];
  readonly findings: readonly Finding[];
  readonly describe: DescribeFinding;
}

const gravity: Readonly<Record<string, number>> = { fail: 3, hold: 2, warn: 1 };

/** The lessons to review: first those with the gravest findings, then those with the most, then in the plan's order. Pure. */
export function queueDocument({
  plan,
  required,
  planned,
  reviews,
  findings,
  describe,
}: QueueSource): QueueDocument {
  const lessons = reviews.map(({ lesson: { job }, status }): QueuedLesson => {
    const { topic, lang, difficulty } = job.request;
    const own = findingsOf(job.id, findings, describe);
    const volume = `${lang}-${difficulty}`;
    return { job: job.id, topic: cleanLine(topic), volume, status: statusDocument(status), findings: own };
  });
  const weightOf = ({ findings: own }: QueuedLesson): number =>
    Math.max(0, ...own.map(({ severity }) => gravity[severity] ?? 0)) * 1_000 + own.length;
  return {
    title: cleanLine(plan.title),
    edition: plan.edition,
    required,
    isAsked: plan.review !== null,
    unmade: Math.max(0, planned - reviews.length),
    gate: plan.review?.gate ?? null,
    lessons: lessons.sort((a, b) => weightOf(b) - weightOf(a)),
  };
}

/** A lesson's findings, for the page. Pure. */
export function findingsOf(
  job: string,
  findings: readonly Finding[],
  describe: DescribeFinding,
): FindingDocument[] {
  return findings
    .filter((finding) => finding.job === job)
    .map((finding) => {
      const atMs = finding.spots.find((spot) => spot.atMs !== null)?.atMs ?? null;
      return {
        severity: finding.severity,
        text: describe(finding),
        atSeconds: atMs === null ? null : atMs / 1_000,
      };
    });
}

/** A review status for the page. Pure. */
export function statusDocument(status: ReviewStatus): StatusDocument {
  const none = { people: [], why: null, missing: 0, lapsed: [] };
  switch (status.kind) {
    case "held":
    case "rejected": {
      const { who, why } = status.by;
      const reason = why === null ? null : cleanText(why);
      return { ...none, kind: status.kind, people: [cleanLine(who)], why: reason };
    }
    case "approved":
      return { ...none, kind: "approved", people: namesOf(status.by) };
    case "waiting": {
      const lapsed = status.lapsed.map(({ decision, changed }) => ({
        who: cleanLine(decision.who),
        changed,
      }));
      return { ...none, kind: "waiting", people: namesOf(status.by), missing: status.missing, lapsed };
    }
  }
}

function namesOf(decisions: readonly Decision[]): string[] {
  return decisions.map(({ who }) => cleanLine(who));
}
