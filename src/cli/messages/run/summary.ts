import type { Credits, JobCounts, RunReport } from "../../../run/report.ts";
import { pluralize } from "../../../shared/pluralize.ts";
import { showText } from "../../../shared/text.ts";
import { editsDocument } from "../lessons/edit-words.ts";
import { describeGaps, describeWithheld } from "../lessons/gap-words.ts";
import { describeAllTimes, timesDocument } from "../lessons/times-words.ts";
import { type Again, nextOf } from "../next-command.ts";
import { describeQuality, qualityDocument } from "../quality/quality-words.ts";
import { problemDocument } from "./problem-document.ts";
import { describeRunNotice } from "./run-words.ts";

/** The last lines after a run: the jobs' statuses, the cost, and the command to type next. */
export function describeSummary(report: RunReport, again: Again): string[] {
  return [
    ...describePackage(report, again),
    describeCounts(report.jobs),
    ...formatCredits(report.credits),
    ...(report.service === "local" ? ["         no money: a rehearsal with the local service"] : []),
    ...describeAllTimes(report.times),
    ...(report.quality === null ? [] : [describeQuality(report.quality)]),
    `next     ${nextOf(report, again)}`,
  ];
}

/** The jobs' statuses in one line. Those that left the plan are listed apart from the total. */
export function describeCounts({ uncertainOrphans: orphans, ...jobs }: JobCounts): string {
  const parts = [
    `${jobs.done} done`,
    `${jobs.failed} failed`,
    `${jobs.uncertain} uncertain${orphans === 0 ? "" : ` (${orphans} no longer in the plan)`}`,
    ...(jobs.active > 0 ? [`${jobs.active} still being made`] : []),
    `${jobs.pending} not started`,
  ];
  return `jobs     ${parts.join(", ")}, of ${jobs.total}`;
}

/** The edition's money in one line, and figures that need an explanation in a second one. */
export function formatCredits(
  credits: Pick<Credits, "committed" | "spent" | "perhapsRefunded" | "budget">,
): string[] {
  const { committed, spent, perhapsRefunded, budget } = credits;
  return [
    `credits  ${spent} spent, ${committed - spent} held, ${describeRest(budget - committed)} the budget of ${budget}`,
    ...(perhapsRefunded === 0
      ? []
      : [
          `         of the ${spent} spent, ${perhapsRefunded} for audiobooks that failed: whether the service gave that back only the account's balance shows`,
        ]),
  ];
}

function describeRest(left: number): string {
  return left < 0 ? `${-left} over` : `${left} left of`;
}

function describePackage({ package: written, withheld, gaps }: RunReport, again: Again): string[] {
  if (written === null) return withheld ? [describeWithheld(gaps, again)] : [];
  const { path, bytes, sha256 } = written;
  return [
    `package  ${showText(path)}  (${pluralize(bytes, "byte")}, sha256 ${sha256})`,
    ...describeGaps(gaps, again),
  ];
}

/** A run's report as the document for `--json`. */
export function runDocument(
  report: RunReport,
  { again, list, balanceAfter }: { again: Again; list: readonly object[]; balanceAfter: number | null },
): Record<string, unknown> {
  const { exitCode, course, edition, service, jobs, credits, ledger } = report;
  return {
    ok: exitCode === 0,
    exitCode,
    course,
    edition,
    service,
    jobs,
    list,
    credits: { ...credits, balanceAfter },
    lessons: editsDocument(report.edits),
    package: report.package,
    missing: report.gaps.length,
    times: timesDocument(report.times),
    quality: qualityDocument(report.quality),
    next: nextOf(report, again),
    ledger,
    problems: report.problems.map((problem) => problemDocument(problem, again)),
    notices: report.notices.map((notice) => ({
      job: "job" in notice ? notice.job : null,
      code: notice.code,
      message: describeRunNotice(notice),
    })),
  };
}
