import { join } from "node:path";
import type { CallOptions } from "../../course/call-options.ts";
import type { Connection } from "../../course/connect.ts";
import type { CoursePlace } from "../../course/course-place.ts";
import { lessonTitles } from "../../course/course-status.ts";
import { refusalOf } from "../../course/ledger.ts";
import { runCourse } from "../../course/run-course.ts";
import { readReplacements, readSelection } from "../../course/select-jobs.ts";
import type { Approval } from "../../documents/approval.ts";
import { balanceAfterCharges, costsOf } from "../../ledger/format/charges.ts";
import type { LedgerStore } from "../../ledger/store.ts";
import { openAligner } from "../../lessons/align/aligner.ts";
import type { Plan } from "../../plan/plan.ts";
import type { PackagingOptions } from "../../run/bind.ts";
import { refuseWithoutLedger } from "../../run/course-folder.ts";
import { idToReplace, lessonsOf, type Replacement } from "../../run/lesson.ts";
import { type MatchedPlan, matchLessons } from "../../run/match.ts";
import type { RunProblem } from "../../run/problem.ts";
import { problemsOfLessons, type RunReport, reportOf } from "../../run/report.ts";
import { countReviews, reviewsOf } from "../../run/reviews.ts";
import type { RunChoices, RunOptions } from "../../run/run-context.ts";
import { closing, endingWith } from "../../shared/closing.ts";
import { errorCode, Failure, isSystemError } from "../../shared/failure.ts";
import { replaceFile } from "../../shared/files/atomic-file.ts";
import { realFiles } from "../../shared/files/real-files.ts";
import { pluralize } from "../../shared/pluralize.ts";
import { quote } from "../../shared/text.ts";
import { every } from "../../shared/timer.ts";
import { findPrinter } from "../chromium.ts";
import type { Context } from "../context.ts";
import { readApproval, readSelectionFlags, withSelectionOf } from "../course/approval.ts";
import { isForeignFile } from "../course/protected-file.ts";
import { type CourseSession, knownServiceOf, leaveOut, openCourse } from "../course-session.ts";
import type { CommandResult, LastWords } from "../io.ts";
import { nextOf, type RepeatedFlags, repeatedFlagsFor } from "../next.ts";
import type { Verbs } from "../parser/declarations.ts";
import { duration, readCallOptions, readPlatforms, readSoundFormats, text } from "../parser/options.ts";
import { describePlanProblem } from "../problems/plan.ts";
import { describeProblem } from "../problems/problems.ts";
import { mayAsk, promptYesNo } from "../prompt.ts";
import { viewProgress } from "../render/progress.ts";
import { type ReportFacts, reportMarkdown, reportPage } from "../render/report.ts";
import {
  describeBill,
  describeSummary,
  isOfLostLedger,
  lessonRows,
  lessonTable,
  runDocument,
  shownRows,
} from "../render/run.ts";
import { openConnection } from "../service/connection.ts";
import { afterCreationIn } from "./run/after-creation.ts";
import { openRunEvents } from "./run/events.ts";

export const verbs: Verbs = { run: (context, [plan = ""]) => run(plan, context) };

/** `run <plan>`: quote, check, create, follow, export, package; running again resumes. */
export async function run(file: string, context: Context): Promise<CommandResult> {
  return runApproved(file, await readApproval(text(context.raw, "approved")), context);
}

/** Runs a plan. `approved`: the bill that a person has seen, which is bought exactly or not at all; null: the plan's budget is the consent. */
export async function runApproved(
  file: string,
  approved: Approval | null,
  given: Context,
): Promise<CommandResult> {
  const calls = readCallOptions(given.raw, given.shared.local);
  const packaging = { soundIn: readSoundFormats(given.raw), platforms: readPlatforms(given.raw) };
  const context = withSelectionOf(approved, given);
  const course = await openCourse(file, context);
  const { plan, place } = course;
  for (const warning of course.warnings) context.io.warn(describePlanProblem(warning));
  if (plan.skippedAt !== null) return leaveOut(plan, context);
  const read = readRunChoices(plan, approved, context);
  const connection = await openConnection(context, calls).catch(async (error: unknown) => {
    // A ledger that can't be used comes before a missing credential.
    const refused = await refusalBefore(course, context);
    throw refused === null ? error : new Failure<RunProblem>(refused);
  });
  return closing(connection, async () => {
    const store = await course.hold(context.raw.ledgerMustExist === true);
    const choices = await namingStories(read, matchLessons(plan, store.state), context);
    const underWay: RunUnderWay = { plan, place, calls, packaging, choices, connection, store };
    context.atOnce.tell = () => lastWordsOf(underWay, repeatedFlagsFor(file, context));
    return closing(store, async () => {
      const worked = await work(underWay, context);
      return await concludeRun(worked, underWay, repeatedFlagsFor(file, context, worked.toReplace), context);
    });
  });
}

