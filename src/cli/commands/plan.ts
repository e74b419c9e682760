import { lessonTitles } from "../../course/course-status.ts";
import {
  type ComingEdition,
  type ComingEditions,
  comingEditions,
  previewRun,
  type RunPreview,
} from "../../course/preview-run.ts";
import { readReplacements } from "../../course/select-jobs.ts";
import { type Approval, type BillComparison, compareBills, isUnchanged } from "../../documents/approval.ts";
import type { Plan } from "../../plan/plan.ts";
import type { PlanProblem } from "../../plan/problem.ts";
import { readPlan } from "../../plan/read-plan.ts";
import { exitCodeOf, type RunProblem, type WaitingGate } from "../../run/problem.ts";
import { exitCodeFor } from "../../run/report.ts";
import { storyNow } from "../../run/work.ts";
import { changesExitCode, type ExitCode, exitCodes } from "../../shared/exit-codes.ts";
import { realFiles } from "../../shared/files/real-files.ts";
import { pluralize } from "../../shared/pluralize.ts";
import { showText } from "../../shared/text.ts";
import type { Context } from "../context.ts";
import { readApproval, readSelectionFlags, withoutSelection, writeApproval } from "../course/approval.ts";
import { refuseForeignFile, unreadable } from "../course/protected-file.ts";
import { type CourseSession, leaveOut, openCourse, serviceOf } from "../course-session.ts";
import { type CiFacts, type CommandResult, ended, type Next, quoted } from "../io.ts";
import { nextAbout, nextAt, nextLine, type RepeatedFlags, repeatedFlagsFor, sayNext } from "../next.ts";
import type { Verbs } from "../parser/declarations.ts";
import { type billFormats, choice, text, wholeNumber } from "../parser/options.ts";
import { describeChanged, describeEdits } from "../problems/edits.ts";
import { describePlanProblem, planDocument } from "../problems/plan.ts";
import { describeProblem, noticeDocument } from "../problems/problems.ts";
import { type BillView, billDocument, billMarkdown, billPage } from "../render/bill.ts";
import { describeForecast, forecastDocument, formatInstant } from "../render/instants.ts";
import { describeWaiting } from "../render/lessons.ts";
import { describeBill, problemDocument } from "../render/run.ts";
import { openSession } from "../service/connection.ts";

export const verbs: Verbs = { plan: (context, [file = ""]) => plan(file, context) };

/** `approval`: the bill for `run --approved`; null: nothing can be bought. */
export interface PlannedResult extends CommandResult {
  readonly approval?: RunPreview["approval"];
}

/**
 * `plan <plan>`: shows what a run would do and cost, given the ledger, the budget and the balance. Spends nothing, and writes only the file
 * given by `--save`.
 */
export async function plan(file: string, context: Context): Promise<PlannedResult> {
  const course = await openCourse(file, context);
  for (const warning of course.warnings) context.io.warn(describePlanProblem(warning));
  const coming = wholeNumber(context.raw, "--next", { least: 1, most: comingMost });
  if (coming !== null) return tellComing(course, { count: coming, file }, context);
  if (course.plan.skippedAt !== null) return leaveOut(course.plan, context);
  const format = choice<(typeof billFormats)[number]>(context.raw, "format");
  const saved = text(context.raw, "save");
  if (saved !== null) await refuseForeignFile(saved, { kind: "saved-plan", flag: "--save" });
  const before = await readBillBefore(course.plan, context);
  const preview = await previewPlan(course, context);
  if (saved !== null && preview.approval !== null) await writeApproval(saved, preview.approval);
  const again = repeatedFlagsFor(file, saved === null ? context : withoutSelection(context));
  const next = nextAfterPreview(preview, { saved, again });
  const folder = { files: realFiles, folder: course.place.folder };
  const view: BillView = {
    preview,
    titles:
      format === null && !context.shared.json ? new Map() : await lessonTitles(preview.selected, folder),
    against: before === null ? null : { path: before.path, comparison: compare(before.bill, preview) },
    expiresAt: saved === null ? null : (preview.approval?.expiresAt ?? null),
    next,
  };
  if (format === null) say(view, saved, context);
  else tellPage(view, format, context);
  const found = exitCodeOfPreview(preview);
  const hasChanges = found === exitCodes.done && preview.work.orders.length > 0;
  const exitCode = context.raw.detailedExitcode === true && hasChanges ? changesExitCode : found;
  const json = previewDocument(view, { warnings: course.warnings, again, exitCode });
  return { exitCode, json, ci: ciFactsOf(view), approval: preview.approval };
}

