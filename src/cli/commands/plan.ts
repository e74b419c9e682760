import { placeOfCourse } from "../../course/course-place.ts";
import { previewRun, type RunPreview } from "../../course/preview-run.ts";
import type { Plan } from "../../plan/plan.ts";
import type { PlanProblem } from "../../plan/problem.ts";
import { exitCodeOf } from "../../run/exit-code-of.ts";
import type { RunProblem, WaitingGate } from "../../run/problem.ts";
import type { BeyondThisMonth } from "../../run/quote/forecast-run.ts";
import { exitCodeFor } from "../../run/report.ts";
import { noticesOfEditions } from "../../run/work.ts";
import { type ExitCode, exitCodes } from "../../shared/exit-codes.ts";
import { pluralize } from "../../shared/pluralize.ts";
import type { Context } from "../context.ts";
import { writeApproval } from "../course/approval-file.ts";
import { loadPlan } from "../course/load-plan.ts";
import { refuseForeignFile } from "../course/protected-file.ts";
import { readState } from "../course/read-state.ts";
import { stateFolderOf } from "../course/state-folder.ts";
import type { CommandResult } from "../io.ts";
import { describeChanged, describeEdits, editsDocument } from "../messages/lessons/edit-words.ts";
import { describeWaiting } from "../messages/lessons/review-words.ts";
import { describeBill } from "../messages/money/bill-table.ts";
import {
  describeBeyondThisMonth,
  describeForecast,
  forecastDocument,
} from "../messages/money/forecast-words.ts";
import { type Again, againFor, commandLine, nextCommand, quoted } from "../messages/next-command.ts";
import { planDocument } from "../messages/plan/plan-document.ts";
import { describePlanProblem } from "../messages/plan/plan-words.ts";
import { describeRunNotice, describeRunProblem } from "../messages/run/run-words.ts";
import { readCallOptions, text, wholeNumber } from "../parser/options.ts";
import { openConnection, serviceOf } from "../service/connection.ts";
import { openCallContext } from "../service/single-calls.ts";
import { refusePlan } from "./check.ts";
import { comingMost, tellComing } from "./coming.ts";
import { leaveOut } from "./leave-out.ts";

/**
 * `plan <plan>`: shows what a run would do and cost, given the ledger, the budget and the balance. Spends nothing, and writes only the file
 * of `--save`.
 */
export async function plan(file: string, context: Context): Promise<CommandResult> {
  const loaded = await loadPlan(file, context);
  if (!loaded.ok) return refusePlan(loaded.problems, context);
  for (const warning of loaded.warnings) context.io.warn(describePlanProblem(warning));
  const next = wholeNumber(context.raw, "next", { flag: "--next", least: 1, most: comingMost });
  if (next !== null) return tellComing({ first: loaded.plan, count: next, file }, context);
  if (loaded.plan.skippedAt !== null) return leaveOut(loaded.plan, context);
  const saved = text(context.raw, "save");
  if (saved !== null) {
    const { ledger } = placeOfCourse(loaded.plan.course, context.shared);
    const kept = ledger.kind === "file" ? [ledger.location] : [];
    await refuseForeignFile(saved, {
      kind: "saved-plan",
      flag: "--save",
      kept,
      ownFolder: stateFolderOf(context),
    });
  }
  const preview = await previewPlan(loaded.plan, context);
  if (saved !== null && preview.approval !== null) await writeApproval(saved, preview.approval);
  const again = againFor(file, context);
  say(preview, { saved, again }, context);
  return {
    exitCode: exitCodeOfPreview(preview),
    json: documentOf(preview, { warnings: loaded.warnings, again }),
  };
}

async function previewPlan(written: Plan, context: Context): Promise<RunPreview> {
  const { raw, shared } = context;
  const calls = readCallOptions(raw, shared.local);
  const first = wholeNumber(raw, "first", { flag: "--first", least: 1 });
  const maxCredits = wholeNumber(raw, "maxCredits", { flag: "--max-credits", least: 0 });
  const place = placeOfCourse(written.course, shared);
  const state = await readState(place.ledger, written.course, context);
  return previewRun(written, {
    ...{ place, state, first, maxCredits, only: text(raw, "only") },
    service: serviceOf(context),
    stateFolder: stateFolderOf(context),
    ledgerMustExist: raw.ledgerMustExist === true,
    newLedger: raw.newLedger === true,
    otherAccount: raw.otherAccount === true,
    ask: async () => {
      const connection = await openConnection(context, calls);
      const { close } = connection;
      return { context: openCallContext(connection, { calls, state }, context), close };
    },
  });
}