async function refusalBefore(course: CourseSession, context: Context): Promise<RunProblem | null> {
  const { ledgerMustExist, newLedger } = context.raw;
  const read = await course.lookAtLedger();
  const consents = { ledgerMustExist: ledgerMustExist === true, newLedger: newLedger === true };
  const refused = await refusalOf(read, course, { service: knownServiceOf(context), ...consents });
  if (refused !== null || consents.newLedger) return refused;
  return course.lost(matchLessons(course.plan, read.state), read.state);
}

type Choices = RunChoices & Pick<RunOptions, "selection">;

function readRunChoices(plan: Plan, approved: Approval | null, { raw }: Context): Choices {
  const { only, first, replace, maxCredits } = readSelectionFlags({ raw });
  return {
    selection: readSelection(plan, { only, first, replace: readReplacements(replace) }),
    maxCredits,
    approved,
    allowPartial: raw.allowPartial === true,
    retryRefused: raw.retryRefused === true,
    otherAccount: raw.otherAccount === true,
    holdUnexplained: raw.holdUnexplained === true,
    deadlineMs: duration(raw, "--deadline", "365d"),
  };
}

/** Asks in a terminal whether a `--replace` without an id means the story that the lesson has. Without a yes it stays without one, and is refused. */
async function namingStories(
  choices: Choices,
  { lessons }: MatchedPlan,
  { io, raw, interrupt }: Context,
): Promise<Choices> {
  if (raw.yes === true || !io.canAsk) return choices;
  const replace: Replacement[] = [];
  for (const one of choices.selection.replace) {
    const id = idToReplace(lessons.find(({ job }) => job.id === one.job)?.record);
    const isUnnamed = one.of === null && id !== null;
    const question = `Make another story in place of ${id} for ${one.job}?`;
    replace.push(isUnnamed && (await promptYesNo(question, io, interrupt)) ? { ...one, of: id } : one);
  }
  return { ...choices, selection: { ...choices.selection, replace } };
}

/** A run's plan and choices, and what it has opened. */
interface RunUnderWay {
  readonly plan: Plan;
  readonly place: CoursePlace;
  readonly calls: CallOptions;
  readonly packaging: Pick<PackagingOptions, "soundIn" | "platforms">;
  readonly choices: Choices;
  readonly connection: Connection;
  readonly store: LedgerStore;
}

async function work(underWay: RunUnderWay, context: Context): Promise<Worked> {
  const { plan, place, calls, choices, connection, store } = underWay;
  const { io, world } = context;
  // Before the progress view: it may refuse the file, and then there is no progress to show.
  const events = await openRunEvents(store, context);
  const view = viewProgress(io, choices.selection.jobs.length, { now: world.now, every });
  context.interrupt.addEventListener("abort", view.end, { once: true });
  const told = new Set<RunProblem>();
  const created = new Set<string>();
  const packaging = {
    ...underWay.packaging,
    printer: await findPrinter(plan, context),
    signal: context.interrupt,
  };
  const billed: string[] = [];
  const confirm = confirmIn(context);
  return endingWith(
    async () => {
      view.end();
      events?.end();
    },
    async () => {
      const report = await runCourse(
        plan,
        {
          ...choices,
          ledgerMustExist: context.raw.ledgerMustExist === true,
          interrupt: context.interrupt,
          confirm: (bill, ceilings, stop) => {
            billed.push(...describeBill(bill, ceilings));
            return confirm?.(bill, ceilings, stop) ?? Promise.resolve(true);
          },
          consent: consentIn(context),
        },
        {
          store,
          connection,
          calls,
          place,
          packaging,
          world,
          afterCreation: afterCreationIn(context, { course: plan.course, place, tell: view.tell }),
          tell: (progress) => {
            world.log[progress.kind === "packed" ? "debug" : "info"](progress, "progress");
            if (progress.kind === "problem") told.add(progress.problem);
            if (progress.kind === "created") created.add(progress.job);
            view.tell(progress);
            events?.tell(progress);
          },
          aligner: context.raw.align === false ? null : openAligner(),
        },
      );
      return {
        report,
        reported: told,
        toReplace: toReplaceIn({ report, created, replace: choices.selection.replace }),
        created,
        billed,
      };
    },
  );
}

// In a terminal the user confirms the bill; elsewhere the plan's budget counts as consent. A rehearsal costs nothing, and its question says so.
function confirmIn({ io, raw, shared }: Context): RunOptions["confirm"] {
  if (raw.yes === true || !io.canAsk) {
    return async (bill, ceilings) => {
      for (const line of describeBill(bill, ceilings)) io.note(line);
      return true;
    };
  }
  return (bill, ceilings, stop) => {
    for (const line of describeBill(bill, ceilings)) io.warn(line);
    if (shared.local) return promptYesNo("Rehearse for nothing?", io, stop, { isUsual: true });
    return promptYesNo(`Create these stories for ${pluralize(bill.total, "credit")}?`, io, stop);
  };
}

