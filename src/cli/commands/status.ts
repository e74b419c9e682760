import { join } from "node:path";
import type { CoursePlace } from "../../course/course-place.ts";
import { type CourseStatus, courseStatus } from "../../course/course-status.ts";
import { jobOf } from "../../course/select-jobs.ts";
import { sumOfAttempts } from "../../ledger/format/charges.ts";
import type { LedgerState } from "../../ledger/format/state.ts";
import { idsOf, type Lesson, type PlannedLesson, purchaseOf } from "../../run/lesson.ts";
import { type MatchedPlan, matchLessons } from "../../run/match.ts";
import type { RunProblem } from "../../run/problem.ts";
import { timesOf, timesOfStory } from "../../run/recordings.ts";
import { editsOf } from "../../run/work.ts";
import { pluralize } from "../../shared/pluralize.ts";
import { showText } from "../../shared/text.ts";
import type { Context } from "../context.ts";
import { isLeftOut, leaveOut, openCourse } from "../course-session.ts";
import { type CommandResult, ended, type Next, type Paint } from "../io.ts";
import {
  nextAbout,
  nextAt,
  nextForAll,
  nextLine,
  openPackage,
  type RepeatedFlags,
  repeatedFlagsFor,
  sayNext,
} from "../next.ts";
import type { Verbs } from "../parser/declarations.ts";
import { describeChanged, describeEdits } from "../problems/edits.ts";
import { describeProblem } from "../problems/problems.ts";
import { shortId, waitingIn } from "../problems/run.ts";
import { textIn } from "../problems/texts.ts";
import {
  describeAllTimes,
  describeJobStatus,
  describeObjections,
  describeWaiting,
  explainJob,
  explainLeft,
} from "../render/lessons.ts";
import { describeCounts, formatCredits, paintState, problemDocument } from "../render/run.ts";
import { formatTable } from "../render/terminal.ts";

export const verbs: Verbs = { status: (context, [plan = "", job]) => status(plan, job, context) };

/** `status <plan> [job]`: shows the status of every job and the reason for that status, from the ledger alone. */
export async function status(
  file: string,
  jobId: string | undefined,
  context: Context,
): Promise<CommandResult> {
  const course = await openCourse(file, context);
  const { state, older } = await course.lookAtLedger();
  const plan = matchLessons(course.plan, state);
  if (jobId === undefined && isLeftOut(plan)) return leaveOut(plan, context);
  const lost = older ?? (await course.lost(plan, state));
  const isNamed = ({ recordName }: Lesson): boolean => recordName.job === jobId;
  const lesson =
    plan.left.find(isNamed) ??
    plan.lessons.find(({ job }) => job.id === jobId) ??
    plan.lessons.find(isNamed) ??
    (jobId === undefined ? undefined : plan.lessons.find(({ job }) => job === jobOf(plan, jobId)));
  if (lesson !== undefined) return statusOfLesson(lesson, lost, context);
  return statusOfPlan(plan, { state, lost, file, place: course.place }, context);
}

function statusOfLesson(lesson: Lesson, lost: RunProblem | null, { io }: Context): CommandResult {
  if (lost !== null) io.warn(describeProblem(lost));
  for (const line of isPlanned(lesson) ? explainJob(lesson) : explainLeft(lesson)) io.say(line);
  const left = isPlanned(lesson) ? {} : { left: lesson.account ?? "unaccounted" };
  return ended({ job: { ...jobDocument(lesson), ...left } });
}

