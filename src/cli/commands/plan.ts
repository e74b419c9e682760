import type { LedgerProblem } from "../../ledger/problem.ts";
import { type Approval, approvalFor } from "../../pipeline/approval.ts";
import { approve, type Bill, billFor, type Purse, purseFor } from "../../pipeline/bill.ts";
import { type Edits, editsOf, problemsOfEdits } from "../../pipeline/edits.ts";
import { exitCodeOf } from "../../pipeline/exit-code-of.ts";
import { type BeyondThisMonth, beyondThisMonth, foretellWork } from "../../pipeline/foretell.ts";
import { mayBeAgreedTo } from "../../pipeline/lost-ledger.ts";
import { matchLessons } from "../../pipeline/match-lessons.ts";
import { MonthClock, noticesOfMonth } from "../../pipeline/month-clock.ts";
import type { RunNotice, RunProblem } from "../../pipeline/problem.ts";
import { quoteAll } from "../../pipeline/quote.ts";
import {
  countJobs,
  exitCodeFor,
  type JobCounts,
  problemsOfJobs,
  uncertainOrphans,
} from "../../pipeline/report.ts";
import { noticesOfBalance } from "../../pipeline/watch-balance.ts";
import { divideWork, noticesOfEditions, type Work } from "../../pipeline/work.ts";
import type { Job, Plan } from "../../plan/plan.ts";
import type { PlanProblem } from "../../plan/problem.ts";
import type { Forecast } from "../../remote/forecast.ts";
import { counted } from "../../shared/counted.ts";
import { type ExitCode, exitCodes } from "../../shared/exit-codes.ts";
import { Failure } from "../../shared/failure.ts";
import { writeApproval } from "../approval-file.ts";
import { askingTools } from "../asking.ts";
import { openConnection, serviceOf } from "../connection.ts";
import type { Context } from "../context.ts";
import { placeOfCourse } from "../course-place.ts";
import type { CommandResult } from "../io.ts";
import { loadPlan } from "../load-plan.ts";
import { lostLedger, purchaseWatch } from "../lost-ledger.ts";
import { readCallOptions, text, wholeNumber } from "../options.ts";
import { refuseForeignFile } from "../protected-file.ts";
import { readState } from "../read-state.ts";
import { sayBill } from "../say/bill-table.ts";
import { editsDocument, sayChanged, sayEdits } from "../say/edit-words.ts";
import { forecastDocument, sayBeyondThisMonth, sayForecast } from "../say/forecast-words.ts";
import { type Again, againFor, commandLine, nextCommand, quoted } from "../say/next-command.ts";
import { planDocument } from "../say/plan-document.ts";
import { sayPlanProblem } from "../say/plan-words.ts";
import { sayRunNotice, sayRunProblem } from "../say/run-words.ts";
import { selectJobs } from "../select-jobs.ts";
import { refusePlan } from "./check.ts";

/** `plan <plan>`: what a run would do and cost, against ledger, budget and balance. Spends nothing, and writes nothing but `--save`. */
export async function plan(file: string, context: Context): Promise<CommandResult> {
  const loaded = await loadPlan(file, context);
  if (!loaded.ok) return refusePlan(loaded.problems, context);
  for (const warning of loaded.warnings) context.io.warn(sayPlanProblem(warning));
  const saved = text(context.raw, "save");
  if (saved !== null) {
    const { ledger } = placeOfCourse(loaded.plan.course, context.shared);
    const kept = ledger.kind === "file" ? [ledger.location] : [];
    await refuseForeignFile(saved, { kind: "saved-plan", flag: "--save", kept });
  }
  const outlook = await lookAhead(loaded.plan, context);
  if (saved !== null && outlook.approval !== null) await writeApproval(saved, outlook.approval);
  const again = againFor(file, context);
  say(outlook, { saved, again }, context);
  return {
    exitCode: exitCodeOfOutlook(outlook),
    json: documentOf(outlook, { warnings: loaded.warnings, again }),
  };
}

