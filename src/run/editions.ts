import type { EventBody } from "../ledger/format/event.ts";
import { type JobStatus, jobStatusOf, latestOf } from "../ledger/format/job-status.ts";
import type { Attempt, JobRecord, LedgerState } from "../ledger/format/state.ts";
import type { LedgerStore } from "../ledger/store.ts";
import { requestHash } from "../plan/fingerprint.ts";
import { hashOfPast, type PastEditions, type PastLesson } from "../plan/past-editions.ts";
import type { Job, Plan, StoryRequest } from "../plan/plan.ts";
import { alikeLeast, TextComparison } from "../plan/topic-text.ts";
import { addTo, grouped } from "../shared/grouped.ts";
import { addressOf, idsOf, type RecordName, recordKey, volumeOf } from "./lesson.ts";
import type { RunProblem } from "./problem.ts";

/**
 * Jobs without a lesson of their own take stories that have exactly their request, each by one job. A story whose outcome is unknown is inherited
 * too, so that it is resolved instead of being bought again; a failed one is not. Once recorded (`lesson.inherited`), it stays inherited even if the
 * plan no longer names the edition, or if the text is edited under the same id or into a similar one.
 */
export function inheritStories(
  { edition, basedOn, jobs }: Pick<Plan, "edition" | "basedOn" | "jobs">,
  open: readonly Job[],
  state: LedgerState,
) {
  const known = state.inherited.get(edition);
  const own = inheritedIn(edition, state);
  const there =
    basedOn === null ? [] : [...ownOf(basedOn.edition, state), ...inheritedIn(basedOn.edition, state)];
  /** What may be taken, with what it was bought for. */
  const free = new Map<JobRecord, Attempt["intended"]>();
  for (const record of [...own, ...there]) {
    const status = jobStatusOf(record);
    if (isWorthTaking(status)) free.set(record, status.attempt.intended);
  }
  const taken = new Map<Job, RecordName>();
  const take = (job: Job, record: JobRecord | undefined): void => {
    if (record === undefined || taken.has(job) || !free.delete(record)) return;
    taken.set(job, { edition: record.edition, job: record.job });
  };
  const takeSame = (nameOf: (record: JobRecord) => string, nameOfJob: (job: Job) => string): void => {
    const offers = grouped(free.keys(), nameOf);
    for (const job of offers.size === 0 ? [] : open)
      take(
        job,
        offers.get(nameOfJob(job))?.find((record) => free.has(record)),
      );
  };
  const hashOf = (record: JobRecord): string => free.get(record)?.requestHash ?? "";
  takeSame(
    (record) => `${hashOf(record)} ${record.job}`,
    ({ id, request }) => `${requestHash(request)} ${id}`,
  );
  takeSame(hashOf, ({ request }) => requestHash(request));
  // A job whose text was edited since its edition took a story keeps that story, as it would keep one of the edition's own.
  takeSame(
    ({ key }) => known?.get(key) ?? "",
    ({ id }) => id,
  );
  const comparison = new TextComparison();
  for (const record of own.filter((one) => free.has(one))) {
    const { request } = free.get(record) as Attempt["intended"];
    const [best] = open
      .filter((job) => !taken.has(job) && volumeOf(job.request) === volumeOf(request))
      .map((job) => ({ job, likeness: comparison.likeness(request.topic, job.request.topic) }))
      .sort((one, other) => other.likeness - one.likeness);
    if (best !== undefined && best.likeness >= alikeLeast) take(best.job, record);
  }
  /** Inherited stories that the ledger doesn't name as this edition's yet. */
  const news = [...taken].flatMap(([{ id: job }, from]): EventBody[] =>
    known?.has(recordKey(from)) === true ? [] : [{ type: "lesson.inherited", edition, job, from }],
  );
  const problems: RunProblem[] = [];
  if (basedOn === null) return { taken, basis: null, problems, news };
  const bought = there.filter((record) => jobStatusOf(record).kind !== "pending");
  // Everything would be bought anew.
  if (bought.length === 0) {
    const editions = new Set([...state.jobs.values()].map((record) => record.edition));
    problems.push({ code: "basis_unknown", ...basedOn, known: [...editions] });
  }
  const basis = compareEditions(basedOn, bought, { jobs, taken });
  return { taken, basis, problems, news };
}

function ownOf(edition: string, { jobs }: LedgerState): readonly JobRecord[] {
  return [...jobs.values()].filter((record) => record.edition === edition);
}

/** The records of earlier editions whose stories an edition has taken. */
function inheritedIn(edition: string, { inherited, jobs }: LedgerState): readonly JobRecord[] {
  return [...(inherited.get(edition)?.keys() ?? [])].flatMap((key) => jobs.get(key) ?? []);
}

function isWorthTaking(status: JobStatus): status is Exclude<JobStatus, { kind: "pending" }> {
  if (status.kind === "pending") return false;
  return status.kind !== "failed" || status.why === "book_unavailable";
}

/**
 * How an edition differs from the one that it is based on: its jobs by their ids, the other one's lessons by their names in the ledger. `changed`: jobs
 * whose lesson there was bought with another request.
 */
