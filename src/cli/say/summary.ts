import type { Credits, RunReport } from "../../pipeline/report.ts";
import { counted } from "../../shared/counted.ts";
import { showText } from "../../shared/text.ts";
import { editsDocument } from "./edit-words.ts";
import { sayGaps, sayWithheld } from "./gap-words.ts";
import { type Again, nextCommand, nextOf } from "./next-command.ts";
import { sayRunNotice, sayRunProblem } from "./run-words.ts";

/** The last lines after a run: how the jobs stand, what it cost, and the one command to type next. */
export function saySummary(report: RunReport, again: Again): string[] {
  const { jobs, credits } = report;
  const rest = [
    `${jobs.failed} failed`,
    `${jobs.uncertain} uncertain`,
    ...(jobs.active > 0 ? [`${jobs.active} still being made`] : []),
    `${jobs.pending} not started`,
  ];
  return [
    ...sayPackage(report, again),
    `jobs     ${jobs.done} done, ${rest.join(", ")}, of ${jobs.total}`,
    ...sayCredits(credits),
    `next     ${nextOf(report, again)}`,
  ];
}

/** The edition's money in a line, and what a person may wonder about in a second one. */
export function sayCredits(
  credits: Pick<Credits, "committed" | "spent" | "perhapsRefunded" | "budget">,
): string[] {
  const { committed, spent, perhapsRefunded, budget } = credits;
  return [
    `credits  ${spent} spent, ${committed - spent} held, ${sayRest(budget - committed)} the budget of ${budget}`,
    ...(perhapsRefunded === 0
      ? []
      : [
          `         of the ${spent} spent, ${perhapsRefunded} for audiobooks that failed: whether the service gave that back only the account's balance shows`,
        ]),
  ];
}

function sayRest(left: number): string {
  return left < 0 ? `${-left} over` : `${left} left of`;
}

function sayPackage({ package: written, withheld, gaps }: RunReport, again: Again): string[] {
  if (written === null) return withheld ? [sayWithheld(gaps, again)] : [];
  const { path, bytes, sha256 } = written;
  return [
    `package  ${showText(path)}  (${counted(bytes, "byte")}, sha256 ${sha256})`,
    ...sayGaps(gaps, again),
  ];
}

/** A run as the one document of `--json`. */
export function runDocument(report: RunReport, again: Again): Record<string, unknown> {
  const { exitCode, course, edition, service, jobs, credits, ledger } = report;
  return {
    ok: exitCode === 0,
    exitCode,
    course,
    edition,
    service,
    jobs,
    credits,
    lessons: editsDocument(report.edits),
    package: report.package,
    missing: report.gaps.length,
    next: nextOf(report, again),
    ledger,
    problems: report.problems.map((problem) => ({
      job: "job" in problem ? problem.job : null,
      code: problem.code,
      message: sayRunProblem(problem),
      next: nextCommand(problem, again),
    })),
    notices: report.notices.map((notice) => ({
      job: "job" in notice ? notice.job : null,
      code: notice.code,
      message: sayRunNotice(notice),
    })),
  };
}
