import fc from "fast-check";
import { expect, it } from "vitest";
import { timelineOf } from "../../src/course/timeline.ts";
import type { LedgerEvent } from "../../src/ledger/format/event.ts";
import { fold, jobKey } from "../../src/ledger/format/fold.ts";
import { jobStatusOf } from "../../src/ledger/format/job-status.ts";
import { anyHistory } from "../ledger/format/any-history.ts";
import { attemptId, bookId, intended, opened, runId, sha256, storyId } from "../ledger/format/histories.ts";

const edition = "1";
const lessons = ["a.es.2", "b.es.2"].map((name) => ({ name, recordKey: jobKey(edition, name) }));

it("agrees with the ledger in every history: a creation for each intention, and no two steps at once", () => {
  fc.assert(
    fc.property(anyHistory, (events) => {
      const state = fold(events);
      const { rows, starts } = timelineOf(events, { edition, lessons });
      let creations = 0;
      for (const { name, recordKey } of lessons) {
        const record = state.jobs.get(recordKey);
        const spans = rows.find((row) => row.job === name)?.spans ?? [];
        const created = spans.filter(({ phase }) => phase === "creating");
        expect(created.length).toBe(record?.attempts.length ?? 0);
        creations += created.length;
        for (const [index, { from, to }] of spans.entries()) {
          if (to !== null) expect(to).toBeGreaterThanOrEqual(from);
          const next = spans[index + 1];
          if (next !== undefined) expect(next.from).toBeGreaterThanOrEqual(to ?? Number.POSITIVE_INFINITY);
        }
      }
      expect(starts.length).toBeGreaterThanOrEqual(creations);
    }),
    { seed: 20_261_124, numRuns: 150 },
  );
});

it("shows from when to when a lesson was queued, created, written, narrated and exported", () => {
  const ofJob = { edition, job: "a.es.2", id: storyId };
  const observed = { type: "story.observed", ...ofJob, credits: 13, error: null };
  const book = { id: bookId, status: "making" };
  const bodies: readonly (readonly [second: number, body: object])[] = [
    [0, opened],
    [1, { type: "run.started", edition, run: runId, plan: sha256, jobs: 1 }],
    [5, intended({ edition, job: "a.es.2" })],
    [6, { type: "creation.accepted", ...ofJob, attempt: attemptId, status: 202, warnings: [] }],
    [20, { ...observed, status: "writing", book: null }],
    [40, { ...observed, status: "making_audiobook", book }],
    [41, { type: "story.saved", ...ofJob, file: "a", bytes: 1, sha256 }],
    [60, { ...observed, status: "done", book: { ...book, status: "ready" } }],
    [64, { type: "book.exported", ...ofJob, book: bookId, contentType: null, file: "b", bytes: 1, sha256 }],
    [70, { type: "run.ended", edition, run: runId, exitCode: 0 }],
    // The next day, when no run works any more.
    [90_000, { type: "comment.added", ...ofJob, comment: attemptId, who: "Ann", text: "Good.", seen: {} }],
  ];
  const start = Date.UTC(2026, 10, 24, 10);
  const events = bodies.map(
    ([second, body], index) =>
      ({
        ...body,
        seq: index + 1,
        at: new Date(start + second * 1000).toISOString(),
        hash: sha256,
      }) as LedgerEvent,
  );
  const timeline = timelineOf(events, { edition, lessons });
  const seconds = (ms: number | null) => (ms === null ? null : (ms - start) / 1000);
  const spans = timeline.rows.flatMap((row) =>
    row.spans.map(({ phase, from, to }) => [row.job, phase, seconds(from), seconds(to)]),
  );
  expect(spans).toEqual([
    ["a.es.2", "queued", 1, 5],
    ["a.es.2", "creating", 5, 6],
    ["a.es.2", "writing", 6, 40],
    ["a.es.2", "narrating", 40, 60],
    ["a.es.2", "exporting", 60, 64],
  ]);
  expect(timeline.starts.map(seconds)).toEqual([5]);
  expect(jobStatusOf(fold(events).jobs.get(jobKey(edition, "a.es.2"))).kind).toBe("done");
});
