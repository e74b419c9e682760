import { sumOfAttempts } from "../../ledger/format/charges.ts";
import type { JobStatus } from "../../ledger/format/job-status.ts";
import type { ObjectedLesson } from "../../ledger/format/reviews.ts";
import type { Attempt, Intention, JobRecord, StoryFacts } from "../../ledger/format/state.ts";
import type { Hint } from "../../lessons/align/alignment.ts";
import { type Gap, isMissing } from "../../package/contents/course.ts";
import { type Lesson, type LessonGap, type PlannedLesson, purchaseOf } from "../../run/lesson.ts";
import type { RunProblem } from "../../run/problem.ts";
import type { LessonTimesReport } from "../../run/run-context.ts";
import { pluralize } from "../../shared/pluralize.ts";
import { showText } from "../../shared/text.ts";
import { commandLine, type RepeatedFlags } from "../next.ts";
import { describeObjection, waitingIn } from "../problems/run.ts";
import { textIn, wordFor } from "../problems/texts.ts";

/** The reason for a job's status, in a few words. */
export function describeJobStatus(jobStatus: JobStatus, idOf = (id: string): string => id): string {
  if (jobStatus.kind === "pending") return describeOutcome("absent", jobStatus.lastRefusal?.outcome);
  if (jobStatus.kind === "uncertain") return describeOutcome("doubt", jobStatus.attempt.outcome);
  const { id, observed } = jobStatus.story;
  const facts = { ...jobStatus, id: idOf(id), seen: observed?.status ?? "accepted" };
  return textIn("lessons", `status_${jobStatus.kind}`, facts);
}

/** An attempt's outcome, with the text of `texts/lessons.yaml` for its kind. */
function describeOutcome(part: "absent" | "doubt" | "outcome", outcome?: Attempt["outcome"]): string {
  const event = outcome !== undefined && "event" in outcome ? outcome.event : {};
  return textIn("lessons", part, { kind: null, ...event, ...outcome });
}

/** Explains one job: the request to the service, the job's status and the reason for it, its price, its ids, its history. */
export function explainJob(lesson: PlannedLesson): string[] {
  const { job, record, recordName, latest, status: jobStatus } = lesson;
  const sent = latest?.intended.request;
  const planned = describeRequest({ ...job.request });
  const asked = sent === undefined ? null : describeRequest(sent);
  return [
    `${job.id}: ${jobStatus.kind}`,
    `  why      ${describeJobStatus(jobStatus)}`,
    ...(asked === null ? [`  to ask   ${planned}`] : [`  asked    ${asked}`]),
    ...(asked === null || asked === planned ? [] : [`  plan     ${planned}`]),
    ...(recordName.job === job.id ? [] : [`  before   ${recordName.job}: its name in the ledger`]),
    `  planned  ${showText(job.place.file)}:${job.place.line}:${job.place.column}`,
    ...describeHistory(record),
  ];
}

/** Explains a bought lesson that has left the plan. */
export function explainLeft(lesson: Lesson): string[] {
  const { account, record, recordName, status: jobStatus } = lesson;
  return [
    `${recordName.job}: ${jobStatus.kind}`,
    `  why      ${describeJobStatus(jobStatus)}`,
    `  asked    ${describeRequest(purchaseOf(lesson).intended.request)}`,
    `  plan     ${account === null ? "has no job for it, and no moved or removed entry" : `leaves it out (${account})`}`,
    ...describeHistory(record),
  ];
}

/** Every member of a request that was, or will be, sent to the service. */
function describeRequest(request: Intention["request"]): string {
  const { topic, lang, difficulty, length, audiobook, words, visibility, ...choices } = request;
  const list = (Array.isArray(words) ? words : []) as readonly { readonly word?: unknown }[];
  return [
    `"${showText(topic)}"`,
    lang,
    `difficulty ${difficulty}`,
    length,
    // Genre and form, and any member that a later version may add.
    ...Object.values(choices).map((value) => showText(String(value))),
    ...(audiobook ? ["with audiobook"] : []),
    ...(visibility === "public" ? ["public"] : []),
    ...(list.length === 0 ? [] : [`with ${list.map(({ word }) => showText(String(word))).join(", ")}`]),
  ].join(", ");
}

function describeHistory(record: JobRecord | undefined): string[] {
  if (record === undefined) return [];
  return [
    textIn("lessons", "credits", { ...sumOfAttempts([record]) }),
    ...record.attempts.flatMap((attempt) => describeAttempt(attempt, record)),
  ];
}

function describeAttempt({ attempt, intended, outcome }: Attempt, record: JobRecord): string[] {
  return [
    textIn("lessons", "sent", { attempt, at: intended.at, ...intended.price }),
    describeOutcome("outcome", outcome),
    ...(outcome.kind === "accepted" ? describeStory(record.stories.get(outcome.id)) : []),
    // Ids in an answer that can't be believed.
    ...(outcome.kind === "uncertain" ? (outcome.event.ids ?? []) : []).map((id) => `    it named ${id}`),
  ];
}

