import { latestOf } from "../ledger/standing.ts";
import type { JobRecord, LedgerState } from "../ledger/state.ts";
import type { Job, Plan } from "../plan/plan.ts";
import type { Order } from "./work.ts";

/** A job to buy that looks like one that was bought already, under another wording or another id of its topic. */
export interface Reworded {
  readonly job: Job;
  /** The job of the ledger that the plan no longer names. */
  readonly was: string;
  /** Whether the topic has its text still, and another id. */
  readonly isRenamed: boolean;
}

/** How alike two texts must be, by the pairs of letters they share, for one to be taken for the other with a correction. */
const likeness = 0.6;

/**
 * Orders that would buy a lesson again because somebody corrected its topic, or gave it another id without a word in `moved`: the ledger has a
 * story of the same edition, language and difficulty that the plan no longer names, of a much alike topic where the topic has no id of its
 * own, and of exactly this text where it has one. With an id and another text the plan says that it means another lesson.
 */
export function findReworded(plan: Plan, orders: readonly Order[], state: LedgerState): Reworded[] {
  const planned = new Set(plan.jobs.map(({ key }) => key));
  const left = [...state.jobs.values()].filter(
    (record) => record.edition === plan.edition && !planned.has(record.key) && latestOf(record) !== undefined,
  );
  if (left.length === 0) return [];
  return orders.flatMap(({ job }) => {
    const was = left.find((record) => isReworded(job, record));
    return was === undefined ? [] : [{ job, was: was.job, isRenamed: !job.idFollowsText }];
  });
}

function isReworded(job: Job, record: JobRecord): boolean {
  const before = latestOf(record)?.intended.request;
  if (before === undefined) return false;
  const { topic, lang, difficulty } = job.request;
  if (before.lang !== lang || before.difficulty !== difficulty) return false;
  return before.topic === topic || (job.idFollowsText && alike(before.topic, topic) >= likeness);
}

/** The share of neighbouring letters that two texts have in common, 0 to 1; case, spaces and punctuation do not count. */
function alike(a: string, b: string): number {
  const ofA = pairsOf(a);
  const ofB = pairsOf(b);
  if (ofA.length === 0 || ofB.length === 0) return a === b ? 1 : 0;
  const rest = new Map<string, number>();
  for (const pair of ofA) rest.set(pair, (rest.get(pair) ?? 0) + 1);
  let shared = 0;
  for (const pair of ofB) {
    const count = rest.get(pair) ?? 0;
    if (count === 0) continue;
    shared += 1;
    rest.set(pair, count - 1);
  }
  return (2 * shared) / (ofA.length + ofB.length);
}

function pairsOf(text: string): string[] {
  const letters = [...text.toLowerCase().replace(/[^\p{L}\p{M}\p{N}]+/gu, "")];
  return letters.slice(1).map((letter, index) => `${letters[index]}${letter}`);
}
