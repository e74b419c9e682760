import type { EventBody, EventOf } from "../../src/ledger/format/event.ts";
import { requestHash } from "../../src/plan/fingerprint.ts";
import type { Job, Plan, Removal } from "../../src/plan/plan.ts";
import { matchLessons } from "../../src/run/match.ts";
import { accepted, intended, jobNamed, place, planOf, refused, stateOf, uuid } from "./histories.ts";

/** A topic's text, or its text and its length. */
export type Text = string | readonly [topic: string, length: "short" | "long"];

/** Topics of a plan by their ids, and the lessons that were bought before. */
export type Topics = Readonly<Record<string, Text>>;

/** A job by the first part of its id and its topic. `former`: its earlier ids, the newest first. */
export function job(id: string, text: Text, former: readonly string[] = []): Job {
  const plain = jobNamed(`${id}.es.2`);
  const [topic, length] = typeof text === "string" ? [text, "short" as const] : text;
  const made = { ...plain, topicId: id, request: { ...plain.request, topic, length } };
  formerIds.set(made, former);
  return made;
}

let attempts = 0;

/** A purchase in the ledger, under the name of an id, possibly with a suffix such as `~2`. */
export function buys(
  name: string,
  text: Text,
  ending: "accepted" | "open" | "refused" = "accepted",
): EventBody[] {
  attempts += 1;
  const { request } = job("any", text);
  const named = name.replace(/(~\d+)?$/, ".es.2$1");
  const intention = intended({ job: named, attempt: attempts, requestHash: requestHash(request) });
  const answer =
    ending === "refused" ? refused(named, attempts) : accepted(named, attempts, 1_000 + attempts);
  return [Object.assign(intention, { request }), ...(ending === "open" ? [] : [answer])];
}

/** The id of the story that was bought last. */
export const lastStory = (): string => uuid(1_000 + attempts);

export const bought = (topics: Topics): EventBody[] =>
  Object.entries(topics).flatMap(([id, text]) => buys(id, text));

export const planned = (topics: Topics): Job[] => Object.entries(topics).map(([id, text]) => job(id, text));

export const ofEdition = (edition: string, events: readonly EventBody[]): EventBody[] =>
  events.map((event) => ({ ...event, edition }) as EventBody);

/** Where the run of an earlier plan has recorded that a lesson belongs. */
export function movedTo(
  name: string,
  to: string,
  topic: string,
  entries?: EventOf<"lesson.moved">["entries"],
): EventBody {
  const moved = { type: "lesson.moved", edition: "1", job: `${name}.es.2`, to: `${to}.es.2`, topic } as const;
  return entries === undefined ? moved : { ...moved, entries };
}

/** The former ids of jobs, the newest first. */
const formerIds = new WeakMap<Job, readonly string[]>();

/** The entries of `moved` that former ids come from. */
function movesOf(jobs: readonly Job[]): Plan["moved"] {
  return jobs.flatMap((one) => {
    const ids = [one.topicId, ...(formerIds.get(one) ?? [])];
    return ids.slice(1).map((from, ago) => ({ from, text: null, place, to: ids[ago] ?? "" }));
  });
}

export function match(jobs: readonly Job[], events: readonly EventBody[], more: Partial<Plan> = {}) {
  const plan = { ...planOf(jobs), moved: movesOf(jobs), ...more };
  const { left, lessons } = matchLessons(plan, stateOf(...events));
  return {
    jobs: lessons.map(
      ({ job: { topicId }, recordName, match: by }) => `${topicId}: ${by ?? "new"} ${short(recordName.job)}`,
    ),
    left: left.map(({ recordName, account }) => [short(recordName.job), account ?? []].flat().join(" ")),
  };
}

const short = (name: string): string => name.replace(".es.2", "");

const rule = { topic: null, lang: null, difficulty: null, settings: {}, story: null, text: null };

export const removing = (...rules: readonly Partial<Removal>[]): Removal[] =>
  rules.map((one) => ({ ...rule, place, ...one }));
