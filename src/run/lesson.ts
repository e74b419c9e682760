import type { EventOf, Price } from "../ledger/format/event.ts";
import { jobKey } from "../ledger/format/fold.ts";
import {
  isAbsent,
  isEnd,
  isOpen,
  isSilent,
  type JobStatus,
  jobStatusOf,
  latestOf,
  type StatusOfStory,
} from "../ledger/format/job-status.ts";
import type { Objection } from "../ledger/format/reviews.ts";
import type { Attempt, JobRecord, LedgerState, StoryFacts } from "../ledger/format/state.ts";
import type { Gap } from "../package/contents/course.ts";
import { requestHash } from "../plan/fingerprint.ts";
import { isCovered } from "../plan/moved-and-removed.ts";
import type { Job, Removal, StoryRequest } from "../plan/plan.ts";
import { topicOf } from "../plan/topic-text.ts";
import { Failure } from "../shared/failure.ts";
import type { LeftFact, RunNotice, RunProblem, WrongReplacement } from "./problem.ts";

export type RecordName = Pick<JobRecord, "edition" | "job">;

export function recordKey({ edition, job }: RecordName): string {
  return jobKey(edition, job);
}

export type Match = "text" | "address" | "moved" | "inherited";

type LessonFacts<Of extends Job | null> = Pick<
  Lesson<Of>,
  "address" | "job" | "recordName" | "texts" | "match" | "account"
>;

/**
 * A job with what was bought for it, or a bought lesson that no job of the plan has. The ledger's facts are read on demand, because the ledger grows
 * during a run.
 */
export class Lesson<Of extends Job | null = Job | null> {
  /** `<edition>/<topic>.<lang>.<difficulty>`: where its job stands in the plan; without a job, where it stood last. */
  readonly address: string;
  readonly job: Of;
  /** Its name in the ledger; an unused one if nothing was bought. */
  readonly recordName: RecordName;
  /** The texts that its topic has had in the ledger, the newest first; none if nothing was bought. */
  readonly texts: readonly string[];
  /** Null: nothing was bought for it. */
  readonly match: Match | null;
  /** Null: the plan doesn't account for it. */
  readonly account: "excluded" | "removed" | null;
  readonly #state: Pick<LedgerState, "jobs">;
  #record: JobRecord | undefined;

  constructor(facts: LessonFacts<Of>, state: Pick<LedgerState, "jobs">) {
    this.address = facts.address;
    this.job = facts.job;
    this.recordName = facts.recordName;
    this.texts = facts.texts;
    this.match = facts.match;
    this.account = facts.account;
    this.#state = state;
  }

  get recordKey(): string {
    return recordKey(this.recordName);
  }

  get name(): string {
    return this.job?.id ?? this.recordName.job;
  }

