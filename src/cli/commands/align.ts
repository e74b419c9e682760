import process from "node:process";
import { type CoursePlace, placeOfCourse } from "../../course/course-place.ts";
import { selectJobs } from "../../course/select-jobs.ts";
import type { LedgerStore } from "../../ledger/store.ts";
import { openAligner } from "../../lessons/align/aligner.ts";
import { Journal } from "../../run/journal.ts";
import type { PlannedLesson } from "../../run/lesson.ts";
import { type MatchedPlan, matchLessons } from "../../run/match.ts";
import { measureRecording, saveTimes, type TimesOutcome, timesOf } from "../../run/recordings.ts";
import type { LessonTimesReport } from "../../run/run-context.ts";
import { closing, endingWith } from "../../shared/closing.ts";
import { exitCodes } from "../../shared/exit-codes.ts";
import { realFiles } from "../../shared/files/real-files.ts";
import { pluralize } from "../../shared/pluralize.ts";
import { showText } from "../../shared/text.ts";
import { every } from "../../shared/timer.ts";
import type { Context } from "../context.ts";
import { holdLedgerOf } from "../course/hold-ledger.ts";
import { loadPlan } from "../course/load-plan.ts";
import { readMadeState } from "../course/read-made-state.ts";
import type { CommandResult } from "../io.ts";
import { describeDoubts, describeTimes, timesDocument } from "../messages/lessons/times-words.ts";
import { againFor, commandLine } from "../messages/next-command.ts";
import { viewProgress } from "../messages/run/progress.ts";
import { formatTable } from "../messages/table.ts";
import { text, wholeNumber } from "../parser/options.ts";
import { refusePlan } from "./check.ts";

/** `align <plan>`: computes when each sentence of the recordings is heard, if not done yet; offline. */
export async function align(file: string, context: Context): Promise<CommandResult> {
  const { raw, shared } = context;
  const only = text(raw, "only");
  const first = wholeNumber(raw, "first", { flag: "--first", least: 1 });
  const loaded = await loadPlan(file, context);
  if (!loaded.ok) return refusePlan(loaded.problems, context);
  selectJobs(loaded.plan, { only, first });
  const { course } = loaded.plan;
  const place = placeOfCourse(course, shared);
  const { opened } = await readMadeState(course, context);
  const identity = { course, service: opened.service };
  const store = await holdLedgerOf(identity, { place, mustExist: true }, context, process.pid);
  return closing(store, async () => {
    const plan = matchLessons(loaded.plan, store.state);
    const chosen = new Set(selectJobs(plan, { only, first }));
    const lessons = plan.lessons.filter(({ job }) => chosen.has(job));
    const outcomes = await alignAll(lessons, { store, place }, context);
    return conclude(plan, { lessons, outcomes, store, file }, context);
  });
}

async function alignAll(
  lessons: readonly PlannedLesson[],
  { store, place }: { store: LedgerStore; place: CoursePlace },
  { io, world, interrupt }: Context,
): Promise<Map<string, TimesOutcome>> {
  const journal = new Journal(store);
  const aligner = openAligner();
  const view = viewProgress(io, lessons.length, { now: world.now, every });
  const tools = { files: realFiles, folder: place.folder, journal, aligner };
  const outcomes = new Map<string, TimesOutcome>();
  await endingWith(
    async () => {
      view.end();
      await aligner.close();
    },
    async () => {
      for (const lesson of lessons) {
        if (interrupt.aborted) break;
        const outcome = await saveTimes(lesson, { signal: interrupt }, tools);
        if (outcome === null) continue;
        outcomes.set(lesson.job.id, outcome);
        await measureRecording(lesson, tools);
        const [times] = timesOf([lesson]);
        if (outcome === "saved" && times !== undefined) view.tell({ kind: "timed", ...times });
      }
    },
  );
  return outcomes;
}

interface Aligned {
  readonly lessons: readonly PlannedLesson[];
  readonly outcomes: ReadonlyMap<string, TimesOutcome>;
  readonly store: LedgerStore;
  readonly file: string;
}

function conclude(
  plan: MatchedPlan,
  { lessons, outcomes, store, file }: Aligned,
  context: Context,
): CommandResult {
  const { io, interrupt } = context;
  const times = timesOf(lessons);
  const jobsOf = (outcome: TimesOutcome): string[] =>
    [...outcomes].filter(([, one]) => one === outcome).map(([job]) => job);
  const damaged = jobsOf("damaged");
  const exitCode =
    damaged.length > 0 ? exitCodes.failed : interrupt.aborted ? exitCodes.stopped : exitCodes.done;
  const again = againFor(file, context);
  if (times.length > 0) io.say(formatTable(times.map((one) => rowOf(one, outcomes))).join("\n"));
  for (const line of describeDoubts(times)) io.say(line.trimStart());
  for (const job of damaged) {
    io.warn(
      `${showText(job)}: its text or its recording is not as the ledger recorded it. A run reads it again.`,
    );
  }
  const found = jobsOf("saved").length;
  const kept = jobsOf("kept").length;
  io.say(
    times.length === 0
      ? "No lesson that is finished has a recording."
      : `times    ${found} found now, ${kept} found before, of ${pluralize(times.length, "recording")}. Nothing was bought or sent.`,
  );
  const next = damaged.length > 0 ? "run" : interrupt.aborted ? "align" : "package";
  io.say(`next     ${commandLine(next, again)}`);
  return {
    exitCode,
    json: {
      ok: exitCode === exitCodes.done,
      exitCode,
      course: plan.course,
      edition: plan.edition,
      ledger: store.location,
      found,
      kept,
      damaged,
      times: timesDocument(times),
    },
  };
}

const outcomeWords: Readonly<Record<TimesOutcome, string>> = {
  kept: "before",
  saved: "now",
  stopped: "stopped",
  damaged: "damaged",
};

function rowOf(times: LessonTimesReport, outcomes: ReadonlyMap<string, TimesOutcome>): string[] {
  const outcome = outcomes.get(times.job);
  return [times.job, outcome === undefined ? "stopped" : outcomeWords[outcome], describeTimes(times)];
}
