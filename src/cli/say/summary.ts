import type { RunReport } from "../../pipeline/report.ts";
import { showText } from "../../shared/text.ts";
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
    ...(report.package === null
      ? []
      : [
          `package  ${showText(report.package.path)}  (${report.package.bytes} bytes, sha256 ${report.package.sha256})`,
        ]),
    `jobs     ${jobs.done} done, ${rest.join(", ")}, of ${jobs.total}`,
    `credits  ${credits.spent} spent, ${credits.committed - credits.spent} held, ${credits.budget - credits.committed} left of the budget of ${credits.budget}`,
    `next     ${nextOf(report, again)}`,
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
    package: report.package,
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
