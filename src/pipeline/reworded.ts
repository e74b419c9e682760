import { latestOf } from "../ledger/standing.ts";
import type { Intention, JobRecord, LedgerState } from "../ledger/state.ts";
import type { Job, Plan } from "../plan/plan.ts";
import { KnownTopics } from "./known-topics.ts";
import { type Order, unplanned } from "./work.ts";

/** A job to buy that looks like one that was bought already, under another wording or another id of its topic. */
export interface Reworded {
  readonly job: Job;
  /** The job of the ledger that the plan no longer names. */
  readonly was: string;
  /** Whether the topic has its text still, and another id. */
  readonly isRenamed: boolean;
}

/**
 * Orders that would buy a lesson again because somebody corrected its topic, or gave it another id without a word in `moved`: the ledger has a
 * story of the same edition, language and difficulty that the plan no longer names, of a much alike topic where the topic has no id of its
 * own, and of exactly this text where it has one. With an id and another text the plan says that it means another lesson.
 */
export function findReworded(plan: Plan, orders: readonly Order[], state: LedgerState): Reworded[] {
  const bought = sortBySetting(findLeft(plan, state));
  if (bought.size === 0) return [];
  return orders.flatMap(({ job }) => {
    const was = findFormer(job, bought.get(settingOf(job.request)));
    return was === undefined ? [] : [{ job, was: was.job, isRenamed: !job.idFollowsText }];
  });
}

type Request = Intention["request"];

/** What was bought in one language at one difficulty, and the topic of each, in the same order. */
interface BoughtTopics {
  readonly records: JobRecord[];
  readonly topics: KnownTopics;
}

/** The jobs of this edition that were bought, or may have been, and that the plan no longer names; each with what was asked for. */
function findLeft(plan: Plan, state: LedgerState): [JobRecord, Request][] {
  return unplanned(plan, state).flatMap((record): [JobRecord, Request][] => {
    const latest = latestOf(record);
    return latest === undefined ? [] : [[record, latest.intended.request]];
  });
}

function sortBySetting(left: readonly [JobRecord, Request][]): ReadonlyMap<string, BoughtTopics> {
  const sorted = new Map<string, BoughtTopics>();
  for (const [record, request] of left) {
    const setting = settingOf(request);
    const bought = sorted.get(setting) ?? { records: [], topics: new KnownTopics() };
    bought.records.push(record);
    bought.topics.add(request.topic);
    sorted.set(setting, bought);
  }
  return sorted;
}

function findFormer(
  { request, idFollowsText }: Job,
  bought: BoughtTopics | undefined,
): JobRecord | undefined {
  if (bought === undefined) return undefined;
  const { topics, records } = bought;
  const found = idFollowsText ? topics.firstAlike(request.topic) : topics.firstSame(request.topic);
  return found === undefined ? undefined : records[found];
}

/** What must be the same for one lesson to be another with a correction. */
function settingOf({ lang, difficulty }: Pick<Request, "lang" | "difficulty">): string {
  return `${lang}/${difficulty}`;
}