  asking(this: PlannedLesson, request: StoryRequest): PlannedLesson {
    return new Lesson({ ...this, job: { ...this.job, request } }, this.#state);
  }

  /** Looked up until it is there: a folded state keeps one record for a job, and adds to it. */
  get record(): JobRecord | undefined {
    this.#record ??= this.#state.jobs.get(this.recordKey);
    return this.#record;
  }

  /** Oldest first. */
  get attempts(): readonly Attempt[] {
    return this.record?.attempts ?? none;
  }

  /** The newest attempt that may have made a story. */
  get latest(): Attempt | undefined {
    return this.record === undefined ? undefined : latestOf(this.record);
  }

  get status(): JobStatus {
    return jobStatusOf(this.record);
  }

  /** Whether its story was made from another request than its job has now. */
  get isChanged(): boolean {
    const { job, status } = this;
    if (job === null || status.kind === "pending") return false;
    return status.attempt.intended.requestHash !== requestHash(job.request);
  }
}

/** A job with what was bought for it. */
export type PlannedLesson = Lesson<Job>;

const none: readonly never[] = [];

/** The newest purchase of a bought lesson. */
export function purchaseOf({ latest, recordKey: key }: Lesson): Attempt {
  if (latest === undefined) throw new Error(`no purchase of ${key}`);
  return latest;
}

/** A lesson can belong only to a job of its own volume. */
export function volumeOf({ lang, difficulty }: Pick<StoryRequest, "lang" | "difficulty">): string {
  return `${lang}-${difficulty}`;
}

/** The volume of a bought lesson. */
export function volumeOfLesson(lesson: Lesson): string {
  return volumeOf(purchaseOf(lesson).intended.request);
}

export function lessonsOf(
  { lessons }: { readonly lessons: readonly PlannedLesson[] },
  jobs: readonly Job[],
): readonly PlannedLesson[] {
  const chosen = new Set(jobs.map(({ id }) => id));
  return lessons.filter(({ job }) => chosen.has(job.id));
}

export function lastTextOf({ texts }: Pick<Lesson, "texts">): string {
  return texts[0] ?? "";
}

/** Enough characters to distinguish the few stories of one job. */
export const idCharactersLeast = 8;

/** The ids by which users know an attempt: first its story's, if it has one, then its own. */
function idsOfAttempt({ attempt, outcome }: Attempt): [string, ...string[]] {
  return outcome.kind === "accepted" ? [outcome.id, attempt] : [attempt];
}

/** The ids of all attempts, the newest first. */
export function idsOf({ attempts }: Pick<JobRecord, "attempts">): string[] {
  return attempts.toReversed().flatMap(idsOfAttempt);
}

export function factOf(lesson: Lesson): LeftFact {
  const story = idsOf(lesson)[0]?.slice(0, idCharactersLeast) ?? "";
  return { name: lesson.recordName.job, topic: lastTextOf(lesson), story };
}

export function isRemoved(lesson: Lesson, removed: readonly Removal[]): boolean {
  if (removed.length === 0) return false;
  const request = { ...purchaseOf(lesson).intended.request, topic: lastTextOf(lesson) };
  return isCovered(removed, { topic: topicOf(lesson.address), request, ids: idsOf(lesson) });
}

/** The lessons of an edition, in order of purchase: those bought in it, and those that it has taken from earlier ones. */
export function lessonsIn(edition: string, state: LedgerState): Lesson<null>[] {
  const taken = state.inherited.get(edition);
  return [...state.jobs.values()].flatMap((record) => {
    const job = taken?.get(record.key);
    const isOfEdition =
      record.edition === edition || (job !== undefined && isWorthTaking(jobStatusOf(record)));
    const latest = isOfEdition ? latestOf(record) : undefined;
    if (latest === undefined) return [];
    const later = (state.moved.get(record.key) ?? none).map(({ topic }) => topic);
    const texts = later.reverse().concat(latest.intended.request.topic);
    const recordName = { edition: record.edition, job: record.job };
    const address = job === undefined ? addressOf(record, state) : jobKey(edition, job);
    return [new Lesson({ address, recordName, texts, job: null, match: null, account: null }, state)];
  });
}

/** Whether an edition takes a story of an earlier one. */
export function isWorthTaking(status: JobStatus): status is Exclude<JobStatus, { kind: "pending" }> {
  if (status.kind === "pending") return false;
  return status.kind !== "failed" || status.why === "book_unavailable";
}

/** The address of a lesson: where its job stood in the newest plan that the ledger knows. */
export function addressOf(
  { key, edition }: Pick<JobRecord, "key" | "edition">,
  { moved }: Pick<LedgerState, "moved">,
): string {
  const last = moved.get(key)?.at(-1);
  // A lesson bought under an id already in use has a number after its name.
  return last === undefined ? key.replace(/~\d+$/, "") : jobKey(edition, last.to);
}

/** The id of a lesson's job in the current plan; the lesson's own name if the plan no longer has the job. */
export function nameToday(
  record: RecordName,
  { lessons }: { readonly lessons: readonly PlannedLesson[] },
): string {
  const key = recordKey(record);
  return lessons.find((lesson) => lesson.recordKey === key)?.job.id ?? record.job;
}

export interface FollowedStory {
  readonly lesson: Lesson;
  readonly id: string;
  /** The attempt that made it. */
  readonly attempt: Attempt;
}

export function factsOfStory({ lesson, id }: FollowedStory): StoryFacts | undefined {
  return lesson.record?.stories.get(id);
}

/** Whether a run asks the service again for what a lesson lacks: its story may still get a recording, or another export may hold sound. */
export function mayRecover(jobStatus: StatusOfStory): boolean {
  const { observed, book } = jobStatus.story;
  if (isSilent(jobStatus)) return book !== null || !isEnd(observed?.status, true);
  return (
    jobStatus.kind === "failed" && (jobStatus.why === "book_unavailable" || jobStatus.why === "story_missing")
  );
}

export interface Order {
  readonly lesson: PlannedLesson;
  /** The attempt that the user wants replaced: bought only while it is the job's current one. Null if there is none. */
  readonly replaces: string | null;
}

/** An order with its quoted price, and the account's balance in that quote (null: unlimited). */
export interface Purchase extends Order {
  readonly price: Price;
  readonly balanceBefore: number | null;
}

export const crashCause = "the run ended before the answer was recorded";

/** What was recorded of a creation whose outcome is unknown; null after a crash, and if its outcome is known. */
export function uncertaintyOf({ outcome }: Attempt): EventOf<"creation.uncertain"> | null {
  return outcome.kind === "uncertain" ? outcome.event : null;
}

/** The objection is not part of the package. */
export interface LessonGap extends Gap {
  readonly by?: Objection;
}

/** Why a lesson that has a text is left out of the package. */
export type LeftOut = Pick<LessonGap, "by"> & { readonly state: "held" | "unapproved" };

/** `leftOut`: by job. */
export function gapsOf(
  { lessons }: { readonly lessons: readonly PlannedLesson[] },
  leftOut: ReadonlyMap<string, LeftOut> = new Map(),
): LessonGap[] {
  return lessons.flatMap((lesson) => gapOf(lesson, leftOut.get(lesson.job.id)) ?? []);
}

/** What a package lacks for a job; null if it lacks nothing. */
function gapOf({ job, status: jobStatus }: PlannedLesson, leftOut: LeftOut | undefined): LessonGap | null {
  const { topic, lang, difficulty } = job.request;
  const about = { job: job.id, topic, lang, difficulty };
  const again = "story" in jobStatus && mayRecover(jobStatus) && { askedAgain: true };
  if (jobStatus.kind === "done") {
    if (leftOut !== undefined) return { ...about, ...leftOut, lacks: "lesson" };
    if (!jobStatus.isSilent || !job.request.audiobook) return null;
    return { ...about, state: "silent", lacks: "sound", ...again };
  }
  return { ...about, state: jobStatus.kind, lacks: "lesson", ...again };
}

/** The user's request for another story in place of a job's current one: a compare-and-swap. */
export interface Replacement {
  readonly job: string;
  /** The first characters of the story's or attempt's id that the job must still have; null if not given yet. */
  readonly of: string | null;
}

/** The job's current story as `--replace <job>@<id>` takes it; null if there is nothing to replace, or if it is unknown whether there is. */
export function idToReplace(record: JobRecord | undefined): string | null {
  const last = record && latestOf(record);
  return last === undefined || isOpen(last) ? null : idsOfAttempt(last)[0].slice(0, idCharactersLeast);
}

/** due: the job still has the named story. made: it already has a newer one, so repeating the option buys nothing. */
type ReplacementVerdict = "due" | "made" | WrongReplacement["why"];

/** Compares the story that the user named with the one that the job has. Pure. */
export function judgeReplacement({ of }: Replacement, record: JobRecord | undefined): ReplacementVerdict {
  const last = record && latestOf(record);
  if (record === undefined || last === undefined) return "nothing_there";
  if (of === null) return isOpen(last) ? "uncertain" : "unnamed";
  const made = record.attempts.filter((one) => !isAbsent(one));
  const named = made.filter((attempt) => idsOfAttempt(attempt).some((id) => id.startsWith(of)));
  const [only, ...more] = of.length < idCharactersLeast ? [] : named;
  if (only === undefined || more.length > 0) return "unknown";
  if (only !== last) return "made";
  // The user must first find out whether there is a story to replace.
  return isOpen(last) ? "uncertain" : "due";
}

/**
 * What the user's replacements mean. `due`: the attempts to replace, by job; `wrong`: those that the ledger can't confirm, and those of stories that an
 * earlier edition bought and still owns.
 */
export function judgeReplacements(
  replacements: readonly Replacement[],
  lessons: readonly PlannedLesson[],
  edition: string,
) {
  const due = new Map<string, string>();
  const made: RunNotice[] = [];
  const wrong: WrongReplacement[] = [];
  for (const one of replacements) {
    const lesson = lessons.find(({ job }) => job.id === one.job);
    const record = lesson?.record;
    const isInherited = record !== undefined && record.edition !== edition;
    const verdict = isInherited ? "inherited" : judgeReplacement(one, record);
    const now = { job: one.job, has: idToReplace(record) };
    if (verdict === "due") due.set(one.job, lesson?.latest?.attempt ?? "");
    else if (verdict === "made") made.push({ code: "replacement_made", ...now, given: one.of ?? "" });
    else wrong.push({ ...now, given: one.of, why: verdict });
  }
  return { due, made, wrong };
}

/** Throws a Failure with all wrong replacements, before anything is sent. */
export function refuseWrongReplacements(...given: Parameters<typeof judgeReplacements>): void {
  const { wrong } = judgeReplacements(...given);
  if (wrong.length > 0) throw new Failure<RunProblem>({ code: "replacement_wrong", wrong });
}