/** What a run would find. `bill` is null where the prices could not be had, `approval` where nothing could be bought. */
interface Outlook {
  readonly plan: Plan;
  readonly edits: Edits;
  readonly service: string;
  readonly jobs: readonly Job[];
  readonly counts: JobCounts;
  readonly work: Work;
  readonly bill: Bill | null;
  readonly purse: Purse;
  readonly approval: Approval | null;
  readonly forecast: Forecast;
  readonly beyond: BeyondThisMonth | null;
  readonly at: number;
  /** What a person should know of the month and of the account's balance. */
  readonly notices: readonly RunNotice[];
  /** What keeps a run from buying. */
  readonly problems: readonly RunProblem[];
  /** What a person has to settle, and no run does. */
  readonly uncertain: readonly RunProblem[];
}

async function lookAhead(written: Plan, context: Context): Promise<Outlook> {
  const { raw, shared, world } = context;
  const calls = readCallOptions(raw, shared.local);
  const first = wholeNumber(raw, "first", { flag: "--first", least: 1 });
  const maxCredits = wholeNumber(raw, "maxCredits", { flag: "--max-credits", least: 0 });
  const place = placeOfCourse(written.course, shared);
  const state = await readState(place.ledger, written.course, context);
  const path = place.ledger.location;
  if (raw.ledgerMustExist === true && state.opened === null) {
    throw new Failure<LedgerProblem>({ code: "ledger_missing", path });
  }
  const course = matchLessons(written, state);
  const jobs = selectJobs(course, { only: text(raw, "only"), first });
  const service = serviceOf(context);
  const work = divideWork(course, { jobs, replace: [] }, state);
  const at = world.now();
  const counts = countJobs(jobs, state, new Set());
  const ofJobs = problemsOfJobs(jobs, state).filter(({ code }) => code === "creation_uncertain");
  const uncertain = [...ofJobs, ...uncertainOrphans(course, state)];
  const use = { plan: course, jobs, state, service, place };
  const found = await lostLedger(use, context);
  const lost = found !== null && raw.newLedger === true && mayBeAgreedTo(found) ? null : found;
  const ofEdits = problemsOfEdits(course, work);
  const edits = editsOf(course, work);
  const connection = await openConnection(context, calls);
  try {
    const tools = askingTools(connection, { calls, state }, context);
    const quoting = await quoteAll(work.orders, tools);
    const { remote } = connection;
    const reading = new MonthClock({ world, remote, databaseTime: null }).read(state);
    const purse = purseFor(course, state, { month: reading.month, maxCredits });
    const notices = [
      ...noticesOfMonth(reading, course, at),
      ...(quoting.ok ? await noticesOfBalance(quoting.quoted, state, purchaseWatch(use, context)) : []),
    ];
    const common = { edits, plan: course, service, jobs, counts, work, purse, at, uncertain, notices };
    const foretellOf = (orders: Work["orders"]): Forecast =>
      foretellWork({ ...work, orders }, { state, pace: tools.pace, at: world.monotonic() });
    if (!quoting.ok) {
      const problems = [
        ...(lost === null ? [] : [lost]),
        ...ofEdits,
        ...tools.stops.problems,
        ...(quoting.problem === null ? [] : [quoting.problem]),
      ];
      return {
        ...{ ...common, forecast: foretellOf(work.orders) },
        ...{ bill: null, approval: null, beyond: null, problems },
      };
    }
    const bill = billFor(work.orders, quoting.quoted);
    const problems: RunProblem[] = [...(lost === null ? [] : [lost]), ...ofEdits, ...approve(bill, purse)];
    const reviewed = { plan: course, service, last: state.lastOfMoney, work, bill, at: world.now() };
    const beyond = beyondThisMonth(work.orders, { lines: bill.lines, purse, chosen: jobs });
    // What waits for months has no hour: the time is told for what can be bought now.
    const forecast = foretellOf(work.orders.slice(0, beyond?.covered));
    const approval = problems.length === 0 ? approvalFor(reviewed) : null;
    return { ...common, forecast, bill, problems, approval, beyond };
  } finally {
    await connection.close();
  }
}

