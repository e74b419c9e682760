import type { EventBody } from "../ledger/format/event.ts";
import { jobStatusOf, latestOf } from "../ledger/format/job-status.ts";
import type { JobRecord, LedgerState } from "../ledger/format/state.ts";
import type { LedgerStore } from "../ledger/store.ts";
import { requestHash } from "../plan/fingerprint.ts";
import { hashOfPast, type PastEditions, type PastLesson } from "../plan/past-editions.ts";
import type { Job, Plan, StoryRequest } from "../plan/plan.ts";
import { addTo } from "../shared/grouped.ts";
import { addressOf, idsOf, isWorthTaking, type RecordName, volumeOf } from "./lesson.ts";
import type { RunProblem } from "./problem.ts";

/**
 * Jobs without a lesson take the stories of the edition that theirs is based on, for exactly the same request, each by one job. A story whose outcome is
 * unknown is inherited too, so that it is resolved instead of being bought again; a failed one is not. Once that is recorded (`lesson.inherited`), it is a
 * lesson of the edition like any other (`lessonsIn`).
 */
export function inheritStories(
  { edition, basedOn }: Pick<Plan, "edition" | "basedOn">,
  open: readonly Job[],
  state: LedgerState,
) {
  const taken = new Map<Job, RecordName>();
  const problems: RunProblem[] = [];
  if (basedOn === null) return { taken, problems, news: [] };
  const own = [...state.jobs.values()].filter((record) => record.edition === basedOn.edition);
  const known = own.concat(inheritedIn(basedOn.edition, state));
  const bought = known.filter((record) => jobStatusOf(record).kind !== "pending");
  // Everything would be bought anew.
  if (bought.length === 0) {
    const editions = new Set([...state.jobs.values()].map((record) => record.edition));
    problems.push({ code: "basis_unknown", ...basedOn, known: [...editions] });
  }
  const offers = new Map<string, JobRecord[]>();
  for (const record of bought) {
    const status = jobStatusOf(record);
    if (isWorthTaking(status)) addTo(offers, status.attempt.intended.requestHash, record);
  }
  for (const isNamesake of [true, false]) {
    for (const job of offers.size === 0 ? [] : open) {
      const same = offers.get(requestHash(job.request)) ?? [];
      const offer = same.find((record) => !isNamesake || record.job === job.id);
      if (offer === undefined || taken.has(job)) continue;
      same.splice(same.indexOf(offer), 1);
      taken.set(job, { edition: offer.edition, job: offer.job });
    }
  }
  const news = [...taken].map(
    ([{ id: job }, from]): EventBody => ({ type: "lesson.inherited", edition, job, from }),
  );
  return { taken, problems, news };
}

/** The records of earlier editions whose stories an edition has taken. */
function inheritedIn(edition: string, { inherited, jobs }: LedgerState): readonly JobRecord[] {
  return [...(inherited.get(edition)?.keys() ?? [])].flatMap((key) => jobs.get(key) ?? []);
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
      for (const record of left) {
        const last = addressOf(record, state).slice(record.edition.length + 1);
        // The lesson's own name if another lesson has the id that its job had last.
        const isUsed = lessons.some(({ job }) => job === last);
        lessons.push(pastLesson(isUsed ? record.job : last, record, []));
      }
      return [edition, { lessons, isComposed }] as const;
    }),
  );
}

function pastLesson(job: string, record: JobRecord, recalled: readonly string[]): PastLesson {
  const request = (latestOf(record)?.intended.request ?? {}) as object as StoryRequest;
  const isTaught = isWorthTaking(jobStatusOf(record));
  return { job, request, recalled, ids: idsOf(record), isTaught };
}

/** Whether the content of this edition depends on editions that another run has started since the plan was read. */
export function isOutdated({ edition, made, past }: Plan, state: LedgerState): boolean {
  if (past !== null) return past !== hashOfPast(pastEditions(state));
  if (made !== null || !state.composed.has(edition)) return false;
  return pastEditions(state).get(edition)?.isComposed === true;
}

// A line that is read whole takes memory.
const lessonsInPart = 200;

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
  for (let from = 0; from < lessons.length; from += lessonsInPart) {
    const part = lessons.slice(from, from + lessonsInPart);
    await store.append({ type: "edition.composed", edition, from, of: lessons.length, lessons: part });
  }
}