function describeStory(story: StoryFacts | undefined): string[] {
  if (story === undefined) return [];
  const { observed, saved, book, corrections, respoken, missing, bookUnavailable } = story;
  const line = (part: string, facts: object | null): string[] =>
    facts === null ? [] : [textIn("lessons", `story_${part}`, { ...facts })];
  return [
    ...line(
      "observed",
      observed && { ...observed, book: observed.book?.id, bookStatus: observed.book?.status },
    ),
    ...line("error", observed?.error == null ? null : observed),
    ...line("missing", missing ? {} : null),
    ...line("saved", saved),
    ...line("book", book),
    ...corrections.flatMap((one) => line(one.undoes === null ? "corrected" : "undone", one)),
    ...respoken.flatMap((one) => line("respoken", one)),
    ...line("unexported", bookUnavailable === null ? null : { bookUnavailable }),
  ];
}

/** The state of one lesson's times in a few words. */
export function describeTimes({ level, why }: Pick<LessonTimesReport, "level" | "why">): string {
  if (level === null) return "not determined yet";
  const words = wordFor("timeLevels", level);
  return why === null ? `${words}` : `${words}: ${wordFor("recordingFaults", why)}`;
}

/** A place in a lesson's recording that someone should listen to. */
function describeHint({ kind, sentence, atMs }: Hint): string {
  return textIn("lessons", `hint_${kind}`, { number: sentence + 1, next: sentence + 2, atMs });
}

/**
 * How many lessons have times, by precision; then the lessons without times, with the reasons; then the places to listen to. Empty if no lesson has a
 * recording.
 */
export function describeAllTimes(times: readonly LessonTimesReport[]): string[] {
  if (times.length === 0) return [];
  const count = (level: LessonTimesReport["level"]): number =>
    times.filter((one) => one.level === level).length;
  const [sentences, paragraphs] = [count("sentences"), count("paragraphs")];
  const facts = { times, sentences, paragraphs, none: count("none"), unknown: count(null) };
  return [textIn("lessons", "times", facts), ...describeDoubts(times)];
}

/** What the user should know about the times of some lessons: which lessons have no times by sentence, why, and where to listen. */
export function describeDoubts(times: readonly LessonTimesReport[]): string[] {
  return times.flatMap(({ job, level, why, hints }) => [
    ...(why === null ? [] : [`         ${showText(job)}: ${describeTimes({ level, why })}`]),
    ...hints.map((hint) => `         ${showText(job)}: ${describeHint(hint)}`),
  ]);
}

type GateClosed = Extract<RunProblem, { code: "gate_closed" }>;

/** The lessons that wait behind a plan's gate, and their price, in one line. `credits`: null if there are no prices. */
export function describeWaiting({ gates }: Pick<GateClosed, "gates">, credits: number | null): string {
  const missing = gates.map(({ volume, missing: count }) => `${count} more of ${volume}`).join(", ");
  return textIn("lessons", "waiting", { waiting: waitingIn(gates), credits, missing });
}

/** The lessons that people held or rejected, one line each, with the person and the reason. */
export function describeObjections(objections: readonly ObjectedLesson[]): string[] {
  return objections.map(
    (one, index) => `${index === 0 ? "held     " : "         "}${one.job}  ${describeObjection(one)}`,
  );
}

/** The lessons that people held or rejected, in the form used in documents. */
export function objectionsDocument(gaps: readonly LessonGap[]): object {
  const objections = gaps.flatMap(({ job, by }) => (by === undefined ? [] : [{ job, ...by }]));
  return objections.length === 0 ? {} : { objections };
}

/** More lines would scroll the rest of the output off the screen. */
const mostGaps = 10;

/** What a partial package lacks, one line per lesson up to a limit, and where to find the whole list. */
export function describeGaps(gaps: readonly LessonGap[], again: RepeatedFlags): string[] {
  if (gaps.length === 0) return [];
  const shown = gaps.slice(0, mostGaps);
  const width = Math.max(...shown.map(({ job }) => job.length));
  const more = gaps.length - shown.length;
  const list = `START-HERE.html and publisher/manifest.json in the package list what is missing; so does ${commandLine("status", again)}`;
  const what = gaps.some(isMissing)
    ? `${pluralize(gaps.length, "lesson")} ${describeStates(gaps)}`
    : `the sound of ${pluralize(gaps.length, "lesson")}`;
  return [
    `missing  ${what}:`,
    ...shown.map((gap) => `         ${gap.job.padEnd(width)}  ${describeGap(gap)}`),
    ...(more === 0 ? [] : [`         and ${more} more`]),
    `         ${list}`,
  ];
}

function describeGap({ state, lacks, by }: LessonGap): string {
  if (by !== undefined) return describeObjection(by);
  const why = wordFor("gapStates", state) ?? state;
  return lacks === "sound" ? `${why}; its text is in the package, but its recording is not` : why;
}

/** Why there is no package although some lessons are finished, and how to get one anyway. */
export function describeWithheld(gaps: readonly Gap[], again: RepeatedFlags): string {
  const missing = pluralize(gaps.filter(isMissing).length, "lesson is", "lessons are");
  return `package  none was written: ${missing} ${describeStates(gaps)}. To package the finished lessons: ${commandLine("package", again, "--allow-partial")}`;
}

function describeStates(gaps: readonly Gap[]): string {
  const has = (one: string): boolean => gaps.some(({ state }) => state === one);
  return `unfinished${has("held") ? " or on hold" : ""}${has("unapproved") ? " or not approved" : ""}`;
}
