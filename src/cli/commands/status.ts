import { placeOfCourse } from "../../course/course-place.ts";
import { type CourseStatus, courseStatus, isChanged } from "../../course/course-status.ts";
import { lostLedger } from "../../course/ledger/lost-ledger.ts";
import { jobOf } from "../../course/select-jobs.ts";
import { sumOfAttempts } from "../../ledger/format/charges.ts";
import type { LedgerState } from "../../ledger/format/state.ts";
import { editsOf } from "../../run/edits.ts";
import { idsOf, type Lesson, type PlannedLesson, purchaseOf } from "../../run/lesson.ts";
import { type MatchedPlan, matchLessons } from "../../run/match.ts";
import type { LostLedger } from "../../run/purchases-elsewhere.ts";
import { timesOf, timesOfStory } from "../../run/recordings.ts";
import { exitCodes } from "../../shared/exit-codes.ts";
import { showText } from "../../shared/text.ts";
import type { Context } from "../context.ts";
import { loadPlan } from "../course/load-plan.ts";
import { readState } from "../course/read-state.ts";
import { serviceOfCourse } from "../course/service-of-course.ts";
import { stateFolderOf } from "../course/state-folder.ts";
import type { CommandResult } from "../io.ts";
import { describeChanged, describeEdits, editsDocument } from "../messages/lessons/edit-words.ts";
import { describeJobStatus, shortId } from "../messages/lessons/job-status-words.ts";
import { explainJob, explainLeft } from "../messages/lessons/job-story.ts";
import { describeCorrections, describeReviews, describeWaiting } from "../messages/lessons/review-words.ts";
import { describeAllTimes, timesDocument } from "../messages/lessons/times-words.ts";
import { type Again, againFor, commandLine, nextCommand, nextForAll } from "../messages/next-command.ts";
import { describeRunProblem } from "../messages/run/run-words.ts";
import { describeCounts, formatCredits } from "../messages/run/summary.ts";
import { formatTable } from "../messages/table.ts";
import { refusePlan } from "./check.ts";

/** `status <plan> [job]`: the status of every job and its reason, from the ledger alone. */
export async function status(
  file: string,
  jobId: string | undefined,
  context: Context,
): Promise<CommandResult> {
  const loaded = await loadPlan(file, context);
  if (!loaded.ok) return refusePlan(loaded.problems, context);
  const { course } = loaded.plan;
  const place = placeOfCourse(course, context.shared);
  const state = await readState(place.ledger, course, context);
  const plan = matchLessons(loaded.plan, state);
  const service = await serviceOfCourse(course, state, context);
  const lost = await lostLedger({
    plan,
    lessons: plan.lessons,
    state,
    service,
    place,
    stateFolder: stateFolderOf(context),
  });
  const left = plan.left.find(({ recordName }) => recordName.job === jobId);
  if (left !== undefined) return statusOfLeft(left, lost, context);
  if (jobId !== undefined) {
    const job = jobOf(plan, jobId);
    const lesson = plan.lessons.find((one) => one.job === job);
    if (lesson !== undefined) return statusOfJob(lesson, lost, context);
  }
  return statusOfPlan(plan, { state, lost, file, ledger: place.ledger.location }, context);
}

function statusOfJob(lesson: PlannedLesson, lost: LostLedger | null, { io, world }: Context): CommandResult {
  if (lost !== null) io.warn(describeRunProblem(lost));
  for (const line of explainJob(lesson, { isLocal: io.isRead, now: world.now() })) io.say(line);
  return {
    exitCode: exitCodes.done,
    json: { ok: true, exitCode: exitCodes.done, job: jobDocument(lesson) },
  };
}

function statusOfLeft(lesson: Lesson<null>, lost: LostLedger | null, { io, world }: Context): CommandResult {
  if (lost !== null) io.warn(describeRunProblem(lost));
  for (const line of explainLeft(lesson, { isLocal: io.isRead, now: world.now() })) io.say(line);
  const { account, recordName, status: jobStatus } = lesson;
  const asked = purchaseOf(lesson).intended.request;
  const job = { job: recordName.job, left: account ?? "unaccounted", state: jobStatus.kind, asked };
  return { exitCode: exitCodes.done, json: { ok: true, exitCode: exitCodes.done, job } };
}