function ciFactsOf(view: BillView): CiFacts {
  const { plan: course, bill, ceilings, work, lessons, problems } = view.preview;
  const lines = bill?.lines.map(({ setting, price }) => ({ setting, price }));
  const codes = problems.map(({ code }) => code);
  return {
    markdown: () => billMarkdown(view),
    // Without the balance and the finishing time: they would change the comment's digest every time.
    content: JSON.stringify([course.edition, lines, ceilings.edition.limit, lessons, codes]),
    changes: work.orders.length,
  };
}

async function previewPlan(course: CourseSession, context: Context): Promise<RunPreview> {
  const { raw } = context;
  const { edition, date, only, first, maxCredits, replace } = readSelectionFlags(context);
  return previewRun(course.plan, {
    course,
    first,
    maxCredits,
    only,
    given: { edition, date },
    replace: readReplacements(replace),
    service: serviceOf(context),
    ledgerMustExist: raw.ledgerMustExist === true,
    newLedger: raw.newLedger === true,
    otherAccount: raw.otherAccount === true,
    ask: (state) => openSession(context, state),
  });
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
  });
}

/** Prints the bill as a page; its problems go to stderr. */
function tellPage(view: BillView, format: (typeof billFormats)[number], { io }: Context): void {
  const { problems, uncertain } = view.preview;
  io.print(format === "html" ? billPage(view) : billMarkdown(view));
  for (const problem of [...problems, ...uncertain]) io.warn(describeProblem(problem));
}

function say(view: BillView, saved: string | null, { io }: Context): void {
  const { preview, against } = view;
  const { plan: course, selected, counts, work, bill, ceilings, approval, problems, uncertain } = preview;
  io.say(
    `${course.title}, edition ${course.edition}: ${pluralize(selected.length, "job")}, ${counts.done} done, ${work.orders.length} to create${uncertain.length === 0 ? "" : `, ${uncertain.length} uncertain`}`,
  );
  if (bill !== null) for (const line of describeBill(bill, ceilings)) io.say(line);
  if (preview.waiting !== null) io.say(describeWaiting(preview.waiting, preview.waiting.credits));
  for (const line of describeForecast(preview.forecast, preview.at)) io.say(line);
  for (const line of [...describeEdits(preview.edits), ...describeChanged(work.changed.map(storyNow))])
    io.say(line);
  for (const notice of preview.notices) io.say(`notice   ${describeProblem(notice)}`);
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
        : `saved    ${saved}, good until ${formatInstant(Date.parse(approval.expiresAt))}`,
    );
  }
  for (const line of sayNext(view.next)) io.say(line);
}

/** The exit code that a run would have, as far as it can be predicted. */
function exitCodeOfPreview(preview: RunPreview): ExitCode {
  const { problems, uncertain } = preview;
  const gates = onlyWaiting(preview);
  return exitCodeFor([
    ...problems,
    ...uncertain,
    ...(gates === null ? [] : [{ code: "gate_closed" as const, gates }]),
  ]);
}

/** The gates that hold back everything left to buy; null if something can be bought now, or nothing is held back. */
function onlyWaiting({ waiting, work }: RunPreview): readonly WaitingGate[] | null {
  return waiting !== null && work.orders.length === 0 ? waiting.gates : null;
}

/** The command to type after a preview. */
function nextAfterPreview(
  preview: RunPreview,
  { saved, again }: { saved: string | null; again: RepeatedFlags },
): Next {
  const { problems, uncertain } = preview;
  const [first] = problems;
  if (first !== undefined) return nextFor(first, again);
  if (uncertain.length > 0) return nextAt({ verb: "resolve" }, again);
  if (onlyWaiting(preview) !== null) return nextAt({ verb: "review" }, again);
  return nextAt({ verb: "run", rest: saved === null ? "" : `--approved ${quoted(saved)}` }, again);
}

function nextFor(problem: RunProblem, again: RepeatedFlags): Next {
  const next = needsMoreThanTime(problem) ? nextAbout(problem, again) : { next: null };
  return nextLine(next) === null ? nextAt({ verb: "plan" }, again) : next;
}

/** Whether planning again would find the same problem, because the plan, a ledger, a credential or the money has to be changed first. */
function needsMoreThanTime(problem: RunProblem): boolean {
  const { invalid, ledger, credential, money } = exitCodes;
  return new Set<number>([invalid, ledger, credential, money]).has(exitCodeOf(problem));
}

