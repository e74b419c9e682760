import type { CoursePlace } from "../../../course/course-place.ts";
import { lessonTitles } from "../../../course/course-status.ts";
import { previewRun, type RunPreview } from "../../../course/preview-run.ts";
import { readReplacements } from "../../../course/select-jobs.ts";
import type { LedgerState } from "../../../ledger/format/state.ts";
import type { Plan } from "../../../plan/plan.ts";
import type { PlanProblem } from "../../../plan/problem.ts";
import {
  type Approval,
  type BillComparison,
  compareBills,
  isUnchanged,
  pricesOf,
} from "../../../run/approve.ts";
import type { BeyondThisMonth } from "../../../run/forecast.ts";
import { exitCodeOf, type RunProblem, type WaitingGate } from "../../../run/problem.ts";
import { exitCodeFor } from "../../../run/report.ts";
import { noticesOfEditions } from "../../../run/work.ts";
import { changesExitCode, type ExitCode, exitCodes } from "../../../shared/exit-codes.ts";
import { Failure } from "../../../shared/failure.ts";
import { realFiles } from "../../../shared/files/real-files.ts";
import { pluralize } from "../../../shared/pluralize.ts";
import { showText } from "../../../shared/text.ts";
import type { Context } from "../../context.ts";
import { readApproval, readSelectionFlags, withoutSelection, writeApproval } from "../../course/approval.ts";
import { refuseForeignFile } from "../../course/protected-file.ts";
import { type CourseSession, leaveOut, openCourse, serviceOf, stateFolderOf } from "../../course-session.ts";
import type { CiFacts, CommandResult, Next } from "../../io.ts";
import { nextAbout, nextAt, nextLine, type RepeatedFlags, repeatedFlagsFor, sayNext } from "../../next.ts";
import { billFormats, choice, readCallOptions, text, wholeNumber } from "../../parser/options.ts";
import { badValue, type CommandProblem } from "../../problem.ts";
import { describeChanged, describeEdits } from "../../problems/edits.ts";
import { describePlanProblem, planDocument } from "../../problems/plan.ts";
import { describeNotice, describeProblem } from "../../problems/problems.ts";
import { type BillView, billDocument, billMarkdown, billPage } from "../../render/bill.ts";
import { describeBill } from "../../render/bill-text.ts";
import { describeBeyondThisMonth, describeForecast, forecastDocument } from "../../render/forecast.ts";
import { formatInstant } from "../../render/instants.ts";
import { describeWaiting } from "../../render/lessons.ts";
import { problemDocument } from "../../render/run.ts";
import { quoted } from "../../render/shell.ts";
import { columnsOf } from "../../render/terminal.ts";
import { openCallContext, openConnection } from "../../service/connection.ts";
import { comingMost, tellComing } from "./coming.ts";

/**
 * `plan <plan>`: shows what a run would do and cost, given the ledger, the budget and the balance. Spends nothing, and writes only the file
 * given by `--save`.
 */
export async function plan(file: string, context: Context): Promise<CommandResult> {
  const course = await openCourse(file, context);
  for (const warning of course.warnings) context.io.warn(describePlanProblem(warning));
  const coming = wholeNumber(context.raw, "next", { flag: "--next", least: 1, most: comingMost });
  if (coming !== null) return tellComing(course, { count: coming, file }, context);
  if (course.plan.skippedAt !== null) return leaveOut(course.plan, context);
  const format = readBillFormat(context);
  const saved = text(context.raw, "save");
  if (saved !== null) await refuseToSave(saved, course.place, context);
  const before = await readBillBefore(course.plan, context);
  const looked = await previewPlan(course, context);
  const { preview } = looked;
  if (saved !== null && preview.approval !== null) await writeApproval(saved, preview.approval);
  const again = repeatedFlagsFor(file, saved === null ? context : withoutSelection(context));
  const next = nextAfterPreview(preview, { saved, again });
  const view = await billViewOf(looked, { saved, before, next, format });
  if (format === "text") say(view, saved, context);
  else tellPrograms(view, format, context);
  const exitCode = exitCodeIn(context, preview);
  return {
    exitCode,
    json: { ...previewDocument(view, { warnings: course.warnings, again }), exitCode },
    ci: ciFactsOf(view),
  };
}

async function refuseToSave(path: string, { ledger }: CoursePlace, context: Context): Promise<void> {
  const kept = ledger.kind === "file" ? [ledger.location] : [];
  const ownFolder = stateFolderOf(context);
  await refuseForeignFile(path, { kind: "saved-plan", flag: "--save", kept, ownFolder });
}

