import { expect, test } from "vitest";
import type { EventBody } from "../../src/ledger/format/event.ts";
import type { LedgerStore } from "../../src/ledger/store.ts";
import { requestHash } from "../../src/plan/fingerprint.ts";
import type { StoryRequest } from "../../src/plan/plan.ts";
import { isOutdated, pastEditions, recordComposition } from "../../src/run/editions.ts";
import { id } from "../ledger/format/histories.ts";
import { plainPlan } from "../plain-plan.ts";
import { memoryStore } from "../rate-limit/whole-runs/memory.ts";

const storeOf = async (...events: readonly EventBody[]): Promise<LedgerStore> => {
  const store = memoryStore(() => 0);
  for (const event of events) await store.append(event);
  return store;
};

function asks(topic: string, ...words: readonly string[]): StoryRequest {
  const settings = {
    lang: "es",
    difficulty: 2,
    length: "short",
    audiobook: false,
    visibility: "private",
  } as const;
  return { topic, ...settings, words: words.map((word) => ({ word })) };
}

let attempts = 0xc0;

/** A lesson bought, or refused, in an edition. */
function buys(edition: string, job: string, request: StoryRequest, isRefused = false): EventBody[] {
  attempts += 1;
  const of = { edition, job, attempt: id(attempts) };
  const price = { credits: 1, writing: 1, audiobook: 0 };
  return [
    {
      type: "creation.intended",
      ...of,
      run: id(1),
      request: { ...request },
      requestHash: requestHash(request),
      price,
      balanceBefore: null,
      replaces: false,
    },
    isRefused
      ? { type: "creation.unsent", ...of, cause: "reset" }
      : { type: "creation.accepted", ...of, id: id(attempts + 0x100), status: 202, warnings: [] },
  ];
}

const planOf = (edition: string, ...requests: readonly StoryRequest[]) =>
  plainPlan(
    requests.map((request) => {
      const topicId = request.topic.toLowerCase();
      const name = `${topicId}.es.2`;
      const place = { file: "course.yaml", line: 1, column: 1 };
      return { id: name, key: `${edition}/${name}`, formerKeys: [], topicId, request, place };
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
  expect(isOutdated({ ...plan, turn: null }, store.state)).toBe(false);
  await recordComposition(plan, store);
  for (const event of buys("2", "rain.es.2", asks("Rain", "lluvia"))) await store.append(event);
  expect(isOutdated({ ...plan, turn: null }, store.state)).toBe(true);
  expect(isOutdated({ ...plan, turn: null, made: { edited: [] } }, store.state)).toBe(false);
});
