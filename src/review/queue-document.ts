import type { ReviewStatus } from "../ledger/format/reviews.ts";
import type { Decision } from "../ledger/format/state.ts";
import type { Finding } from "../lessons/quality/finding.ts";
import { cleanLine, cleanText } from "../shared/text.ts";
import type { CourseNow, DeskCourse } from "./desk-course.ts";
import type { FindingDocument, QueueDocument, QueuedLesson, StatusDocument } from "./documents.ts";

/** Puts a finding into words. */
export type DescribeFinding = (finding: Finding) => string;

const gravity: Readonly<Record<string, number>> = { fail: 3, hold: 2, warn: 1 };

/** The course's current queue: first the lessons with the gravest findings, then those with the most, then in the plan's order. */
export async function readQueue(
  {
    course,
    describe,
  }: { readonly course: Pick<DeskCourse, "quality" | "required">; describe: DescribeFinding },
  now: CourseNow,
): Promise<QueueDocument> {
  const { plan, reviews } = now;
  const findings = (await course.quality(now))?.findings ?? [];
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
    required: course.required,
    isAsked: plan.review !== null,
    unmade: Math.max(0, plan.jobs.length - reviews.length),
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
