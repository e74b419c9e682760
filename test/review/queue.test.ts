import { expect, test } from "vitest";
import type { ReviewStatus } from "../../src/ledger/format/reviews.ts";
import type { Decision, Seen } from "../../src/ledger/format/state.ts";
import type { Finding } from "../../src/lessons/quality/finding.ts";
import type { CourseNow } from "../../src/review/desk-course.ts";
import { readQueue, statusDocument } from "../../src/review/page-documents.ts";
import type { QualityReport } from "../../src/run/quality.ts";
import type { LessonReview } from "../../src/run/reviews.ts";

const seen: Seen = { text: "a".repeat(64), sound: null, times: null };
const waiting: ReviewStatus = { kind: "waiting", missing: 1, by: [], lapsed: [] };

const lesson = (id: string, status: ReviewStatus = waiting): LessonReview =>
  ({
    lesson: { job: { id, request: { topic: `The ${id}`, lang: "es", difficulty: 2 } } },
    status,
  }) as unknown as LessonReview;
const finding = (job: string, severity: Finding["severity"], atMs: number | null = null): Finding => ({
  check: "brokenOff",
  job,
  severity,
  spots: [{ sentence: 1, text: "…", atMs }],
});

const queueOf = (reviews: readonly LessonReview[], findings: readonly Finding[]) => {
  const course = { required: 1, quality: async () => ({ findings }) as QualityReport };
  const plan = { title: "A course", edition: "1", review: null, jobs: Array(reviews.length + 2) };
  const now = { plan, reviews } as unknown as CourseNow;
  return readQueue({ course, describe: ({ check }) => check }, now);
};

test("the queue begins with the gravest findings, then the most of them, then keeps the plan's order", async () => {
  const reviews = ["a", "b", "c", "d", "e"].map((id) => lesson(id));
  const findings = [
    finding("b", "warn"),
    finding("c", "warn"),
    finding("c", "warn", 2_500),
    finding("d", "hold"),
    finding("e", "fail"),
  ];
  const { lessons, isAsked, unmade } = await queueOf(reviews, findings);
  expect(lessons.map(({ job }) => job)).toEqual(["e", "d", "c", "b", "a"]);
  expect(lessons[2]?.findings.map(({ atSeconds }) => atSeconds)).toEqual([null, 2.5]);
  expect(isAsked).toBe(false);
  expect(unmade).toBe(2);
});

test("names and topics on the page are cleaned", async () => {
  const by = { who: "Ana\u202e Ruiz\u001b[2J", why: "Too\u202e long", decision: "1" } as unknown as Decision;
  const status: ReviewStatus = { kind: "rejected", by: { ...by, seen } };
  const { people, why } = statusDocument(status);
  expect([people, why]).toEqual([["Ana Ruiz[2J"], "Too long"]);
  const [shown] = (await queueOf([lesson("x\u0007y", status)], [])).lessons;
  expect(shown?.topic).not.toContain("\u0007");
});
