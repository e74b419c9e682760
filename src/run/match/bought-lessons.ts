import { jobKey } from "../../ledger/format/fold.ts";
import { isOpen, latestOf } from "../../ledger/format/job-status.ts";
import type { Attempt, KnownAs, LedgerState } from "../../ledger/format/state.ts";
import type { StoryRequest } from "../../plan/plan.ts";
import type { LeftLesson } from "./left-lessons.ts";

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
  readonly textKey: string;
  /** Its language and difficulty: only jobs of the same cell can have the lesson. */
  readonly cell: string;
  /** Its topic's text when it was bought. */
  readonly text: string;
  /** The jobs that later plans matched it to, the newest last. */
  readonly steps: readonly KnownAs[];
  /** Of the newest purchase. */
  readonly requestHash: string;
  /** How many topics were bought before its own. */
  readonly position: number;
}

export interface BoughtLessons {
  /** In order of their first purchase. */
  readonly lessons: readonly Bought[];
  /** Every request ever bought, replaced or not, by its hash. */
  readonly requests: ReadonlyMap<string, BoughtAs>;
}

/** What was, or may have been, bought in an edition. Other editions, which may be many, are not looked at. */
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
    const steps = state.matched.get(key) ?? none;
    const known = steps.at(-1);
    const boughtAs = key.includes("~") ? key.replace(/~\d+$/, "") : key;
    lessons.push({
      ...{ key, name, plainKey: known === undefined ? boughtAs : prefix + known.as },
      ...{ textKey: textKeyOf(request), requestHash: hash, position },
      ...{ cell: cellOf(request), text: request.topic, steps },
    });
    for (const attempt of attempts) {
      if (isOpen(attempt) || attempt.outcome.kind === "accepted")
        requests.set(attempt.intended.requestHash, { name, id: idOf(attempt) });
    }
  }
  return { lessons, requests };
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

/** A key for a lesson's text, language and difficulty, which identify the lesson to the user. */
export function textKeyOf({
  topic,
  lang,
  difficulty,
}: Pick<StoryRequest, "topic" | "lang" | "difficulty">): string {
  return `${lang}\n${difficulty}\n${topic}`;
}

/** A lesson as the plan's author knows it. */
export function describeLesson(lesson: Bought, { jobs }: LedgerState): Omit<LeftLesson, "account"> {
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
  return name.split(".")[0] ?? name;
}
