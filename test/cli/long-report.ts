import type { ReportFacts } from "../../src/cli/render/report.ts";
import type { Plan } from "../../src/plan/plan.ts";
import { matchLessons } from "../../src/run/match.ts";
import type { RunReport } from "../../src/run/report.ts";
import { accepted, intended, jobNamed, observed, planOf, saved, stateOf } from "../run/histories.ts";

/** The report of a run that made so many lessons, each in two seconds, and of a plan that has one more. */
export function longReport(lessons: number) {
  const figures = { stories: lessons, quoted: 6_300, committed: 6_300, spent: 6_300, held: 0, wasted: 0 };
  const bought = Array.from({ length: lessons }, (_, index) => `t${index + 1}.es.2`).flatMap((job, index) => [
    intended({ job, attempt: index + 1 }),
    accepted(job, index + 1, 1_000 + index),
    observed(job, 1_000 + index, "ready"),
    saved(job, 1_000 + index),
  ]);
  const jobs = Array.from({ length: lessons + 1 }, (_, index) => jobNamed(`t${index + 1}.es.2`));
  const facts: ReportFacts = {
    lessons: matchLessons(planOf(jobs), stateOf(...bought)).lessons,
    costs: [{ edition: "1", lang: "es", month: "2026-11", ...figures }],
    review: { approved: 120, waiting: 100, held: 4, rejected: 2 },
  };
  const plan = { title: "Readers & <i>more</i>", edition: "1", budget: { credits: 7_000, month: 4_000 } };
  const none = { pending: 0, active: 0, failed: 0, uncertain: 0 };
  const report = {
    edition: "1",
    service: "https://stories.example/api/v1",
    jobs: { total: lessons, done: lessons, ...none },
    credits: {
      quoted: 6_300,
      committed: 6_300,
      spent: 6_300,
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