function statusOfPlan(
  plan: MatchedPlan,
  {
    state,
    lost,
    file,
    ledger,
  }: { state: LedgerState; lost: LostLedger | null; file: string; ledger: string },
  context: Context,
): CommandResult {
  const { io } = context;
  const again = againFor(file, context);
  const { counts, changed, problems, orphans, review, corrections, gates, ...money } = courseStatus(
    plan,
    state,
  );
  const { quoted: _, balance, ...credits } = money.credits;
  const edits = editsOf(plan, { changed });
  io.say(`${showText(plan.title)}, edition ${plan.edition}`);
  if (state.opened === null) io.say(`no ledger yet at ${showText(ledger)}`);
  // Only built when printed: the table of a long plan takes time, and printing it line by line would take more.
  const rowOf = ({ job, status: jobStatus }: PlannedLesson): string[] => [
    job.id,
    jobStatus.kind,
    describeJobStatus(jobStatus, shortId),
  ];
  const rows = [...plan.lessons.map(rowOf), ...plan.left.map(rowOfLeft)];
  if (!io.json && rows.length > 0) io.say(formatTable(rows).join("\n"));
  const standsInTheWay = lost === null ? [] : [lost];
  for (const problem of [...standsInTheWay, ...problems, ...orphans]) io.say(describeRunProblem(problem));
  io.say(describeCounts(counts));
  const times = timesOf(plan.lessons);
  const lines = [
    ...formatCredits(credits),
    ...(review === null ? [] : [describeReviews(review)]),
    ...(corrections.lessons === 0 ? [] : [describeCorrections(corrections)]),
    ...(gates.length === 0 ? [] : [describeWaiting({ gates }, null)]),
    ...describeAllTimes(times),
    ...describeEdits(edits),
    ...describeChanged(changed),
  ];
  for (const line of lines) io.say(line);
  const settle = orphans.length > 0 ? commandLine("resolve", again) : null;
  const find = lost === null ? null : nextCommand(lost, again);
  io.say(`next     ${find ?? settle ?? nextAfterStatus({ counts, problems, review, gates }, again)}`);
  return {
    exitCode: exitCodes.done,
    json: {
      ok: true,
      exitCode: exitCodes.done,
      course: plan.course,
      edition: plan.edition,
      service: state.opened?.service ?? null,
      ledger,
      jobs: counts,
      lessons: editsDocument(edits),
      credits: { ...credits, balance },
      ...(review === null ? {} : { review }),
      ...(corrections.lessons === 0 ? {} : { corrections }),
      ...(gates.length === 0 ? {} : { waiting: gates }),
      uncertainOrphans: orphans.map((orphan) => ("job" in orphan ? orphan.job : null)),
      problems: standsInTheWay.map((problem) => ({
        job: null,
        code: problem.code,
        message: describeRunProblem(problem),
        next: nextCommand(problem, again),
      })),
      list: io.json ? plan.lessons.map(jobDocument) : [],
      left: plan.left.map((lesson) => ({
        name: lesson.recordName.job,
        account: lesson.account,
        asked: purchaseOf(lesson).intended.request,
        story: idsOf(lesson)[0] ?? null,
        state: lesson.status.kind,
      })),
    },
  };
}

/** A bought lesson that the plan has no more, with how the plan accounts for it. */
function rowOfLeft({ recordName, account, status: jobStatus }: Lesson): string[] {
  const left = account === null ? "left the plan" : `left the plan, ${account}`;
  return [recordName.job, jobStatus.kind, `${left}; ${describeJobStatus(jobStatus, shortId)}`];
}

function nextAfterStatus(
  { counts, problems, review, gates }: Pick<CourseStatus, "counts" | "problems" | "review" | "gates">,
  again: Again,
): string {
  const isReviewed = review === null || review.waiting + review.held + review.rejected === 0;
  if (counts.done === counts.total) return commandLine(isReviewed ? "package" : "review", again);
  if (counts.uncertain > 0) return commandLine("resolve", again);
  // Replacing a story is a purchase, so suggest it only when a run has nothing left to do.
  const waiting = gates.reduce((sum, gate) => sum + gate.waiting, 0);
  if (waiting > 0 && waiting === counts.pending && counts.active === 0) return commandLine("review", again);
  const left = counts.pending + counts.active > 0;
  return (left ? null : nextForAll(problems, again)) ?? commandLine("run", again);
}

function jobDocument(lesson: PlannedLesson): Record<string, unknown> {
  const { job, record, latest, status: jobStatus } = lesson;
  const story = "story" in jobStatus ? jobStatus.story : null;
  const { committed, spent } = sumOfAttempts(record === undefined ? [] : [record]);
  return {
    job: job.id,
    state: jobStatus.kind,
    why: describeJobStatus(jobStatus),
    story: story?.id ?? null,
    status: story?.observed?.status ?? null,
    asked: latest?.intended.request ?? null,
    changed: isChanged(lesson),
    times:
      story === null || story.book === null
        ? null
        : (timesDocument([timesOfStory(job.id, story)])[0] ?? null),
    credits: { committed, spent },
    attempts: (record?.attempts ?? []).map(({ attempt, intended, outcome }) => ({
      attempt,
      at: intended.at,
      outcome: outcome.kind,
      price: intended.price.credits,
    })),
  };
}
