import { join } from "node:path";
import type { CallOptions } from "../../../course/call-options.ts";
import type { CoursePlace } from "../../../course/course-place.ts";
import { lessonTitles } from "../../../course/course-status.ts";
import { timelineOf } from "../../../course/timeline.ts";
import { balanceAfterCharges, costsOf } from "../../../ledger/format/charges.ts";
import type { LedgerStore } from "../../../ledger/store.ts";
import type { Job, Plan } from "../../../plan/plan.ts";
import { refuseWithoutLedger } from "../../../run/course-folder.ts";
import { type MatchedPlan, matchLessons } from "../../../run/match.ts";
import type { RunProblem } from "../../../run/problem.ts";
import { type RunReport, reportNow } from "../../../run/report.ts";
import { countReviews, reviewsOf } from "../../../run/reviews.ts";
import { errorCode, Failure, isSystemError } from "../../../shared/failure.ts";
import { realFiles } from "../../../shared/files/real-files.ts";
import { quote } from "../../../shared/text.ts";
import type { Context } from "../../context.ts";
import { isForeignFile } from "../../course/protected-file.ts";
import { type CommandResult, type LastWords, withVersion } from "../../io.ts";
import { nextOf, type RepeatedFlags } from "../../next.ts";
import { describeProblem } from "../../problems/problems.ts";
import { type ReportFacts, writeReport } from "../../render/report.ts";
import { describeSummary, lessonRows, lessonTable, runDocument, shownRows } from "../../render/run.ts";
import { columnsOf } from "../../render/terminal.ts";

/** What a run has done. */
export interface Worked {
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

/** What a run was about. */
interface Concluding {
  readonly plan: Plan;
  readonly jobs: readonly Job[];
  readonly place: CoursePlace;
  readonly store: LedgerStore;
  readonly again: RepeatedFlags;
  readonly calls: CallOptions;
}

/** Writes `report.html` and prints the end of a run's output: its problems, its lessons, the summary and what to type next. */
export async function concludeRun(
  worked: Worked,
  about: Concluding,
  { io, world }: Context,
): Promise<CommandResult> {
  const { report, reported, created, billed } = worked;
  const { plan, place, store, again } = about;
  const { state } = store;
  const matched = matchLessons(plan, state);
  try {
    await writeReportPage(matched, { worked, about, at: world.now() }, (line) => io.warn(line));
  } catch (error) {
    // Its messages were also printed here, so a full disk must not hide the final words.
    if (!isSystemError(error) && !(error instanceof Failure)) throw error;
    const cause = error instanceof Failure ? error.problem.code : errorCode(error);
    io.warn(`report.html could not be written (${cause}).`);
  }
  for (const problem of report.problems) if (!reported.has(problem)) io.warn(describeProblem(problem), "bad");
  const selected = new Set(about.jobs.map(({ id }) => id));
  const lessons = matched.lessons.filter(({ job }) => selected.has(job.id));
  const rows = lessonRows(lessons, report.problems);
  // Titles are read from the stories' files: only those that are told.
  const told = new Set((io.json ? rows : shownRows(rows)).map(({ id }) => id));
  const titled = lessons.filter(({ job }) => told.has(job.id));
  const titles = await lessonTitles(titled, { files: realFiles, folder: place.folder });
  const { paint } = io;
  const columns = io.isRead ? columnsOf(io.stderr) : undefined;
  if (!io.json && !io.quiet) for (const line of lessonTable(rows, titles, { columns, paint })) io.say(line);
  if (io.json) for (const line of describeSummary(report, again)) io.note(line);
  else for (const line of describeSummary(report, again, paint)) io.say(line);
  const list = rows.map((row) => ({ ...row, title: titles.get(row.id) ?? null }));
  return {
    exitCode: report.exitCode,
    json: runDocument(report, { again, list, balanceAfter: balanceAfterCharges(state) }),
    ci: {
      title: plan.title,
      billLines: billed,
      changes: created.size,
      next: nextOf(report, again),
      lessons: lessonTable(rows, titles),
      places: new Map(plan.jobs.map(({ id, place: at }) => [id, at])),
    },
  };
}

async function writeReportPage(
  matched: MatchedPlan,
  { worked, about, at }: { readonly worked: Worked; readonly about: Concluding; readonly at: number },
  warn: (line: string) => void,
): Promise<void> {
  const { plan, place, store, calls } = about;
  await refuseWithoutLedger(store);
  const path = join(place.folder, "report.html");
  if (await isForeignFile(path, "report")) {
    warn(`${quote(path)} isn't a run report, so it was left as it was.`);
    return;
  }
  const made = { calls: worked.callsAt, limits: calls };
  const facts = reportFacts(matched, store, { made, at });
  await writeReport(worked.report, { plan, facts, folder: place.folder, files: realFiles });
}

function reportFacts(
  plan: MatchedPlan,
  { events, state }: LedgerStore,
  about: Pick<ReportFacts, "made" | "at">,
): ReportFacts {
  const review = plan.review === null ? null : countReviews(reviewsOf(plan));
  return { ...about, timeline: timelineOf(events, plan), costs: costsOf(state), review };
}

interface RunUnderWay {
  readonly plan: Plan;
  /** The selected jobs. */
  readonly jobs: readonly Job[];
  readonly store: LedgerStore;
  /** The service's identity in ledgers. */
  readonly service: string;
  readonly again: RepeatedFlags;
}

/**
 * The output of a run that is ended at once: the same lines and document as after a normal end, but without titles, and based on the current state of
 * the run's ledger.
 */
export function lastWordsOf({ plan, jobs: selected, store, service, again }: RunUnderWay): LastWords {
  const { state, location } = store;
  const { report, lessons } = reportNow(plan, selected, { state, location, service });
  const rows = lessonRows(lessons, report.problems);
  const list = rows.map((row) => ({ ...row, title: null }));
  return {
    exitCode: report.exitCode,
    lines: describeSummary(report, again),
    json: withVersion(runDocument(report, { again, list, balanceAfter: balanceAfterCharges(state) })),
  };
}
