import type { ReportFacts } from "../../src/cli/render/report.ts";
import type { Plan } from "../../src/plan/plan.ts";
import type { RunReport } from "../../src/run/report.ts";

const start = Date.UTC(2026, 10, 24, 8);
/** The report of a run that made so many lessons with audiobooks, each in the same time; a new one begins every 33 s. */
export function longReport(lessons: number) {
  const begunAt = (index: number): number => start + (5 + index * 33) * 1_000;
  const rows = Array.from({ length: lessons }, (_, index) => {
    const at = (second: number): number => begunAt(index) + second * 1_000;
    const spans = [
      { phase: "queued", from: at(-4), to: at(0) },
      { phase: "creating", from: at(0), to: at(2) },
      { phase: "writing", from: at(2), to: at(62) },
      { phase: "narrating", from: at(62), to: at(182) },
      { phase: "exporting", from: at(182), to: at(192) },
    ] as const;
    return { job: `t${index + 1}.es.2`, spans: [...spans] };
  });
  const figures = { stories: lessons, quoted: 6_300, committed: 6_300, spent: 6_300, held: 0, wasted: 0 };
  const facts: ReportFacts = {
    at: begunAt(lessons),
    timeline: { rows, starts: rows.map((_, index) => begunAt(index)) },
    costs: [{ edition: "1", lang: "es", month: "2026-11", ...figures }],
    made: {
      calls: rows.map((_, index) => begunAt(index)),
      limits: { calls: { count: 60, windowMs: 60_000 }, starts: { count: 20, windowMs: 600_000 } },
    },
    review: { approved: 120, waiting: 100, held: 4, rejected: 2, lapsed: 0 },
  };
  const plan = { title: "Readers & <i>more</i>", edition: "1", budget: { credits: 7_000, month: 4_000 } };
  const none = { pending: 0, active: 0, failed: 0, uncertain: 0, uncertainOrphans: 0 };
  const report = {
    edition: "1",
    service: "https://stories.example/api/v1",
    jobs: { total: lessons, done: lessons, ...none },
    credits: {
      quoted: 6_300,
      committed: 6_300,
      spent: 6_300,
      perhapsRefunded: 0,
      budget: 7_000,
      balance: 300,
    },
    package: null,
    problems: [],
    notices: [],
    times: [],
    quality: null,
  };
  return { report: report as unknown as RunReport, about: { plan: plan as Plan, facts } };
}
