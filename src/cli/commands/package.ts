import type { CoursePlace } from "../../course/course-place.ts";
import { packageCourse as makePackage } from "../../course/run-course.ts";
import { selectJobs } from "../../course/select-jobs.ts";
import type { LedgerStore } from "../../ledger/store.ts";
import { openAligner } from "../../lessons/align/aligner.ts";
import type { PlannedLesson } from "../../run/lesson.ts";
import { matchLessons } from "../../run/match.ts";
import { exitCodeOf } from "../../run/problem.ts";
import { checkCourse, problemsOfQuality } from "../../run/quality.ts";
import { saveTimes, timesOf } from "../../run/recordings.ts";
import { closing, endingWith } from "../../shared/closing.ts";
import { exitCodeOfAll, exitCodes } from "../../shared/exit-codes.ts";
import { realFiles } from "../../shared/files/real-files.ts";
import { pluralize } from "../../shared/pluralize.ts";
import { showText } from "../../shared/text.ts";
import { every } from "../../shared/timer.ts";
import { findPrinter } from "../chromium.ts";
import type { Context } from "../context.ts";
import { isLeftOut, leaveOut, openCourse } from "../course-session.ts";
import { type CommandResult, ended } from "../io.ts";
import { commandLine, nextAt, nextForAll, openPackage, repeatedFlagsFor, sayNext } from "../next.ts";
import type { Verbs } from "../parser/declarations.ts";
import { readPlatforms, readSoundFormats, text, wholeNumber } from "../parser/options.ts";
import { describeProblem } from "../problems/problems.ts";
import { describeDoubts, describeGaps, describeTimes, objectionsDocument } from "../render/lessons.ts";
import { viewProgress } from "../render/progress.ts";
import { describeFindings, describeQuality, qualityDocument } from "../render/quality.ts";
import { describeSize, describeSizes, problemDocument } from "../render/run.ts";
import { formatTable } from "../render/terminal.ts";

export const verbs: Verbs = {
  package: (context, [plan = ""]) => packageCourse(plan, context),
  "check-lessons": (context, [plan = ""]) => checkLessons(plan, context),
  align: (context, [plan = ""]) => align(plan, context),
};

/** `package <plan>`: rebuilds the package from the ledger and the saved files, offline. */
export async function packageCourse(file: string, context: Context): Promise<CommandResult> {
  const { io, raw } = context;
  const soundIn = readSoundFormats(raw);
  const course = await openCourse(file, context);
  const { plan, place } = course;
  const { state } = await course.readLedger();
  if (isLeftOut(matchLessons(plan, state))) return leaveOut(plan, context);
  const allowPartial = raw.allowPartial === true;
  io.note(`packaging  ${pluralize(plan.jobs.length, "lesson")}`);
  const printer = await findPrinter(plan, context);
  const view = viewProgress(io, plan.jobs.length, { now: context.world.now, every });
  const { written, gaps, lessons, problems } = await makePackage(plan, {
    place,
    state,
    allowPartial,
    soundIn,
    platforms: readPlatforms(raw),
    printer,
    signal: context.interrupt,
    tell: (step) => view.tell({ kind: "packed", ...step }),
  }).finally(view.end);
  for (const warning of written.warnings) io.warn(describeProblem(warning));
  const { path, bytes, sha256, files, standalone } = written;
  io.say(
    `${showText(path)}: ${pluralize(lessons, "lesson")}, ${pluralize(files, "file")}, ${describeSize(bytes)}`,
  );
  io.say(`  sha256 ${sha256}`);
  for (const line of describeSizes(standalone)) io.say(line);
  const again = repeatedFlagsFor(file, context);
  for (const line of describeGaps(gaps, again)) io.say(line);
  for (const problem of problems) io.warn(describeProblem(problem));
  if (problems.length === 0) for (const line of sayNext(openPackage(path))) io.say(line);
  const exitCode = exitCodeOfAll(problems.map(exitCodeOf));
  const members = {
    package: { path, bytes, sha256, standalone },
    missing: gaps.length,
    ...objectionsDocument(gaps),
    problems: problems.map((problem) => problemDocument(problem, again)),
    notices: written.warnings.map((one) => ({ job: null, ...one, message: describeProblem(one) })),
  };
  return ended(members, exitCode);
}

/** `check-lessons <plan>`: compares the finished lessons with the plan's requirements; offline. */
async function checkLessons(file: string, context: Context): Promise<CommandResult> {
  const { io, raw } = context;
  const course = await openCourse(file, context);
  const { place } = course;
  const state = await course.readMadeState();
  const plan = matchLessons(course.plan, state);
  const quality = await checkCourse(plan, { files: realFiles, folder: place.folder });
  const problems = problemsOfQuality(quality, raw.allowPartial === true);
  const damaged = quality.damaged.length > 0 ? [exitCodes.failed] : [];
  const exitCode = exitCodeOfAll([...problems.map(exitCodeOf), ...damaged]);
  const again = repeatedFlagsFor(file, context);
  const next =
    damaged.length > 0
      ? nextAt({ verb: "run" }, again)
      : (nextForAll(problems, again) ?? nextAt({ verb: "package" }, again));
  for (const line of describeFindings(quality)) io.say(line);
  for (const problem of problems) io.warn(describeProblem(problem));
  io.say(`${describeQuality(quality)}. Nothing was bought or sent.`);
  for (const line of sayNext(next)) io.say(line);
  const members = {
    course: plan.course,
    edition: plan.edition,
    ledger: place.ledger.location,
    quality: qualityDocument(quality),
    ...next,
    problems: problems.map((problem) => problemDocument(problem, again)),
  };
  return ended(members, exitCode);
}

/** `align <plan>`: computes when each sentence of the recordings is heard, unless that has been done already; offline. */
async function align(file: string, context: Context): Promise<CommandResult> {
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
    const rows = times.map((one) => [one.job, outcomes.get(one.job) ?? "stopped", describeTimes(one)]);
    if (rows.length > 0) io.say(formatTable(rows).join("\n"));
    for (const line of describeDoubts(times)) io.say(line.trimStart());
    const count = (outcome: string): number => [...outcomes.values()].filter((one) => one === outcome).length;
    const [found, kept] = [count("now"), count("before")];
    io.say(
      times.length === 0
        ? "No finished lesson has a recording."
        : `times    ${found} found now, ${kept} found before, of ${pluralize(times.length, "recording")}. Nothing was bought or sent.`,
    );
    const isStopped = interrupt.aborted;
    io.say(`next     ${commandLine(isStopped ? "align" : "package", repeatedFlagsFor(file, context))}`);
    const { course: id, edition } = plan;
    const members = { course: id, edition, ledger: store.location, found, kept, times };
    return ended(members, isStopped ? exitCodes.stopped : exitCodes.done);
  });
}

async function alignAll(
  lessons: readonly PlannedLesson[],
  { store, place }: { store: LedgerStore; place: CoursePlace },
  { io, world, interrupt }: Context,
): Promise<Map<string, "before" | "now">> {
  const aligner = openAligner();
  const view = viewProgress(io, lessons.length, { now: world.now, every });
  const { tell } = view;
  const tools = { files: realFiles, folder: place.folder, store, aligner, signal: interrupt, tell };
  const outcomes = new Map<string, "before" | "now">();
  await endingWith(
    async () => {
      view.end();
      await aligner.close();
    },
    async () => {
      for (const lesson of lessons) {
        if (interrupt.aborted) break;
        const outcome = await saveTimes(lesson, tools);
        if (outcome !== null) outcomes.set(lesson.job.id, outcome === "saved" ? "now" : "before");
      }
    },
  );
  return outcomes;
}
