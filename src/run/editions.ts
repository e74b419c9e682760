import type { EventBody } from "../ledger/format/event.ts";
import { jobKey } from "../ledger/format/fold.ts";
import { type JobStatus, jobStatusOf } from "../ledger/format/job-status.ts";
import type { JobRecord, LedgerState } from "../ledger/format/state.ts";
import { requestHash } from "../plan/fingerprint.ts";
import type { Job, Place, Plan } from "../plan/plan.ts";
import { addTo } from "../shared/grouped.ts";
import { type RecordName, recordKey } from "./lesson.ts";
import type { RunProblem } from "./problem.ts";

/** How an edition compares with the one that it is based on: jobs by their ids, lessons of the other by their ledger names. */
export interface Basis {
  readonly edition: string;
  readonly place: Place;
  readonly inherited: readonly string[];
  /** Jobs whose lesson there was bought with another request. */
  readonly changed: readonly string[];
  readonly new: readonly string[];
  /** Lessons that no job of this edition has. */
  readonly left: readonly string[];
}

/** What the jobs of an edition inherit, and how it compares with the edition that it is based on; null: it is based on none. */
interface Inheritance {
  /** The name of the record whose story each job takes. */
  readonly taken: ReadonlyMap<Job, RecordName>;
  readonly basis: Basis | null;
  /** Whether the ledger lacks the edition that this one is based on: everything would be bought anew. */
  readonly problems: readonly RunProblem[];
  /** Inherited stories that the ledger doesn't name as this edition's yet. */
  readonly news: readonly EventBody[];
}

/**
 * Finds the stories of earlier editions that jobs without a lesson of their own take: those of exactly their request, each for one job.
 * A story whose outcome is unknown is taken too, so that it is settled instead of being bought again; one that failed is not.
 * Once recorded (`lesson.inherited`), a story stays inherited even if the plan no longer names the edition.
 */
export function inheritStories(
  { edition, basedOn }: Pick<Plan, "edition" | "basedOn">,
  jobs: readonly { readonly job: Job; readonly isOwn: boolean }[],
  state: LedgerState,
): Inheritance {
  const known = state.inherited.get(edition);
  const recorded = [...(known ?? [])];
  const there = basedOn === null ? [] : keysOf(basedOn.edition, state);
  const taken = new Map<Job, RecordName>();
  const byRequest = offersOf([...recorded, ...there], state);
  if (byRequest.size > 0) {
    const open = jobs.flatMap(({ job, isOwn }) => (isOwn ? [] : { job, hash: requestHash(job.request) }));
    for (const isNamesake of [true, false]) {
      for (const { job, hash } of open) {
        const offers = byRequest.get(hash) ?? [];
        const offer = offers.find(({ job: name }) => !isNamesake || name === job.id);
        if (offer === undefined || taken.has(job)) continue;
        offers.splice(offers.indexOf(offer), 1);
        taken.set(job, { edition: offer.edition, job: offer.job });
      }
    }
  }
  const news = [...taken].flatMap(([{ id: job }, from]): EventBody[] =>
    known?.has(recordKey(from)) === true ? [] : [{ type: "lesson.inherited", edition, job, from }],
  );
  if (basedOn === null) return { taken, basis: null, problems: [], news };
  const bought = there.flatMap((key) => state.jobs.get(key) ?? []).filter(isBought);
  const basis = compare({ basedOn, jobs, bought, taken });
  return { taken, basis, problems: bought.length === 0 ? [unknownBasis(basedOn, state)] : [], news };
}

/** The keys of an edition's lessons, with those that it has inherited. */
function keysOf(edition: string, state: LedgerState): readonly string[] {
  const prefix = jobKey(edition, "");
  const own = [...state.jobs.keys()].filter((key) => key.startsWith(prefix));
  return [...own, ...(state.inherited.get(edition) ?? [])];
}

function offersOf(keys: readonly string[], { jobs }: LedgerState): Map<string, JobRecord[]> {
  const byRequest = new Map<string, JobRecord[]>();
  for (const key of new Set(keys)) {
    const record = jobs.get(key);
    const status = jobStatusOf(record);
    if (record === undefined || !isWorthTaking(status)) continue;
    addTo(byRequest, status.attempt.intended.requestHash, record);
  }
  return byRequest;
}

function isWorthTaking(status: JobStatus): status is Exclude<JobStatus, { kind: "pending" }> {
  if (status.kind === "pending") return false;
  return status.kind !== "failed" || status.why === "book_unavailable";
}

function isBought(record: JobRecord): boolean {
  return jobStatusOf(record).kind !== "pending";
}

function unknownBasis({ edition, place }: Based, { jobs }: LedgerState): RunProblem {
  const known = [...new Set([...jobs.values()].map((record) => record.edition))];
  return { code: "basis_unknown", place, edition, known };
}

type Based = NonNullable<Plan["basedOn"]>;

interface Comparison {
  readonly basedOn: Based;
  readonly jobs: readonly { readonly job: Job }[];
  readonly bought: readonly JobRecord[];
  readonly taken: ReadonlyMap<Job, RecordName>;
}

function compare({ basedOn, jobs, bought, taken }: Comparison): Basis {
  const names = new Set(bought.map(({ job }) => job));
  const keys = new Set([...taken.values()].map(recordKey));
  const others = jobs.flatMap(({ job }) => (taken.has(job) ? [] : [job.id]));
  const ids = new Set(jobs.map(({ job }) => job.id));
  return {
    ...basedOn,
    inherited: jobs.flatMap(({ job }) => (taken.has(job) ? [job.id] : [])),
    changed: others.filter((id) => names.has(id)),
    new: others.filter((id) => !names.has(id)),
    left: bought.flatMap(({ key, job }) => (keys.has(key) || ids.has(job) ? [] : [job])),
  };
}
