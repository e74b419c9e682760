import { placeOfCourse } from "../../../course/course-place.ts";
import { lessonTitles } from "../../../course/lesson-titles.ts";
import { previewRun, type RunPreview } from "../../../course/preview-run.ts";
import { readReplacements } from "../../../course/select-jobs.ts";
import type { LedgerState } from "../../../ledger/format/state.ts";
import type { Plan } from "../../../plan/plan.ts";
import { type Approval, pricesOf } from "../../../run/approve.ts";
import { type BillComparison, compareBills } from "../../../run/bill.ts";
import { noticesOfEditions } from "../../../run/work.ts";
import { changesExitCode, exitCodes } from "../../../shared/exit-codes.ts";
import { realFiles } from "../../../shared/files/real-files.ts";
import { pluralize } from "../../../shared/pluralize.ts";
import type { CiFacts } from "../../ci/ci-facts.ts";
import type { Context } from "../../context.ts";
import { writeApproval } from "../../course/approval-file.ts";
import { readSelectionFlags, withoutSelection } from "../../course/approved-selection.ts";
import { type BillBefore, type BillFormat, readBillBefore, readBillFormat } from "../../course/bill-flags.ts";
import { loadPlan } from "../../course/load-plan.ts";
import { refuseForeignFile } from "../../course/protected-file.ts";
import { readState } from "../../course/read-state.ts";
import { refuseReplacement, wrongReplacement } from "../../course/replace.ts";
import { stateFolderOf } from "../../course/state-folder.ts";
import type { CommandResult } from "../../io.ts";
import { againstBlocks } from "../../messages/bill/against-blocks.ts";
import type { BillView } from "../../messages/bill/bill-view.ts";
import { billMarkdown, billPage } from "../../messages/bill/write-bill.ts";
import { blocksToText } from "../../messages/blocks/blocks-text.ts";
import { formatInstant } from "../../messages/instants.ts";
import { describeChanged, describeEdits } from "../../messages/lessons/edit-words.ts";
import { describeWaiting } from "../../messages/lessons/review-words.ts";
import { describeBill } from "../../messages/money/bill-table.ts";
import { describeBeyondThisMonth, describeForecast } from "../../messages/money/forecast-words.ts";
import { againFor } from "../../messages/next-command.ts";
import { exitCodeOfPreview, nextAfterPreview } from "../../messages/plan/after-preview.ts";
import { describePlanProblem } from "../../messages/plan/plan-words.ts";
import { previewDocument } from "../../messages/plan/preview-document.ts";
import { describeRunNotice, describeRunProblem } from "../../messages/run/run-words.ts";
import { readCallOptions, text, wholeNumber } from "../../parser/options.ts";
import { openConnection, serviceOf } from "../../service/connection.ts";
import { openCallContext } from "../../service/single-calls.ts";
import { refusePlan } from "../check.ts";
import { leaveOut } from "../leave-out.ts";
import { comingMost, tellComing } from "./coming.ts";

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
  const format = readBillFormat(context);
  const saved = text(context.raw, "save");
  if (saved !== null) await refuseToSave(saved, loaded.plan, context);
  const before = await readBillBefore(loaded.plan, context);
  try {
    const looked = await previewPlan(loaded.plan, context);
    const { preview } = looked;
    if (saved !== null && preview.approval !== null) await writeApproval(saved, preview.approval);
    const again = againFor(file, saved === null ? context : withoutSelection(context));
    const next = nextAfterPreview(preview, { saved, again });
    const view = await billViewOf(looked, { saved, before, next, format });
    if (format === "text") say(view, saved, context);
    else tellPrograms(view, format, context);
    const exitCode = exitCodeIn(context, preview);
    return {
      exitCode,
      json: { ...previewDocument(view, { warnings: loaded.warnings, again }), exitCode },
      ci: ciFactsOf(view),
    };
  } catch (error) {
    const wrong = wrongReplacement(error);
    if (wrong === null) throw error;
    return refuseReplacement(wrong, againFor(file, context), context);
  }
}

async function refuseToSave(path: string, { course }: Plan, context: Context): Promise<void> {
  const { ledger } = placeOfCourse(course, context.shared);
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
interface Looked {
  readonly preview: RunPreview;
  readonly state: LedgerState;
  readonly folder: string;
}

async function previewPlan(written: Plan, context: Context): Promise<Looked> {
  const { raw, shared } = context;
  const calls = readCallOptions(raw, shared.local);
  const { edition, date, only, first, maxCredits, replace } = readSelectionFlags(context);
  const place = placeOfCourse(written.course, shared);
  const state = await readState(place.ledger, written.course, context);
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
      const { close } = connection;
      return { context: openCallContext(connection, { calls, state }, context), close };
    },
  });
  return { preview, state, folder: place.folder };
}

async function billViewOf(
  { preview, folder }: Looked,
  {
    saved,
    before,
    next,
    format,
  }: { saved: string | null; before: BillBefore | null; next: string; format: BillFormat },
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
  for (const problem of [...problems, ...uncertain]) io.warn(describeRunProblem(problem));
}

function say(view: BillView, saved: string | null, { io, world }: Context): void {
  const { preview, against } = view;
  const { plan: course, selected, counts, work, bill, ceilings, approval, problems, uncertain } = preview;
  io.say(
    `${course.title}, edition ${course.edition}: ${pluralize(selected.length, "job")}, ${counts.done} done, ${work.orders.length} to create${uncertain.length === 0 ? "" : `, ${uncertain.length} uncertain`}`,
  );
  if (bill !== null) for (const line of describeBill(bill, ceilings)) io.say(line);
  if (preview.waiting !== null) io.say(describeWaiting(preview.waiting, preview.waiting.credits));
  for (const line of describeForecast(preview.forecast, { ...preview, isLocal: io.isRead })) io.say(line);
  for (const line of describeBeyondThisMonth(preview.beyond)) io.say(line);
  for (const line of [...describeEdits(preview.edits), ...describeChanged(work.changed)]) io.say(line);
  for (const notice of [...preview.notices, ...noticesOfEditions(work)])
    io.say(`notice   ${describeRunNotice(notice)}`);
  if (against !== null) for (const line of blocksToText(againstBlocks(against))) io.say(line);
  for (const problem of [...problems, ...uncertain]) io.warn(describeRunProblem(problem));
  if (saved !== null) {
    io.say(
      approval === null
        ? "saved    nothing: there is nothing to approve"
        : `saved    ${saved}, good until ${formatInstant(Date.parse(approval.expiresAt), { isLocal: io.isRead, now: world.now() })}`,
    );
  }
  io.say(`next     ${view.next}`);
}
