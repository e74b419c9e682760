import { join } from "node:path";
import process from "node:process";
import type { CallOptions } from "../../course/call-options.ts";
import type { Connection } from "../../course/connect.ts";
import { type CoursePlace, placeOfCourse } from "../../course/course-place.ts";
import { lessonTitles } from "../../course/lesson-titles.ts";
import { runCourse } from "../../course/run-course.ts";
import { readReplacements, readSelection } from "../../course/select-jobs.ts";
import { timelineOf } from "../../course/timeline.ts";
import { balanceAfterCharges } from "../../ledger/format/balance-after.ts";
import { costsOf } from "../../ledger/format/costs.ts";
import type { LedgerState } from "../../ledger/format/state.ts";
import type { LedgerStore } from "../../ledger/store.ts";
import { openAligner } from "../../lessons/align/aligner.ts";
import type { Plan } from "../../plan/plan.ts";
import { refuseWithoutLedger } from "../../run/bind/course-folder.ts";
import type { Replacement } from "../../run/create/replacements.ts";
import { type MatchedPlan, matchLessons } from "../../run/match/match-lessons.ts";
import type { RunProblem } from "../../run/problem.ts";
import type { Approval } from "../../run/quote/approval.ts";
import type { RunReport } from "../../run/report.ts";
import { reviewsOf } from "../../run/review/lesson-reviews.ts";
import { countReviews } from "../../run/review/unapproved.ts";
import type { RunOptions } from "../../run/run.ts";
import { errorCode, Failure, isSystemError } from "../../shared/failure.ts";
import { realFiles } from "../../shared/files/real-files.ts";
import { pluralize } from "../../shared/pluralize.ts";
import { every } from "../../shared/timer.ts";
import { printerAtHand } from "../chromium/printer-at-hand.ts";
import type { Context } from "../context.ts";
import { afterCreationIn } from "../course/after-creation.ts";
import { readApproval } from "../course/approval-file.ts";
import { readSelectionFlags, withSelectionOf } from "../course/approved-selection.ts";
import { holdLedger } from "../course/hold-ledger.ts";
import { loadPlan } from "../course/load-plan.ts";
import { isForeignFile } from "../course/protected-file.ts";
import { askWhichToReplace, refuseReplacement, wrongReplacement } from "../course/replace.ts";
import { openRunEvents } from "../course/run-events.ts";
import type { CommandResult } from "../io.ts";
import { describeBill } from "../messages/money/bill-table.ts";
import { type Again, againFor, nextOf } from "../messages/next-command.ts";
import { describePlanProblem } from "../messages/plan/plan-words.ts";
import { quote } from "../messages/quote.ts";
import { lessonList } from "../messages/run/lesson-list.ts";
import { lessonTable } from "../messages/run/lesson-table.ts";
import { viewProgress } from "../messages/run/progress.ts";
import { type ReportFacts, writeReport } from "../messages/run/report-page.ts";
import { describeRunProblem } from "../messages/run/run-words.ts";
import { describeSummary, runDocument } from "../messages/run/summary.ts";
import { duration, readCallOptions, readSoundFormats, text } from "../parser/options.ts";
import { promptYesNo } from "../prompt.ts";
import { openConnection } from "../service/connection.ts";
import { refusePlan } from "./check.ts";
import { leaveOut } from "./leave-out.ts";

/** `run <plan>`: quote, check, create, follow, export, package; running again resumes. */
export async function run(file: string, given: Context): Promise<CommandResult> {
  const calls = readCallOptions(given.raw, given.shared.local);
  const approved = await readApproval(text(given.raw, "approved"));
  const context = withSelectionOf(approved, given);
  const loaded = await loadPlan(file, context);
  if (!loaded.ok) return refusePlan(loaded.problems, context);
  for (const warning of loaded.warnings) context.io.warn(describePlanProblem(warning));
  const { plan } = loaded;
  if (plan.skippedAt !== null) return leaveOut(plan, context);
  const choices = readRunChoices(plan, approved, context);
  const place = placeOfCourse(plan.course, context.shared);
  const connection = await openConnection(context, calls);
  try {
    const mustExist = context.raw.ledgerMustExist === true;
    const store = await holdLedger({ course: plan.course, place, mustExist }, context, process.pid);
    try {
      const worked = await work(plan, { calls, choices, place, connection, store }, context);
      const again = againFor(file, context, worked.toReplace);
      const about = { plan, place, store, selection: choices.selection, again, calls };
      return await conclude(worked, about, context);
    } catch (error) {
      const wrong = wrongReplacement(error);
      if (wrong === null) throw error;
      return refuseReplacement(wrong, againFor(file, context), context);
    } finally {
      await store.close();
    }
  } finally {
    await connection.close();
  }
}