/** The exit code of a preview, which `--detailed-exitcode` has tell whether there is something to buy. */
function exitCodeIn({ raw }: Context, preview: RunPreview): number {
  const found = exitCodeOfPreview(preview);
  const hasChanges = found === exitCodes.done && preview.work.orders.length > 0;
  return raw.detailedExitcode === true && hasChanges ? changesExitCode : found;
}

function ciFactsOf(view: BillView): CiFacts {
  const { plan: course, bill, ceilings, work, lessons, problems } = view.preview;
  const lines = bill?.lines.map(({ setting, price }) => ({ setting, price }));
  return {
    title: course.title,
    billLines: [],
    lessons: [],
    next: view.next,
    changes: work.orders.length,
    places: new Map(course.jobs.map(({ id, place }) => [id, place])),
    bill: {
      markdown: billMarkdown(view),
      // Not the balance, nor when it would be done: a comment with a digest of those would change each time.
      content: JSON.stringify([
        course.edition,
        lines,
        ceilings.edition.limit,
        lessons,
        problems.map(({ code }) => code),
      ]),
    },
  };
}

/** A preview with what it was made from. */
interface Previewed {
  readonly preview: RunPreview;
  readonly state: LedgerState;
  readonly folder: string;
}

async function previewPlan(course: CourseSession, context: Context): Promise<Previewed> {
  const { raw, shared } = context;
  const calls = readCallOptions(raw, shared.local);
  const { edition, date, only, first, maxCredits, replace } = readSelectionFlags(context);
  const { plan: written, place } = course;
  const state = await course.readState();
  const preview = await previewRun(written, {
    place,
    state,
    first,
    maxCredits,
    only,
    given: { edition, date },
    replace: readReplacements(replace),
    service: serviceOf(context),
    stateFolder: stateFolderOf(context),
    ledgerMustExist: raw.ledgerMustExist === true,
    newLedger: raw.newLedger === true,
    otherAccount: raw.otherAccount === true,
    ask: async () => {
      const connection = await openConnection(context, calls);
      return { ...connection, context: openCallContext(connection, { calls, state }, context) };
    },
  });
  return { preview, state, folder: place.folder };
}

async function billViewOf(
  { preview, folder }: Previewed,
  {
    saved,
    before,
    next,
    format,
  }: { saved: string | null; before: BillBefore | null; next: Next; format: BillFormat },
): Promise<BillView> {
  const courseFolder = { files: realFiles, folder };
  const titles = format === "text" ? new Map() : await lessonTitles(preview.selected, courseFolder);
  const against = before === null ? null : { path: before.path, comparison: compare(before.bill, preview) };
  return { preview, titles, against, expiresAt: saved === null ? null : expiryOf(preview), next };
}

function expiryOf({ approval }: RunPreview): string | null {
  return approval?.expiresAt ?? null;
}

function compare(
  before: Approval,
  { plan: { edition }, bill, ceilings, lessons }: RunPreview,
): BillComparison {
  const total = bill?.total ?? null;
  return compareBills(before, {
    edition,
    total,
    budget: ceilings.edition,
    lessons: [...lessons],
    prices: bill === null ? [] : pricesOf(bill),
  });
}

/** Prints the bill in the format of a file, unless it goes into the document of `--json`; problems go to stderr, whatever stdout holds. */
function tellPrograms(view: BillView, format: "html" | "markdown" | "json", { io }: Context): void {
  const { problems, uncertain } = view.preview;
  if (format !== "json") io.print(format === "html" ? billPage(view) : billMarkdown(view));
  for (const problem of [...problems, ...uncertain]) io.warn(describeProblem(problem));
}

