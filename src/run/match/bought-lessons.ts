import { jobKey } from "../../ledger/format/fold.ts";
import { isOpen, latestOf } from "../../ledger/format/job-status.ts";
import type { Attempt, Intention, KnownAs, LedgerState } from "../../ledger/format/state.ts";
import type { StoryRequest } from "../../plan/plan.ts";

/** Where a request was bought before: its name in the ledger, and the story's or attempt's id. */
export interface BoughtAs {
  readonly name: string;
  readonly id: string;
}

/** The properties by which a record is matched. */
export interface Bought {
  readonly key: string;
  readonly name: string;
  /** The key of the job that it last belonged to: by the id that it was bought under, or that a later plan gave it. */
  readonly plainKey: string;
  /** Its language and difficulty: only jobs of the same cell can have the lesson. */
  readonly cell: string;
  /** Its topic's text when it was bought. */
  readonly text: string;
  /** The jobs that later plans matched it to, the newest last. */
  readonly steps: readonly KnownAs[];
  /** The newest purchase's request, and its hash. */
  readonly request: Intention["request"];
  readonly requestHash: string;
  /** How many topics were bought before its own. */
  readonly position: number;
}

/** A bought lesson as the plan's author knows it. */
export interface DescribedLesson {
  /** Its ledger name, and the key of its record. */
  readonly name: string;
  readonly key: string;
  readonly topicId: string;
  /** The text that its topic last had. */
  readonly text: string;
  /** The request of its newest purchase. */
  readonly request: Intention["request"];
  /** The ids of its stories and attempts, the newest first. */
  readonly ids: readonly string[];
  /** How many topics were bought before its own: approximately its former position in the plan. */
  readonly position: number;
}

export interface BoughtLessons {
  /** In order of their first purchase. */
  readonly lessons: readonly Bought[];
  /** Every request ever bought, replaced or not, by its hash. Gathered at the first call: most commands need none. */
  readonly requests: () => ReadonlyMap<string, BoughtAs>;
}

/** What was, or may have been, bought in an edition. Other editions, which may be many, are not looked at. */
export function boughtIn(edition: string, state: LedgerState): BoughtLessons {
  const prefix = jobKey(edition, "");
  const lessons: Bought[] = [];
  const positions = new Map<string, number>();
  for (const [key, record] of state.jobs) {
    if (!key.startsWith(prefix)) continue;
    const latest = latestOf(record);
    if (latest === undefined) continue;
    const name = record.job;
    const { request, requestHash } = latest.intended;
    const topic = topicOf(name);
    const position = positions.get(topic) ?? positions.size;
    if (position === positions.size) positions.set(topic, position);
    const steps = state.matched.get(key) ?? none;
    const known = steps.at(-1);
    const boughtAs = key.includes("~") ? key.replace(/~\d+$/, "") : key;
    const plainKey = known === undefined ? boughtAs : prefix + known.as;
    const cell = cellOf(request);
    // One literal: spreading takes several times as long, and a ledger may have 100,000 lessons.
    const { topic: text } = request;
    lessons.push({ key, name, plainKey, cell, text, steps, request, requestHash, position });
  }
  let requests: ReadonlyMap<string, BoughtAs> | null = null;
  const gathered = (): ReadonlyMap<string, BoughtAs> => {
    requests ??= requestsOf(lessons, state);
    return requests;
  };
  return { lessons, requests: gathered };
}

function requestsOf(lessons: readonly Bought[], { jobs }: LedgerState): ReadonlyMap<string, BoughtAs> {
  const requests = new Map<string, BoughtAs>();
  for (const { key, name } of lessons) {
    for (const attempt of jobs.get(key)?.attempts ?? []) {
      if (isOpen(attempt) || attempt.outcome.kind === "accepted")
        requests.set(attempt.intended.requestHash, { name, id: idOf(attempt) });
    }
  }
  return requests;
}

const none: readonly KnownAs[] = [];

/** A key for a lesson's language and difficulty. */
export function cellOf({ lang, difficulty }: Pick<StoryRequest, "lang" | "difficulty">): string {
  return `${lang}/${difficulty}`;
}

/** The text that a lesson's topic last had, as far as the ledger knows. */
export function lastTextOf({ text, steps }: Pick<Bought, "text" | "steps">): string {
  return steps.at(-1)?.topic ?? text;
}

function idOf({ attempt, outcome }: Attempt): string {
  return outcome.kind === "accepted" ? outcome.id : attempt;
}

export function describeLesson(lesson: Bought, { jobs }: LedgerState): DescribedLesson {
  const { name, key, plainKey, position } = lesson;
  const record = jobs.get(key);
  const request = record === undefined ? undefined : latestOf(record)?.intended.request;
  if (record === undefined || request === undefined) throw new Error(`no purchase of ${key}`);
  const ids = record.attempts.toReversed().flatMap((one) => [...new Set([idOf(one), one.attempt])]);
  const topicId = topicOf(plainKey.slice(plainKey.indexOf("/") + 1));
  return { name, key, topicId, request, text: lastTextOf(lesson), ids, position };
}

/** The topic in a lesson's name. */
export function topicOf(name: string): string {
  const end = name.indexOf(".");
  return end === -1 ? name : name.slice(0, end);
}