type RunChoices = Pick<
  RunOptions,
  | "selection"
  | "partOfPlan"
  | "maxCredits"
  | "allowPartial"
  | "retryRefused"
  | "otherAccount"
  | "deadlineMs"
  | "approved"
  | "holdUnexplained"
>;

function readRunChoices(plan: Plan, approved: Approval | null, { raw }: Context): RunChoices {
  const { only, first, replace, maxCredits } = readSelectionFlags({ raw });
  return {
    selection: readSelection(plan, { only, first, replace: readReplacements(replace) }),
    partOfPlan: only !== null || first !== null,
    ...{ maxCredits, approved },
    allowPartial: raw.allowPartial === true,
    retryRefused: raw.retryRefused === true,
    otherAccount: raw.otherAccount === true,
    holdUnexplained: raw.holdUnexplained === true,
    deadlineMs: duration(raw, "deadline", { flag: "--deadline", most: "365d" }),
  };
}

interface Opened {
  readonly calls: CallOptions;
  readonly choices: RunChoices;
  readonly place: CoursePlace;
  readonly connection: Connection;
  readonly store: LedgerStore;
}

interface Worked {
  readonly report: RunReport;
  /** The problems already reported during the run. */
  readonly reported: ReadonlySet<RunProblem>;
  /** The requested replacements that were not bought, as `--replace` takes them. */
  readonly toReplace: readonly string[];
  /** The jobs that this run bought, and the bill that it showed. */
  readonly created: ReadonlySet<string>;
  readonly billed: readonly string[];
  /** When each call to the service began, in ms since 1970. */
  readonly callsAt: readonly number[];
}

async function work(plan: Plan, opened: Opened, context: Context): Promise<Worked> {
  const { calls, choices, place, connection, store } = opened;
  const { io, world } = context;
  // First: it may refuse the file, and then there is nothing to show.
  const events = await openRunEvents({ place, store }, context);
  const view = viewProgress(io, choices.selection.jobs.length, { now: world.now, every });
  const told = new Set<RunProblem>();
  const created = new Set<string>();
  const bindMeans = {
    soundIn: readSoundFormats(context.raw),
    printer: await printerAtHand(plan, context),
  };
  const replace = [...choices.selection.replace];
  const billed: string[] = [];
  const confirm = confirmIn(context);
  const callsAt: number[] = [];
  try {
    const report = await runCourse(
      plan,
      {
        ...choices,
        ledgerMustExist: context.raw.ledgerMustExist === true,
        interrupt: context.interrupt,
        confirm: (bill, funds, stop) => {
          billed.push(...describeBill(bill, funds));
          return confirm?.(bill, funds, stop) ?? Promise.resolve(true);
        },
        nameReplaced: askWhichToReplace(context, (job, of) => replace.push({ job, of })),
        consent: consentIn(context),
      },
      {
        ...{ store, connection, calls, place, bindMeans, world },
        seeCall: () => void callsAt.push(world.now()),
        afterCreation: afterCreationIn(context, { course: plan.course, place, tell: view.tell }),
        tell: (progress) => {
          world.log.info(progress, "progress");
          if (progress.kind === "problem") told.add(progress.problem);
          if (progress.kind === "created") created.add(progress.job);
          view.tell(progress);
          events?.tell(progress);
        },
        aligner: context.raw.align === false ? null : openAligner(),
      },
    );
    return {
      report: withoutOwnStop(report),
      reported: told,
      toReplace: toReplaceIn({ report, created, replace }),
      created,
      billed,
      callsAt,
    };
  } finally {
    view.end();
    await events?.end();
  }
}

// In a terminal the user confirms the bill; elsewhere the plan's budget counts as consent.
function confirmIn({ io, raw }: Context): RunOptions["confirm"] {
  if (raw.yes === true || !io.canAsk) {
    return async (bill, funds) => {
      for (const line of describeBill(bill, funds)) io.note(line);
      return true;
    };
  }
  return (bill, funds, stop) => {
    for (const line of describeBill(bill, funds)) io.warn(line);
    const question = `Create these stories for ${pluralize(bill.total, "credit")}?`;
    return promptYesNo(question, { input: process.stdin, output: io.stderr, stop });
  };
}

// Ask only if someone can answer: without a terminal, or if the user asked for quiet, consent is refused.
function consentIn({ io, raw, environment }: Context): RunOptions["consent"] {
  const mayAsk = raw.yes !== true && io.canAsk && !io.json && !io.quiet;
  return {
    who: environment.user ?? "unknown",
    isGiven: raw.newLedger === true,
    ask: mayAsk
      ? (problem, stop) => {
          io.warn(describeRunProblem(problem));
          const question = "Use this ledger all the same, and pay for those lessons again?";
          return promptYesNo(question, { input: process.stdin, output: io.stderr, stop });
        }
      : null,
  };
}

