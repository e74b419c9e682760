import { expect, test } from "vitest";
import type { EventBody } from "../../src/ledger/format/event.ts";
import type { LedgerStore } from "../../src/ledger/store.ts";
import { requestHash } from "../../src/plan/fingerprint.ts";
import { hashOfPast } from "../../src/plan/past-editions.ts";
import type { StoryRequest } from "../../src/plan/plan.ts";
import { isOutdated, pastEditions, recordComposition } from "../../src/run/editions.ts";
import { plainPlan } from "../plain-plan.ts";
import { memoryStore } from "../rate-limit/whole-runs/memory.ts";
import { accepted, intended, jobNamed, uuid } from "./histories.ts";

const storeOf = async (...events: readonly EventBody[]): Promise<LedgerStore> => {
  const store = memoryStore(() => 0);
  for (const event of events) await store.append(event);
  return store;
};

function asks(topic: string, ...words: readonly string[]): StoryRequest {
  return { ...jobNamed("any").request, topic, words: words.map((word) => ({ word })) };
}

let attempts = 0;

/** A lesson bought, or refused, in an edition. */
function buys(edition: string, job: string, request: StoryRequest, isRefused = false): EventBody[] {
  attempts += 1;
  const intention = intended({ job, attempt: attempts, edition, requestHash: requestHash(request) });
  const unsent = { type: "creation.unsent", edition, job, attempt: uuid(attempts), cause: "reset" } as const;
  const answer = isRefused ? unsent : accepted(job, attempts, 1_000 + attempts, edition);
  return [Object.assign(intention, { request: { ...request } }), answer];
}

const planOf = (edition: string, ...requests: readonly StoryRequest[]) =>
  plainPlan(
    requests.map((request) => {
      const topicId = request.topic.toLowerCase();
      const id = `${topicId}.es.2`;
      return { ...jobNamed(id), key: `${edition}/${id}`, topicId, request };
    }),
    {
      budget: { credits: 1, month: null },
      edition,
      turn: { topics: [], of: 9, repeated: [{ lang: "es", difficulty: 2, words: ["mar"] }] },
    },
  );

const told = (store: LedgerStore) =>
  [...pastEditions(store.state)].map(([edition, { lessons }]) => [
    edition,
    ...lessons.map(({ job, isTaught, recalled }) =>
      [job, isTaught ? "taught" : "open", ...recalled].join(" "),
    ),
  ]);

test("an edition contains what was composed, bought or not, once something of it was bought", async () => {
  const store = await storeOf();
  const [rain, train] = [asks("Rain", "lluvia", "mar"), asks("Train", "tren")];
  await recordComposition(planOf("2", rain, train), store);
  expect(told(store)).toEqual([]);
  for (const event of buys("2", "rain.es.2", rain, true)) await store.append(event);
  expect(told(store)).toEqual([]);
  for (const event of buys("2", "rain.es.2", rain)) await store.append(event);
  expect(told(store)).toEqual([["2", "rain.es.2 taught mar", "train.es.2 open"]]);
});

test("a composition that a crash cut short, and one of which nothing was bought, are composed anew; the same one is recorded once", async () => {
  const store = await storeOf();
  const long = Array.from({ length: 900 }, (_, index) => asks(`Topic${index} ${"x".repeat(400)}`));
  const plan = planOf("2", ...long);
  await recordComposition(plan, store);
  const parts = store.events.length;
  expect(parts).toBeGreaterThan(1);
  await recordComposition(plan, store);
  expect(store.events).toHaveLength(parts);
  const cut = await storeOf(...store.events.slice(0, -1));
  for (const event of buys("2", "one.es.2", asks("One"))) await cut.append(event);
  expect(told(cut)).toEqual([["2", "one.es.2 taught"]]);
  const again = await storeOf(...store.events.slice(0, -1));
  await recordComposition(planOf("2", asks("One")), again);
  for (const event of buys("2", "one.es.2", asks("One"))) await again.append(event);
  expect(told(again)).toEqual([["2", "one.es.2 taught"]]);
});

test("an edition that was bought before editions were composed contains what was bought", async () => {
  const store = await storeOf(
    ...buys("1", "sea.es.2", asks("Sea", "mar", "ola")),
    ...buys("2", "rain.es.2", asks("Rain", "lluvia", "mar")),
    ...buys("2", "train.es.2", asks("Train", "tren"), true),
    { type: "lesson.moved", edition: "2", job: "rain.es.2", to: "storm.es.2", topic: "Rain" },
  );
  expect(told(store)).toEqual([
    ["1", "sea.es.2 taught"],
    ["2", "storm.es.2 taught"],
  ]);
});

test("a plan that was read before another run began an edition is outdated", async () => {
  const store = await storeOf();
  const [plan] = [planOf("2", asks("Rain", "lluvia"))];
  const rotating = { ...plan, past: hashOfPast(pastEditions(store.state)) };
  expect([{ ...plan, turn: null }, rotating].map((read) => isOutdated(read, store.state))).toEqual([
    false,
    false,
  ]);
  await recordComposition(plan, store);
  for (const event of buys("2", "rain.es.2", asks("Rain", "lluvia"))) await store.append(event);
  expect([{ ...plan, turn: null }, rotating].map((read) => isOutdated(read, store.state))).toEqual([
    true,
    true,
  ]);
  expect(isOutdated({ ...plan, turn: null, made: { edited: [] } }, store.state)).toBe(false);
});