export type Basis = ReturnType<typeof compareEditions>;

function compareEditions(
  basedOn: NonNullable<Plan["basedOn"]>,
  bought: readonly JobRecord[],
  { jobs, taken }: { jobs: readonly Job[]; taken: ReadonlyMap<Job, RecordName> },
) {
  const names = new Set(bought.map(({ job }) => job));
  const keys = new Set([...taken.values()].map(recordKey));
  const others = jobs.filter((job) => !taken.has(job)).map(({ id }) => id);
  const ids = new Set(jobs.map(({ id }) => id));
  return {
    ...basedOn,
    inherited: jobs.filter((job) => taken.has(job)).map(({ id }) => id),
    changed: others.filter((id) => names.has(id)),
    new: others.filter((id) => !names.has(id)),
    left: bought.flatMap(({ key, job }) => (keys.has(key) || ids.has(job) ? [] : [job])),
  };
}

/**
 * The editions in the order in which they were started, each with its composed lessons and any others that were bought (before editions were
 * composed, or in a ledger that was joined). A replaced lesson counts as its replacement.
 */
export function pastEditions(state: LedgerState): PastEditions {
  const records = new Map<string, JobRecord[]>();
  for (const record of state.jobs.values())
    if (latestOf(record) !== undefined) addTo(records, record.edition, record);
  for (const edition of state.inherited.keys())
    for (const record of inheritedIn(edition, state)) addTo(records, edition, record);
  return new Map(
    [...records].map(([edition, bought]) => {
      const composition = state.composed.get(edition);
      const isComposed = composition !== undefined && composition.lessons.length === composition.of;
      const byRequest = new Map(
        bought.flatMap((record) =>
          record.attempts.map(({ intended }) => [intended.requestHash, record] as const),
        ),
      );
      const left = new Set(bought);
      const lessons = (isComposed ? composition.lessons : []).map((composed): PastLesson => {
        const { job, recalled = [] } = composed;
        const request = composed.request as object as StoryRequest;
        const record = byRequest.get(requestHash(request));
        if (record === undefined) return { job, request, recalled, ids: [], isTaught: false };
        left.delete(record);
        return pastLesson(job, record, recalled);
      });
      for (const record of left) lessons.push(pastLesson(unusedId(record, lessons, state), record, []));
      return [edition, { lessons, isComposed }] as const;
    }),
  );
}

function pastLesson(job: string, record: JobRecord, recalled: readonly string[]): PastLesson {
  const request = (latestOf(record)?.intended.request ?? {}) as object as StoryRequest;
  const isTaught = isWorthTaking(jobStatusOf(record));
  return { job, request, recalled, ids: idsOf(record), isTaught };
}

/** The id that the job of a bought lesson had last; with a number after its topic if another lesson has that. */
function unusedId(record: JobRecord, lessons: readonly PastLesson[], state: LedgerState): string {
  const address = addressOf(record, state).slice(record.edition.length + 1);
  const used = new Set(lessons.map(({ job }) => job));
  let number = 1;
  const id = () => (number === 1 ? address : address.replace(".", `-${number}.`));
  while (used.has(id())) number += 1;
  return id();
}

/** Whether the content of this edition depends on editions that another run has started since the plan was read. */
export function isOutdated({ edition, made, past }: Plan, state: LedgerState): boolean {
  if (past !== null) return past !== hashOfPast(pastEditions(state));
  if (made !== null || !state.composed.has(edition)) return false;
  return pastEditions(state).get(edition)?.isComposed === true;
}

// A line that is read whole takes memory.
const partCharacters = 256 * 1024;

export function plannedLessons({
  jobs,
  turn,
}: Pick<Plan, "jobs" | "turn">): Pick<PastLesson, "job" | "request" | "recalled">[] {
  const repeated = new Map(turn?.repeated.map((volume) => [volumeOf(volume), new Set(volume.words)]));
  return jobs.map(({ id, request }) => {
    const words = (request.words ?? []).map(({ word }) => word);
    return { job: id, request, recalled: words.filter((word) => repeated.get(volumeOf(request))?.has(word)) };
  });
}

/**
 * Records an edition's whole composition, even if only a part is bought now: from its first purchase on, edits to the plan no longer change an
 * edition. Call it before anything of the edition is bought or inherited.
 */
export async function recordComposition(plan: Plan, store: LedgerStore): Promise<void> {
  const { edition, turn, made } = plan;
  if (turn === null || made !== null) return;
  const lessons = plannedLessons(plan).map(({ job, request, recalled }) => ({
    job,
    request: { ...request },
    ...(recalled.length === 0 ? {} : { recalled: [...recalled] }),
  }));
  const known = store.state.composed.get(edition);
  if (known !== undefined && JSON.stringify(known.lessons) === JSON.stringify(lessons)) return;
  for (let from = 0, to = 0; from < lessons.length; from = to) {
    for (let characters = 0; to < lessons.length && characters < partCharacters; to += 1)
      characters += JSON.stringify(lessons[to]).length;
    await store.append({
      type: "edition.composed",
      edition,
      from,
      of: lessons.length,
      lessons: lessons.slice(from, to),
    });
  }
}