/** The requested replacements that were certainly not bought, neither now nor before. */
function toReplaceIn({
  report,
  created,
  replace,
}: {
  report: RunReport;
  created: ReadonlySet<string>;
  replace: readonly Replacement[];
}): string[] {
  const begun = [...report.problems, ...report.notices]
    .filter(({ code }) => boughtPerhaps.includes(code))
    .map((one) => ("job" in one ? one.job : null));
  return replace.flatMap(({ job, of }) =>
    of === null || created.has(job) || begun.includes(job) ? [] : [`${job}@${of}`],
  );
}

const boughtPerhaps: readonly string[] = ["creation_uncertain", "outcome_not_recorded", "replacement_made"];

/** The report with a stop that the user asked for among its notices: that is no problem. */
function withoutOwnStop({ problems, notices, ...report }: RunReport): RunReport {
  const kept = problems.filter(({ code }) => code !== "interrupted");
  const stop = kept.length < problems.length ? [{ code: "interrupted" as const }] : [];
  return { ...report, problems: kept, notices: [...notices, ...stop] };
}

interface Concluding {
  readonly plan: Plan;
  readonly selection: RunChoices["selection"];
  readonly place: CoursePlace;
  readonly store: LedgerStore;
  readonly again: Again;
  readonly calls: CallOptions;
}

/** Titles can't be read if the folder is gone: the list then lacks them. */
async function listOf(
  { jobs }: MatchedPlan,
  {
    selection,
    state,
    place,
    report,
  }: Pick<Concluding, "selection" | "place"> & { state: LedgerState; report: RunReport },
): Promise<object[]> {
  const selected = new Set(selection.jobs.map(({ id }) => id));
  const chosen = jobs.filter(({ id }) => selected.has(id));
  const titles = await lessonTitles(chosen, state, { files: realFiles, folder: place.folder });
  return lessonList(chosen, { state, titles, problems: report.problems });
}

function reportFacts(
  plan: MatchedPlan,
  { events, state }: LedgerStore,
  about: Pick<ReportFacts, "made" | "at">,
): ReportFacts {
  const { edition, jobs } = plan;
  const review = plan.review === null ? null : countReviews(reviewsOf(plan, state));
  return { ...about, timeline: timelineOf(events, { edition, jobs }), costs: costsOf(state), review };
}

async function conclude(
  { report, reported: told, created, billed, callsAt }: Worked,
  { plan, selection, place, store, again, calls }: Concluding,
  { io, world }: Context,
): Promise<CommandResult> {
  const matched = matchLessons(plan, store.state);
  try {
    await refuseWithoutLedger(store);
    const path = join(place.folder, "report.html");
    if (await isForeignFile(path, "report"))
      io.warn(`${quote(path)} is no report of a run: it is left as it is.`);
    else {
      const made = { calls: callsAt, limits: calls };
      const facts = reportFacts(matched, store, { made, at: world.now() });
      await writeReport(report, { plan, facts, folder: place.folder, files: realFiles });
    }
  } catch (error) {
    // Its messages were also printed here, so a full disk must not hide the final words.
    if (!isSystemError(error) && !(error instanceof Failure)) throw error;
    const cause = error instanceof Failure ? error.problem.code : errorCode(error);
    io.warn(`report.html could not be written (${cause}).`);
  }
  for (const problem of report.problems) if (!told.has(problem)) io.warn(describeRunProblem(problem));
  if (!io.json && !io.quiet)
    for (const line of await tableOf(plan, { store, place, selection })) io.say(line);
  const { state } = store;
  const balanceAfter = balanceAfterCharges(state);
  const list = io.json ? await listOf(matched, { selection, state, place, report }) : [];
  for (const line of describeSummary(report, again)) (io.json ? io.note : io.say)(line);
  return {
    exitCode: report.exitCode,
    json: runDocument(report, { again, list, balanceAfter }),
    ci: {
      ...{ title: plan.title, billLines: billed, changes: created.size, next: nextOf(report, again) },
      lessons: await tableOf(plan, { store, place, selection }),
      places: new Map(plan.jobs.map(({ id, place: at }) => [id, at])),
    },
  };
}

function tableOf(
  plan: Plan,
  { store, place, selection }: { store: LedgerStore; place: CoursePlace; selection: RunChoices["selection"] },
): Promise<string[]> {
  const { state } = store;
  const ids = new Set(selection.jobs.map(({ id }) => id));
  return lessonTable(matchLessons(plan, state), { ids, state, files: realFiles, folder: place.folder });
}