/** What a run would end with, as far as it can be known before. */
function exitCodeOfOutlook({ problems, uncertain }: Outlook): ExitCode {
  return exitCodeFor([...problems, ...uncertain]);
}

function say(
  outlook: Outlook,
  { saved, again }: { saved: string | null; again: Again },
  { io }: Context,
): void {
  const { plan: course, jobs, counts, work, bill, purse, approval, problems, uncertain } = outlook;
  io.say(
    `${course.title}, edition ${course.edition}: ${counted(jobs.length, "job")}, ${counts.done} done, ${work.orders.length} to create${uncertain.length === 0 ? "" : `, ${uncertain.length} uncertain`}`,
  );
  if (bill !== null) for (const line of sayBill(bill, purse)) io.say(line);
  for (const line of sayForecast(outlook.forecast, outlook)) io.say(line);
  for (const line of sayBeyondThisMonth(outlook.beyond)) io.say(line);
  for (const line of [...sayEdits(outlook.edits), ...sayChanged(work.changed)]) io.say(line);
  for (const notice of [...outlook.notices, ...noticesOfEditions(work)])
    io.say(`notice   ${sayRunNotice(notice)}`);
  for (const problem of [...problems, ...uncertain]) io.warn(sayRunProblem(problem));
  if (saved !== null) {
    io.say(
      approval === null
        ? "saved    nothing: there is nothing to approve"
        : `saved    ${saved}, good until ${approval.expiresAt}`,
    );
  }
  io.say(`next     ${nextOf(outlook, { saved, again })}`);
}

function nextOf(
  { problems, uncertain, beyond }: Outlook,
  { saved, again }: { saved: string | null; again: Again },
): string {
  const [first] = problems;
  if (first !== undefined) return nextFor(first, beyond, again);
  if (uncertain.length > 0) return commandLine("resolve", again);
  return commandLine("run", again, saved === null ? "" : `--approved ${quoted(saved)}`);
}

// Planning again shows nothing new where money is short: the plan's budget or the account has to change first.
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

/** What planning again would find again, because a ledger or a credential stands in the way. */
function needsMoreThanTime(problem: RunProblem): boolean {
  const code = exitCodeOf(problem);
  return code === exitCodes.ledger || code === exitCodes.credential;
}

function documentOf(
  outlook: Outlook,
  { warnings, again }: { warnings: readonly PlanProblem[]; again: Again },
): Record<string, unknown> {
  const { plan: course, service, counts, work, bill, purse, problems, uncertain } = outlook;
  const exitCode = exitCodeOfOutlook(outlook);
  return {
    ok: exitCode === exitCodes.done,
    exitCode,
    course: course.course,
    edition: course.edition,
    service,
    jobs: counts,
    credits: {
      quoted: bill?.total ?? null,
      committed: purse.edition.committed,
      budget: purse.edition.limit,
      balance: bill?.balance ?? null,
    },
    bill: (bill?.lines ?? []).map(({ setting, count, price, total }) => ({
      ...setting,
      count,
      price,
      total,
    })),
    forecast: forecastDocument(outlook.forecast, outlook),
    toCreate: work.orders.map(({ job }) => job.id),
    changed: work.changed.map(({ job }) => job.id),
    lessons: editsDocument(outlook.edits),
    unfinishedEditions: work.unfinishedEditions,
    notices: outlook.notices.map((notice) => ({ code: notice.code, message: sayRunNotice(notice) })),
    problems: [
      ...warnings.map(planDocument),
      ...[...problems, ...uncertain].map((problem) => ({
        job: "job" in problem ? problem.job : null,
        code: problem.code,
        message: sayRunProblem(problem),
        next: nextCommand(problem, again),
      })),
    ],
  };
}