/** The exit code that a run would have, as far as can be known in advance. */
function exitCodeOfPreview(preview: RunPreview): ExitCode {
  const { problems, uncertain } = preview;
  const gates = onlyWaiting(preview);
  return exitCodeFor([
    ...problems,
    ...uncertain,
    ...(gates === null ? [] : [{ code: "gate_closed" as const, gates }]),
  ]);
}

/** The gates behind which all waits that is left to buy; null if something can be bought now, or nothing waits. */
function onlyWaiting({ waiting, work }: RunPreview): readonly WaitingGate[] | null {
  return waiting !== null && work.orders.length === 0 ? waiting.gates : null;
}

function say(
  preview: RunPreview,
  { saved, again }: { saved: string | null; again: Again },
  { io }: Context,
): void {
  const { plan: course, jobs, counts, work, bill, funds, approval, problems, uncertain } = preview;
  io.say(
    `${course.title}, edition ${course.edition}: ${pluralize(jobs.length, "job")}, ${counts.done} done, ${work.orders.length} to create${uncertain.length === 0 ? "" : `, ${uncertain.length} uncertain`}`,
  );
  if (bill !== null) for (const line of describeBill(bill, funds)) io.say(line);
  if (preview.waiting !== null) io.say(describeWaiting(preview.waiting, preview.waiting.credits));
  for (const line of describeForecast(preview.forecast, preview)) io.say(line);
  for (const line of describeBeyondThisMonth(preview.beyond)) io.say(line);
  for (const line of [...describeEdits(preview.edits), ...describeChanged(work.changed)]) io.say(line);
  for (const notice of [...preview.notices, ...noticesOfEditions(work)])
    io.say(`notice   ${describeRunNotice(notice)}`);
  for (const problem of [...problems, ...uncertain]) io.warn(describeRunProblem(problem));
  if (saved !== null) {
    io.say(
      approval === null
        ? "saved    nothing: there is nothing to approve"
        : `saved    ${saved}, good until ${approval.expiresAt}`,
    );
  }
  io.say(`next     ${nextOf(preview, { saved, again })}`);
}

function nextOf(preview: RunPreview, { saved, again }: { saved: string | null; again: Again }): string {
  const { problems, uncertain, beyond } = preview;
  const [first] = problems;
  if (first !== undefined) return nextFor(first, beyond, again);
  if (uncertain.length > 0) return commandLine("resolve", again);
  if (onlyWaiting(preview) !== null) return commandLine("review", again);
  return commandLine("run", again, saved === null ? "" : `--approved ${quoted(saved)}`);
}

// If money is short, planning again shows nothing new: the plan's budget or the account has to change first.
function nextFor(problem: RunProblem, beyond: BeyondThisMonth | null, again: Again): string {
  const isOfMonth = problem.code === "over_budget" && problem.ceiling === "month";
  const choosesItself = again.flagsOf("run").includes("--first");
  if (isOfMonth && beyond?.first != null && !choosesItself)
    return commandLine("run", again, `--first ${beyond.first}`);
  if (isOfMonth && beyond?.covered === 0 && beyond.later !== null)
    return `from ${beyond.later.from} on: ${commandLine("plan", again)}`;
  if (exitCodeOf(problem) === exitCodes.money)
    return `change the budget or the account, then ${commandLine("plan", again)}`;
  const planAgain = commandLine("plan", again);
  return needsMoreThanTime(problem) ? (nextCommand(problem, again) ?? planAgain) : planAgain;
}

/** Whether planning again would find the same problem, because the plan, a ledger or a credential has to change first. */
function needsMoreThanTime(problem: RunProblem): boolean {
  const code = exitCodeOf(problem);
  return code === exitCodes.invalid || code === exitCodes.ledger || code === exitCodes.credential;
}

function documentOf(
  preview: RunPreview,
  { warnings, again }: { warnings: readonly PlanProblem[]; again: Again },
): Record<string, unknown> {
  const { plan: course, service, counts, work, bill, funds, problems, uncertain } = preview;
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
      committed: funds.edition.committed,
      budget: funds.edition.limit,
      balance: bill?.balance ?? null,
    },
    bill: (bill?.lines ?? []).map(({ setting, count, price, total }) => ({
      ...setting,
      count,
      price,
      total,
    })),
    forecast: forecastDocument(preview.forecast, preview),
    toCreate: work.orders.map(({ job }) => job.id),
    waiting: preview.waiting,
    changed: work.changed.map(({ job }) => job.id),
    lessons: editsDocument(preview.edits),
    unfinishedEditions: work.unfinishedEditions,
    notices: preview.notices.map((notice) => ({ code: notice.code, message: describeRunNotice(notice) })),
    problems: [
      ...warnings.map(planDocument),
      ...[...problems, ...uncertain].map((problem) => ({
        job: "job" in problem ? problem.job : null,
        code: problem.code,
        message: describeRunProblem(problem),
        next: nextCommand(problem, again),
      })),
    ],
  };
}
