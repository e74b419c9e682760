import type { PlanProblem } from "../../../plan/problem.ts";
import { exitCodes } from "../../../shared/exit-codes.ts";
import { billDocument } from "../bill/bill-document.ts";
import type { BillView } from "../bill/bill-view.ts";
import { editsDocument } from "../lessons/edit-words.ts";
import { forecastDocument } from "../money/forecast-words.ts";
import type { Again } from "../next-command.ts";
import { problemDocument } from "../run/problem-document.ts";
import { describeRunNotice } from "../run/run-words.ts";
import { exitCodeOfPreview } from "./after-preview.ts";
import { planDocument } from "./plan-document.ts";

/** A preview of a run for `--json`, with its whole bill. */
export function previewDocument(
  view: BillView,
  { warnings, again }: { warnings: readonly PlanProblem[]; again: Again },
): Record<string, unknown> {
  const { preview } = view;
  const { plan: course, service, counts, work, bill, ceilings, problems, uncertain } = preview;
  const exitCode = exitCodeOfPreview(preview);
  return {
    ok: exitCode === exitCodes.done,
    exitCode,
    course: course.course,
    edition: course.edition,
    service,
    jobs: counts,
    credits: {
      quoted: bill?.total ?? null,
      committed: ceilings.edition.committed,
      budget: ceilings.edition.limit,
      balance: bill?.balance ?? null,
    },
    bill: (bill?.lines ?? []).map(({ setting, count, price, total }) => ({
      ...setting,
      count,
      price,
      total,
    })),
    ...billDocument(view),
    forecast: forecastDocument(preview.forecast, preview),
    toCreate: work.orders.map(({ lesson }) => lesson.job.id),
    waiting: preview.waiting,
    changed: work.changed.map(({ job }) => job),
    lessons: editsDocument(preview.edits),
    unfinishedEditions: work.unfinishedEditions,
    notices: preview.notices.map((notice) => ({ code: notice.code, message: describeRunNotice(notice) })),
    problems: [
      ...warnings.map(planDocument),
      ...[...problems, ...uncertain].map((problem) => problemDocument(problem, again)),
    ],
  };
}