function statusOfPlan(
  plan: MatchedPlan,
  {
    state,
    lost,
    file,
    place,
  }: { state: LedgerState; lost: RunProblem | null; file: string; place: CoursePlace },
  context: Context,
): CommandResult {
  const { io } = context;
  const ledger = place.ledger.location;
  const again = repeatedFlagsFor(file, context);
  const all = courseStatus(plan, state);
  const { counts, problems, review, objections, corrected, gates } = all;
  const { quoted: _, balance, ...credits } = all.credits;
  const edits = editsOf(plan);
  io.say(`${showText(plan.title)}, edition ${plan.edition}`);
  if (state.opened === null) io.say(`no ledger yet at ${showText(ledger)}`);
  // Built only when printed: in a long plan, the table takes time.
  const rowOf = ({ job, status: jobStatus }: PlannedLesson): string[] => [
    job.id,
    paintState(jobStatus.kind, io.paint),
    describeJobStatus(jobStatus, shortId),
  ];
  const rows = [...plan.lessons.map(rowOf), ...plan.left.map((lesson) => rowOfLeft(lesson, io.paint))];
  if (!io.json && rows.length > 0) io.say(formatTable(rows).join("\n"));
  const found = [...(lost === null ? [] : [lost]), ...problems];
  for (const problem of found)
    io.say(describeProblem(problem), problem.code === "creation_uncertain" ? "waiting" : "bad");
  io.say(describeCounts(counts, io.paint));
  const times = timesOf(plan.lessons);
  const lines = [
    formatCredits(credits),
    ...(review === null ? [] : [textIn("lessons", "reviews", { ...review })]),
    ...describeObjections(objections),
    ...(corrected === 0 ? [] : [`corrected ${pluralize(corrected, "lesson")}`]),
    ...(gates.length === 0 ? [] : [describeWaiting({ gates }, null)]),
    ...describeAllTimes(times),
    ...describeEdits(edits),
    ...describeChanged(edits.changed),
  ];
  for (const line of lines) io.say(line);
  const written = state.packages.get(plan.edition)?.file;
  // Corrections made since may be missing from the package.
  const isWhole = written !== undefined && corrected === 0;
  const next = nextAfterStatus(all, { lost, written: isWhole ? join(place.folder, written) : null }, again);
  for (const line of sayNext(next)) io.say(line);
  return ended({
    course: plan.course,
    edition: plan.edition,
    service: state.opened?.service ?? null,
    ledger,
    jobs: counts,
    lessons: edits,
    credits: { ...credits, balance },
    ...(review === null ? {} : { review }),
    ...(objections.length === 0 ? {} : { objections }),
    ...(corrected === 0 ? {} : { corrected }),
    ...(gates.length === 0 ? {} : { waiting: gates }),
    problems: found.map((problem) => problemDocument(problem, again)),
    list: io.json ? plan.lessons.map(jobDocument) : [],
    left: plan.left.map((lesson) => ({
      name: lesson.recordName.job,
      account: lesson.account,
      asked: purchaseOf(lesson).intended.request,
      story: idsOf(lesson)[0] ?? null,
      state: lesson.status.kind,
    })),
  });
}

/** A bought lesson that the plan no longer has, and how the plan accounts for it. */
function rowOfLeft({ recordName, account, status: jobStatus }: Lesson, paint: Paint): string[] {
  const left = account === null ? "left the plan" : `left the plan, ${account}`;
  return [
    recordName.job,
    paintState(jobStatus.kind, paint),
    `${left}; ${describeJobStatus(jobStatus, shortId)}`,
  ];
}

function nextAfterStatus(
  { counts, problems, review, objections, gates }: CourseStatus,
  { lost, written }: { lost: RunProblem | null; written: string | null },
  again: RepeatedFlags,
): Next {
  const to = (verb: string): Next => nextAt({ verb }, again);
  const aboutLost = lost === null ? null : nextAbout(lost, again);
  if (aboutLost !== null && nextLine(aboutLost) !== null) return aboutLost;
  const isReviewed = objections.length === 0 && (review?.waiting ?? 0) === 0;
  if (counts.done === counts.total && counts.uncertain === 0) {
    if (!isReviewed) return to("review");
    if (problems.some(({ code }) => code === "book_unavailable")) return to("run");
    return written === null ? to("package") : openPackage(written);
  }
  if (counts.uncertain > 0) return to("resolve");
  // Replacing a story is a purchase, so suggest it only when a run has nothing left to do.
  const waiting = waitingIn(gates);
  if (waiting > 0 && waiting === counts.pending && counts.active === 0) return to("review");
  const left = counts.pending + counts.active > 0;
  return (left ? null : nextForAll(problems, again)) ?? to("run");
}

function jobDocument(lesson: Lesson): Record<string, unknown> {
  const { job, record, recordName, latest, status: jobStatus } = lesson;
  const name = job?.id ?? recordName.job;
  const { topic, lang, difficulty } = job?.request ?? purchaseOf(lesson).intended.request;
  const story = "story" in jobStatus ? jobStatus.story : null;
  const { committed, spent } = sumOfAttempts(record === undefined ? [] : [record]);
  return {
    job: name,
    topic,
    lang,
    difficulty,
    state: jobStatus.kind,
    why: describeJobStatus(jobStatus),
    story: story?.id ?? null,
    status: story?.observed?.status ?? null,
    asked: latest?.intended.request ?? null,
    changed: lesson.isChanged,
    times: story === null || story.book === null ? null : timesOfStory(name, story),
    credits: { committed, spent },
    attempts: (record?.attempts ?? []).map(({ attempt, intended, outcome }) => ({
      attempt,
      at: intended.at,
      outcome: outcome.kind,
      price: intended.price.credits,
    })),
  };
}

function isPlanned(lesson: Lesson): lesson is PlannedLesson {
  return lesson.job !== null;
}
