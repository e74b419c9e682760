import type { CoursePlace } from "../../course/course-place.ts";
import { selectJobs } from "../../course/select-jobs.ts";
import type { LedgerStore } from "../../ledger/store.ts";
import { openAligner } from "../../lessons/align/aligner.ts";
import type { PlannedLesson } from "../../run/lesson.ts";
import { matchLessons } from "../../run/match.ts";
import { saveTimes, type TimesOutcome, timesOf } from "../../run/recordings.ts";
import { closing, endingWith } from "../../shared/closing.ts";
import { exitCodes } from "../../shared/exit-codes.ts";
import { realFiles } from "../../shared/files/real-files.ts";
import { pluralize } from "../../shared/pluralize.ts";
import { showText } from "../../shared/text.ts";
import { every } from "../../shared/timer.ts";
import type { Context } from "../context.ts";
import { openCourse } from "../course-session.ts";
import { type CommandResult, ended } from "../io.ts";
import { commandLine, repeatedFlagsFor } from "../next.ts";
import type { Verbs } from "../parser/declarations.ts";
import { text, wholeNumber } from "../parser/options.ts";
import { describeDoubts, describeTimes, timesDocument } from "../render/lessons.ts";
import { viewProgress } from "../render/progress.ts";
import { formatTable } from "../render/terminal.ts";

export const verbs: Verbs = { align: (context, [plan = ""]) => align(plan, context) };

/** `align <plan>`: computes when each sentence of the recordings is heard, unless that has been done already; offline. */
export async function align(file: string, context: Context): Promise<CommandResult> {
  const { raw } = context;
  const only = text(raw, "only");
  const first = wholeNumber(raw, "--first", { least: 1 });
  const course = await openCourse(file, context);
  const { place } = course;
  selectJobs(course.plan, { only, first });
  const { opened } = await course.readMadeState();
  const store = await course.hold(true, opened.service);
  return closing(store, async () => {
    const plan = matchLessons(course.plan, store.state);
    const chosen = new Set(selectJobs(plan, { only, first }));
    const lessons = plan.lessons.filter(({ job }) => chosen.has(job));
    const outcomes = await alignAll(lessons, { store, place }, context);
    const { io, interrupt } = context;
    const times = timesOf(lessons);
    const jobsOf = (outcome: TimesOutcome): string[] =>
      [...outcomes].filter(([, one]) => one === outcome).map(([job]) => job);
    const damaged = jobsOf("damaged");
    const rows = times.map((one) => [
      one.job,
      outcomeWords[outcomes.get(one.job) ?? "stopped"],
      describeTimes(one),
    ]);
    if (rows.length > 0) io.say(formatTable(rows).join("\n"));
    for (const line of describeDoubts(times)) io.say(line.trimStart());
    for (const job of damaged)
      io.warn(
        `${showText(job)}: its text or its recording doesn't match what the ledger recorded. The next run reads it again.`,
      );
    const [found, kept] = [jobsOf("saved").length, jobsOf("kept").length];
    io.say(
      times.length === 0
        ? "No finished lesson has a recording."
        : `times    ${found} found now, ${kept} found before, of ${pluralize(times.length, "recording")}. Nothing was bought or sent.`,
    );
    const isStopped = interrupt.aborted;
    const next = damaged.length > 0 ? "run" : isStopped ? "align" : "package";
    io.say(`next     ${commandLine(next, repeatedFlagsFor(file, context))}`);
    const { course: id, edition } = plan;
    const members = { course: id, edition, ledger: store.location, found, kept, damaged };
    const exitCode = damaged.length > 0 ? exitCodes.failed : isStopped ? exitCodes.stopped : exitCodes.done;
    return ended({ ...members, times: timesDocument(times) }, exitCode);
  });
}

const outcomeWords: Readonly<Record<TimesOutcome, string>> = {
  kept: "before",
  saved: "now",
  stopped: "stopped",
  damaged: "damaged",
};

async function alignAll(
  lessons: readonly PlannedLesson[],
  { store, place }: { store: LedgerStore; place: CoursePlace },
  { io, world, interrupt }: Context,
): Promise<Map<string, TimesOutcome>> {
  const aligner = openAligner();
  const view = viewProgress(io, lessons.length, { now: world.now, every });
  const { tell } = view;
  const tools = { files: realFiles, folder: place.folder, store, aligner, signal: interrupt, tell };
  const outcomes = new Map<string, TimesOutcome>();
  await endingWith(
    async () => {
      view.end();
      await aligner.close();
    },
    async () => {
      for (const lesson of lessons) {
        if (interrupt.aborted) break;
        const outcome = await saveTimes(lesson, tools);
        if (outcome !== null) outcomes.set(lesson.job.id, outcome);
      }
    },
  );
  return outcomes;
}