/** A preview of a run for `--json`, with its whole bill. */
function previewDocument(
  view: BillView,
  { warnings, again, exitCode }: { warnings: readonly PlanProblem[]; again: RepeatedFlags; exitCode: number },
): Record<string, unknown> {
  const { preview } = view;
  const { plan: course, service, counts, work, bill, ceilings, problems, uncertain } = preview;
  return {
    ok: exitCodeOfPreview(preview) === exitCodes.done,
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
    forecast: forecastDocument(preview.forecast, preview.at),
    toCreate: work.orders.map(({ lesson }) => lesson.job.id),
    waiting: preview.waiting,
    changed: work.changed.map(({ job }) => job.id),
    lessons: preview.edits,
    notices: preview.notices.map((notice) => ({ code: notice.code, message: describeProblem(notice) })),
    problems: [
      ...warnings.map(planDocument),
      ...[...problems, ...uncertain].map((problem) => problemDocument(problem, again)),
    ],
  };
}

/** Reads the bill given by `--against`; null if none is given. Throws a Failure if the file isn't a bill of this course. */
async function readBillBefore(
  { course }: Pick<Plan, "course">,
  { raw }: Context,
): Promise<{ readonly path: string; readonly bill: Approval } | null> {
  const path = text(raw, "against");
  const bill = await readApproval(path);
  if (path === null || bill === null) return null;
  if (bill.course === course) return { path, bill };
  throw unreadable(path, "bill", `it is a bill for the course ${bill.course}`);
}

/** The most editions shown at once: two years of weekly editions. */
const comingMost = 104;

/** `plan <plan> --next <n>`: the next editions with their topics, words and prices. Spends nothing, and writes nothing. */
async function tellComing(
  course: CourseSession,
  { count, file }: { readonly count: number; readonly file: string },
  context: Context,
): Promise<CommandResult> {
  const { io } = context;
  const first = course.plan;
  const { state } = await course.readLedger();
  const coming = await comingEditions({
    first,
    count,
    state,
    read: (options) => readPlan(file, options),
    ask: () => openSession(context, state),
  });
  for (const line of describeComing(coming)) io.say(line);
  for (const problem of coming.problems) io.warn(describePlanProblem(problem));
  if (coming.unquoted !== null) io.warn(describeProblem(coming.unquoted));
  const ofQuoting = exitCodeFor(coming.unquoted === null ? [] : [coming.unquoted]);
  const exitCode = coming.problems.length > 0 ? exitCodes.invalid : ofQuoting;
  const { editions, problems, unquoted } = coming;
  const ofQuotes = unquoted === null ? [] : [{ ...noticeDocument(unquoted), next: null }];
  const documented = [...problems.map(planDocument), ...ofQuotes];
  const members = { course: first.course, editions: editions.map(editionDocument), problems: documented };
  return ended(members, exitCode);
}

function editionDocument({ plan, orders, credits }: ComingEdition): Record<string, unknown> {
  const isSkipped = plan.skippedAt !== null;
  return {
    edition: plan.edition,
    skipped: isSkipped,
    topics: isSkipped ? [] : [...new Set(plan.jobs.map(({ topicId }) => topicId))],
    jobs: isSkipped
      ? []
      : plan.jobs.map(({ id, request }) => ({ id, words: (request.words ?? []).map(({ word }) => word) })),
    repeated: isSkipped ? [] : (plan.turn?.repeated ?? []),
    toCreate: orders.map(({ lesson }) => lesson.job.id),
    credits,
  };
}

/** The next editions, for people: the topics, cost and repetitions of each, then the total. */
function describeComing({ editions }: ComingEditions): string[] {
  const prices = editions.map(({ credits }) => credits);
  const total = prices.includes(null) ? null : prices.reduce<number>((sum, one) => sum + (one ?? 0), 0);
  return [
    ...editions.flatMap(describeEdition),
    `total    ${describePrice(total)} for ${pluralize(editions.length, "edition")}`,
  ];
}

function describeEdition({ plan, orders, credits }: ComingEdition): string[] {
  if (plan.skippedAt !== null) return [`${plan.edition}   left out`];
  const left = plan.jobs.length - orders.length;
  const bought = left === 0 ? "" : `, ${left} bought already`;
  return [
    `${plan.edition}   ${pluralize(orders.length, "story", "stories")} to create${bought}, ${describePrice(credits)}`,
    `  topics   ${topicsOf(plan).map(showText).join("; ")}`,
  ];
}

function describePrice(credits: number | null): string {
  return credits === null ? "price unknown" : pluralize(credits, "credit");
}

/** Each topic once, by its text in the first language that the edition has it in. */
function topicsOf({ jobs }: Plan): string[] {
  return [
    ...new Map(jobs.toReversed().map(({ topicId, request }) => [topicId, request.topic])).values(),
  ].reverse();
}
