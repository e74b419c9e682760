import { jobKey } from "../ledger/fold.ts";
import { isOpen, latestOf } from "../ledger/standing.ts";
import type { Attempt, LedgerState } from "../ledger/state.ts";
import type { StoryRequest } from "../plan/plan.ts";
import type { LeftLesson } from "./left-lessons.ts";

/** Where a request was bought before: the name in the ledger, and the story's id, or the attempt's. */
export interface BoughtAs {
  readonly name: string;
  readonly id: string;
}

/** What a record is found by. Not the record: a long ledger keeps its records packed. */
export interface Bought {
  readonly key: string;
  readonly name: string;
  /** The key without the number that tells one lesson of a used id from another. */
  readonly plainKey: string;
  readonly textKey: string;
  /** Of the newest purchase. */
  readonly requestHash: string;
  /** How many topics were bought before its own. */
  readonly position: number;
}

export interface BoughtLessons {
  /** In the order of their first purchases. */
  readonly lessons: readonly Bought[];
  /** Every request that was bought, replaced or not, by its hash. */
  readonly requests: ReadonlyMap<string, BoughtAs>;
}

/** What was bought in an edition, or may have been. Those of other editions, of which a ledger may have many, are not looked at. */
export function boughtIn(edition: string, state: LedgerState): BoughtLessons {
  const prefix = jobKey(edition, "");
  const lessons: Bought[] = [];
  const requests = new Map<string, BoughtAs>();
  const positions = new Map<string, number>();
  for (const key of state.jobs.keys()) {
    if (!key.startsWith(prefix)) continue;
    const record = state.jobs.get(key);
    const latest = record === undefined ? undefined : latestOf(record);
    if (record === undefined || latest === undefined) continue;
    const { job: name, attempts } = record;
    const { request, requestHash: hash } = latest.intended;
    const position = positions.get(topicOf(name)) ?? positions.size;
    positions.set(topicOf(name), position);
    lessons.push({
      ...{ key, name, plainKey: key.includes("~") ? key.replace(/~\d+$/, "") : key },
      ...{ textKey: textKeyOf(request), requestHash: hash, position },
    });
    for (const attempt of attempts) {
      if (isOpen(attempt) || attempt.outcome.kind === "accepted")
        requests.set(attempt.intended.requestHash, { name, id: idOf(attempt) });
    }
  }
  return { lessons, requests };
}

function idOf({ attempt, outcome }: Attempt): string {
  return outcome.kind === "accepted" ? outcome.id : attempt;
}

/** What makes a lesson the one that somebody means: its text, its language and its difficulty. */
export function textKeyOf({
  topic,
  lang,
  difficulty,
}: Pick<StoryRequest, "topic" | "lang" | "difficulty">): string {
  return `${lang}\n${difficulty}\n${topic}`;
}

/** A lesson as the plan's author knows it. */
export function describeLesson(
  { name, key, position }: Bought,
  { jobs }: LedgerState,
): Omit<LeftLesson, "account"> {
  const record = jobs.get(key);
  const request = record === undefined ? undefined : latestOf(record)?.intended.request;
  if (record === undefined || request === undefined) throw new Error(`no purchase of ${key}`);
  const ids = record.attempts.toReversed().flatMap((one) => [...new Set([idOf(one), one.attempt])]);
  return { name, key, topicId: topicOf(name), request, ids, position };
}

function topicOf(name: string): string {
  return name.split(".")[0] ?? name;
}