function say(view: BillView, saved: string | null, { io, world }: Context): void {
  const { preview, against } = view;
  const { plan: course, selected, counts, work, bill, ceilings, approval, problems, uncertain } = preview;
  const columns = io.isRead ? columnsOf(io.stderr) : undefined;
  io.say(
    `${course.title}, edition ${course.edition}: ${pluralize(selected.length, "job")}, ${counts.done} done, ${work.orders.length} to create${uncertain.length === 0 ? "" : `, ${uncertain.length} uncertain`}`,
  );
  if (bill !== null) for (const line of describeBill(bill, ceilings, columns)) io.say(line);
  if (preview.waiting !== null) io.say(describeWaiting(preview.waiting, preview.waiting.credits));
  for (const line of describeForecast(preview.forecast, { ...preview, isLocal: io.isRead })) io.say(line);
  for (const line of describeBeyondThisMonth(preview.beyond)) io.say(line);
  for (const line of [...describeEdits(preview.edits), ...describeChanged(work.changed)]) io.say(line);
  for (const notice of [...preview.notices, ...noticesOfEditions(work)])
    io.say(`notice   ${describeNotice(notice)}`);
  if (against !== null) {
    const changed = isUnchanged(against.comparison)
      ? "nothing changed"
      : "--format html or markdown shows what changed";
    io.say(`against  ${showText(against.path)}: ${changed}`);
  }
  for (const problem of [...problems, ...uncertain]) io.warn(describeProblem(problem));
  if (saved !== null) {
    io.say(
      approval === null
        ? "saved    nothing: there is nothing to approve"
        : `saved    ${saved}, good until ${formatInstant(Date.parse(approval.expiresAt), { isLocal: io.isRead, now: world.now() })}`,
    );
  }
  for (const line of sayNext(view.next)) io.say(line);
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

/** The command to type after a preview. */
function nextAfterPreview(
  preview: RunPreview,
  { saved, again }: { saved: string | null; again: RepeatedFlags },
): Next {
  const { problems, uncertain, beyond } = preview;
  const [first] = problems;
  if (first !== undefined) return nextFor(first, beyond, again);
  if (uncertain.length > 0) return nextAt({ verb: "resolve" }, again);
  if (onlyWaiting(preview) !== null) return nextAt({ verb: "review" }, again);
  return nextAt({ verb: "run", rest: saved === null ? "" : `--approved ${quoted(saved)}` }, again);
}

// If money is short, planning again shows nothing new: the plan's budget or the account has to change first.
function nextFor(problem: RunProblem, beyond: BeyondThisMonth | null, again: RepeatedFlags): Next {
  const planFirst = (before: string): Next => nextAt({ verb: "plan", before }, again);
  const isOfMonth = problem.code === "over_budget" && problem.ceiling === "month";
  const choosesItself = again.flagsOf("run").includes("--first");
  if (isOfMonth && beyond?.first != null && !choosesItself)
    return nextAt({ verb: "run", rest: `--first ${beyond.first}` }, again);
  if (problem.code === "over_budget" && problem.ceiling === "run")
    return planFirst("with a higher --max-credits, ");
  if (exitCodeOf(problem) === exitCodes.money) return planFirst("change the budget or the account, then ");
  const next = needsMoreThanTime(problem) ? nextAbout(problem, again) : { next: null };
  return nextLine(next) === null ? nextAt({ verb: "plan" }, again) : next;
}

/** Whether planning again would find the same problem, because the plan, a ledger or a credential has to change first. */
function needsMoreThanTime(problem: RunProblem): boolean {
  const code = exitCodeOf(problem);
  return code === exitCodes.invalid || code === exitCodes.ledger || code === exitCodes.credential;
}

/** A preview of a run for `--json`, with its whole bill. */
function previewDocument(
  view: BillView,
  { warnings, again }: { warnings: readonly PlanProblem[]; again: RepeatedFlags },
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
    lessons: preview.edits,
    unfinishedEditions: work.unfinishedEditions,
    notices: preview.notices.map((notice) => ({ code: notice.code, message: describeNotice(notice) })),
    problems: [
      ...warnings.map(planDocument),
      ...[...problems, ...uncertain].map((problem) => problemDocument(problem, again)),
    ],
  };
}

/** How a bill is written: as lines for a terminal, or in one of the other formats. */
type BillFormat = "text" | (typeof billFormats)[number];

/** Reads `--format`, which `--json` leaves no choice. */
function readBillFormat({ raw, shared }: Context): BillFormat {
  const flag = "--format";
  const format = choice(raw, { name: "format", flag, choices: billFormats });
  if (!shared.json) return format ?? "text";
  if (format === null || format === "json") return "json";
  throw badValue(flag, format, "json with --json");
}

/** A bill that was saved before, and its path. */
interface BillBefore {
  readonly path: string;
  readonly bill: Approval;
}

/** Reads the bill of `--against`; null if none is given. Throws a Failure if it is no bill, or another course's. */
async function readBillBefore(
  { course }: Pick<Plan, "course">,
  { raw }: Context,
): Promise<BillBefore | null> {
  const path = text(raw, "against");
  const bill = await readApproval(path);
  if (path === null || bill === null) return null;
  if (bill.course === course) return { path, bill };
  const cause = `it is a bill for the course ${bill.course}`;
  throw new Failure<CommandProblem>({ code: "input_unreadable", kind: "bill", path, cause });
}
