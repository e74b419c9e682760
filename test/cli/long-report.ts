import { timelineOf } from "../../src/course/timeline.ts";
import { costsOf } from "../../src/ledger/format/charges.ts";
import type { LedgerEvent } from "../../src/ledger/format/event.ts";
import { fold, jobKey } from "../../src/ledger/format/fold.ts";
import type { Plan } from "../../src/plan/plan.ts";
import type { RunReport } from "../../src/run/report.ts";
import { bookId, id, intended, opened, runId, sha256 } from "../ledger/format/histories.ts";

const edition = "1";
const start = Date.UTC(2026, 10, 24, 8);
/** Nineteen within ten minutes. */
const betweenStarts = 33;

/** The report of a run that made so many lessons with audiobooks, each in the same time; a new one begins every 33 s. */
export function longReport(lessons: number) {
  const timed: (readonly [second: number, body: object])[] = [
    [0, opened],
    [1, { type: "run.started", edition, run: runId, plan: sha256, jobs: lessons }],
  ];
  const jobs = Array.from({ length: lessons }, (_, index) => `t${index + 1}.es.2`);
  for (const [index, job] of jobs.entries()) {
    const second = 5 + index * betweenStarts;
    const attempt = id(0x1000 + index);
    const ofStory = { edition, job, id: id(0x9000 + index) };
    const observed = { type: "story.observed", ...ofStory, credits: 13, error: null };
    const file = { bytes: 1, sha256 };
    timed.push(
      [second, intended({ edition, job, attempt, replaces: false })],
      [second + 2, { type: "creation.accepted", ...ofStory, attempt, status: 202, warnings: [] }],
      [second + 62, { ...observed, status: "making_audiobook", book: { id: bookId, status: "making" } }],
      [second + 63, { type: "story.saved", ...ofStory, file: "a", ...file }],
      [second + 182, { ...observed, status: "done", book: { id: bookId, status: "ready" } }],
      [
        second + 192,
        { type: "book.exported", ...ofStory, book: bookId, contentType: null, file: "b", ...file },
      ],
    );
  }
  const events = timed
    .sort(([a], [b]) => a - b)
    .map(([second, body], index) => {
      const at = new Date(start + second * 1000).toISOString();
      return { ...body, seq: index + 1, at, hash: sha256 } as LedgerEvent;
    });
  const rows = jobs.map((job) => ({ name: job, recordKey: jobKey(edition, job) }));
  const limits = { calls: { count: 60, windowMs: 60_000 }, starts: { count: 20, windowMs: 600_000 } };
  const calls = timed.map(([second]) => start + second * 1000);
  const facts = {
    at: start + (timed.at(-1)?.[0] ?? 0) * 1000,
    timeline: timelineOf(events, { edition, lessons: rows }),
    costs: costsOf(fold(events)),
    made: { calls, limits },
    review: { approved: 120, waiting: 100, held: 4, rejected: 2, lapsed: 0 },
  };
  const plan = { title: "Readers & <i>more</i>", edition, budget: { credits: 7000, month: 4000 } } as Plan;
  const none = { pending: 0, active: 0, failed: 0, uncertain: 0, uncertainOrphans: 0 };
  const report = {
    exitCode: 0,
    course: "readers",
    edition,
    service: "https://stories.example/api/v1",
    jobs: { total: lessons, done: lessons, ...none },
    credits: { quoted: 6300, committed: 6300, spent: 6300, perhapsRefunded: 0, budget: 7000, balance: 300 },
    package: null,
    withheld: false,
    gaps: [],
    ledger: "ledger.jsonl",
    problems: [],
    notices: [],
    times: [],
    quality: null,
  } as unknown as RunReport;
  return { report, about: { plan, facts } };
}