// Ask only if someone can answer: without a terminal, or if the user asked for quiet, consent is refused.
function consentIn({ io, raw, environment }: Context): RunOptions["consent"] {
  return {
    who: environment.user,
    isGiven: raw.newLedger === true,
    ask:
      raw.yes !== true && mayAsk(io)
        ? (problem, stop) => {
            io.warn(describeProblem(problem));
            return promptYesNo("Use this ledger anyway, and pay for those lessons again?", io, stop);
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

/** The outcome of a run. */
interface Worked {
  readonly report: RunReport;
  /** The problems already reported during the run. */
  readonly reported: ReadonlySet<RunProblem>;
  /** The requested replacements that were not bought, as `--replace` takes them. */
  readonly toReplace: readonly string[];
  /** The jobs that this run bought; `billed`: the lines of the bill that it showed. */
  readonly created: ReadonlySet<string>;
  readonly billed: readonly string[];
}

/** Writes `report.html` and prints the end of a run's output: its problems, its lessons, the summary and what to type next. */
async function concludeRun(
  worked: Worked,
  underWay: RunUnderWay,
  again: RepeatedFlags,
  { io }: Context,
): Promise<CommandResult> {
  const { report, reported, created, billed } = worked;
  const { plan, place, store, choices } = underWay;
  const { state } = store;
  const matched = matchLessons(plan, state);
  const facts: ReportFacts = {
    lessons: matched.lessons,
    costs: costsOf(state),
    review: matched.review === null ? null : countReviews(reviewsOf(matched)),
  };
  const about = { plan, facts };
  try {
    await refuseWithoutLedger(store);
    const path = join(place.folder, "report.html");
    if (await isForeignFile(path, "report"))
      io.warn(`${quote(path)} isn't a run report, so it was left as it was.`);
    else {
      await realFiles.makeFolder(place.folder);
      await replaceFile(realFiles, path, `${reportPage(report, about)}\n`);
    }
  } catch (error) {
    // Its messages were also printed here, so a full disk must not suppress the last lines.
    if (!isSystemError(error) && !(error instanceof Failure)) throw error;
    const cause = error instanceof Failure ? error.problem.code : errorCode(error);
    io.warn(`report.html could not be written (${cause}).`);
  }
  for (const problem of report.problems) if (!reported.has(problem)) io.warn(describeProblem(problem), "bad");
  const selected = new Set(choices.selection.jobs.map(({ id }) => id));
  const lessons = matched.lessons.filter(({ job }) => selected.has(job.id));
  const rows = lessonRows(lessons, report.problems);
  // Titles are read from the stories' files, so only those to be shown are read.
  const told = new Set((io.json ? rows : shownRows(rows)).map(({ id }) => id));
  const titled = lessons.filter(({ job }) => told.has(job.id));
  const titles = await lessonTitles(titled, { files: realFiles, folder: place.folder });
  const { paint } = io;
  if (!io.json && !io.quiet && !isOfLostLedger(report))
    for (const line of lessonTable(rows, titles, paint)) io.say(line);
  if (io.json) for (const line of describeSummary(report, again)) io.note(line);
  else for (const line of describeSummary(report, again, paint)) io.say(line);
  const list = rows.map((row) => ({ ...row, title: titles.get(row.id) ?? null }));
  return {
    exitCode: report.exitCode,
    json: runDocument(report, { again, list, balanceAfter: balanceAfterCharges(state) }),
    ci: {
      markdown: () => reportMarkdown(report, about, { billed, next: nextOf(report, again) }),
      changes: created.size,
    },
  };
}

/**
 * The output of a run that is ended at once: the same lines and document as after a normal end, but without titles, and based on the current state of
 * the run's ledger.
 */
function lastWordsOf({ plan, choices, store, connection }: RunUnderWay, again: RepeatedFlags): LastWords {
  const { state, location } = store;
  const { service } = connection.remote;
  const matched = matchLessons(plan, state);
  const lessons = lessonsOf(matched, choices.selection.jobs);
  const problems: RunProblem[] = [{ code: "interrupted" }, ...problemsOfLessons(matched, lessons)];
  const report = reportOf(matched, lessons, { state, location, service }, problems);
  const rows = lessonRows(lessons, report.problems);
  const list = rows.map((row) => ({ ...row, title: null }));
  const attempts = [...state.jobs.values()].flatMap((record) => record.attempts);
  const isSending = attempts.some(({ outcome }) => outcome.kind === "intended");
  const warning =
    "A story that was being requested may exist: coursebinder status shows uncertain creations.";
  return {
    exitCode: report.exitCode,
    lines: [...(isSending ? [warning] : []), ...describeSummary(report, again)],
    json: runDocument(report, { again, list, balanceAfter: balanceAfterCharges(state) }),
  };
}
