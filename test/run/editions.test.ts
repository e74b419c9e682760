import { describe, expect, test } from "vitest";
import type { EventBody } from "../../src/ledger/format/event.ts";
import type { LedgerStore } from "../../src/ledger/store.ts";
import { requestHash } from "../../src/plan/fingerprint.ts";
import { hashOfPast } from "../../src/plan/past-editions.ts";
import type { StoryRequest } from "../../src/plan/plan.ts";
import { isOutdated, pastEditions, recordComposition } from "../../src/run/editions.ts";
import { matchLessons } from "../../src/run/match.ts";
import { editsOf } from "../../src/run/work.ts";
import { plainPlan } from "../plain-plan.ts";
import { memoryStore } from "../rate-limit/whole-runs/memory.ts";
import { accepted, intended, jobNamed, place, planOf, stateOf, uuid } from "./histories.ts";
import { buys, job, planned, type Topics } from "./match-fixtures.ts";

const market = "A day at the market";
const garden = "In the garden";
const basedOn = { edition: "1", place };

/** The second edition of a course, with these lessons, and what it takes from the first: `<job>: <record>`. */
function second(lessons: Topics, events: readonly EventBody[], more: object = {}) {
  const jobs = planned(lessons).map((one) => ({ ...one, key: `2/${one.id}` }));
  const matched = matchLessons({ ...planOf(jobs), edition: "2", basedOn, ...more }, stateOf(...events));
  return {
    matched,
    has: matched.lessons.map(({ job: { topicId }, recordKey }) => `${topicId}: ${recordKey}`),
  };
}

const inherits = (id: string, from: string): EventBody => ({
  type: "lesson.inherited",
  edition: "2",
  job: `${id}.es.2`,
  from: { edition: "1", job: `${from}.es.2` },
});

describe("an edition that is based on another", () => {
  test("takes each story that was bought for the same request, and no other", () => {
    const { has, matched } = second({ market, garden: "In the garden, at night", sea: "By the sea" }, [
      ...buys("market", market),
      ...buys("garden", garden),
      ...buys("attic", "In the attic"),
    ]);
    expect(has).toEqual(["market: 1/market.es.2", "garden: 2/garden.es.2", "sea: 2/sea.es.2"]);
    expect(editsOf(matched)).toMatchObject({
      basis: { edition: "1", inherited: ["market.es.2"] },
      new: ["garden.es.2", "sea.es.2"],
    });
    expect(matched.news).toEqual([inherits("market", "market")]);
  });

  test("takes a story under whatever id its topic has now, and gives each to one lesson", () => {
    const { has } = second({ fair: market, market }, buys("market", market));
    expect(has).toEqual(["fair: 2/fair.es.2", "market: 1/market.es.2"]);
    const renamed = second({ fair: market }, buys("market", market));
    expect(renamed.has).toEqual(["fair: 1/market.es.2"]);
  });

  test("takes one whose outcome nobody knows, so that it is settled and not bought again", () => {
    expect(second({ market }, buys("market", market, "open")).has).toEqual(["market: 1/market.es.2"]);
    expect(second({ market }, buys("market", market, "refused")).has).toEqual(["market: 2/market.es.2"]);
  });

  test("keeps what it has taken when the plan no longer names the other edition", () => {
    const events = [...buys("market", market), ...buys("garden", garden), inherits("market", "market")];
    const { has, matched } = second({ market, garden }, events, { basedOn: null });
    expect(has).toEqual(["market: 1/market.es.2", "garden: 2/garden.es.2"]);
    expect(matched.news).toEqual([]);
  });

  test.for<[what: string, lessons: Topics, has: string[], left: string[]]>([
    ["is edited under its id", { market: "The night train" }, ["market: 1/market.es.2"], []],
    [
      "stays beside a similar one",
      { fair: "A day at the fair", market },
      ["fair: 2/fair.es.2", "market: 1/market.es.2"],
      [],
    ],
    // As of a lesson that the edition has bought, a person says which is which before anything is bought.
    ["is edited without an id", { fair: "A day at the markt" }, ["fair: 2/fair.es.2"], ["1/market.es.2"]],
    ["makes way for another topic", { train: "The night train" }, ["train: 2/train.es.2"], ["1/market.es.2"]],
  ])(
    "once it has taken a story, matches it by the rules for its own lessons if the text %s",
    ([, lessons, expected, left]) => {
      const events = [...buys("market", market), inherits("market", "market")];
      const { has, matched } = second(lessons, events);
      expect(has).toEqual(expected);
      expect(matched.left.map(({ recordKey }) => recordKey)).toEqual(left);
      expect(matched.news).toEqual([]);
      const moved = [{ from: null, text: market, to: "fair", place }];
      if (left.length > 0)
        expect(second({ fair: "Die Messe" }, events, { moved }).has).toEqual(["fair: 1/market.es.2"]);
    },
  );

  test("gives no other lesson's story to a job whose own is there, however alike the texts are", () => {
    const events = [
      ...buys("one", "Market day one"),
      ...buys("two", "Market day two"),
      inherits("one", "one"),
      inherits("two", "two"),
    ];
    const { has, matched } = second({ two: "Market day one, again" }, events);
    expect([has, matched.left.length]).toEqual([["two: 2/two.es.2"], 2]);
    expect(second({ one: "Market day one", two: "Market day too" }, events).has).toEqual([
      "one: 1/one.es.2",
      "two: 1/two.es.2",
    ]);
  });

  test("has what an edition in between has inherited", () => {
    const events = [...buys("market", market), inherits("market", "market")];
    const jobs = [{ ...job("market", market), key: "3/market.es.2" }];
    const plan = { ...planOf(jobs), edition: "3", basedOn: { edition: "2", place } };
    const { lessons, contradictions } = matchLessons(plan, stateOf(...events));
    expect(lessons.map(({ recordKey }) => recordKey)).toEqual(["1/market.es.2"]);
    expect(contradictions).toEqual([]);
  });

  test("buys nothing if the ledger has no such edition, and names those that it has", () => {
    const { matched } = second({ market }, buys("market", market), {
      basedOn: { edition: "first", place },
    });
    expect(matched.contradictions).toEqual([
      { code: "basis_unknown", edition: "first", known: ["1"], place },
    ]);
  });
});

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
function buysAsking(edition: string, job: string, request: StoryRequest, isRefused = false): EventBody[] {
  attempts += 1;
  const intention = intended({ job, attempt: attempts, edition, requestHash: requestHash(request) });
  const unsent = { type: "creation.unsent", edition, job, attempt: uuid(attempts), cause: "reset" } as const;
  const answer = isRefused ? unsent : accepted(job, attempts, 1_000 + attempts, edition);
  return [Object.assign(intention, { request: { ...request } }), answer];
}

const planAsking = (edition: string, ...requests: readonly StoryRequest[]) =>
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
  await recordComposition(planAsking("2", rain, train), store);
  expect(told(store)).toEqual([]);
  for (const event of buysAsking("2", "rain.es.2", rain, true)) await store.append(event);
  expect(told(store)).toEqual([]);
  for (const event of buysAsking("2", "rain.es.2", rain)) await store.append(event);
  expect(told(store)).toEqual([["2", "rain.es.2 taught mar", "train.es.2 open"]]);
});

test("a composition that a crash cut short, and one of which nothing was bought, are composed anew; the same one is recorded once", async () => {
  const store = await storeOf();
  const long = Array.from({ length: 900 }, (_, index) => asks(`Topic${index} ${"x".repeat(400)}`));
  const plan = planAsking("2", ...long);
  await recordComposition(plan, store);
  const parts = store.events.length;
  expect(parts).toBeGreaterThan(1);
  await recordComposition(plan, store);
  expect(store.events).toHaveLength(parts);
  const cut = await storeOf(...store.events.slice(0, -1));
  for (const event of buysAsking("2", "one.es.2", asks("One"))) await cut.append(event);
  expect(told(cut)).toEqual([["2", "one.es.2 taught"]]);
  const again = await storeOf(...store.events.slice(0, -1));
  await recordComposition(planAsking("2", asks("One")), again);
  for (const event of buysAsking("2", "one.es.2", asks("One"))) await again.append(event);
  expect(told(again)).toEqual([["2", "one.es.2 taught"]]);
});

test("an edition that was bought before editions were composed contains what was bought", async () => {
  const store = await storeOf(
    ...buysAsking("1", "sea.es.2", asks("Sea", "mar", "ola")),
    ...buysAsking("2", "rain.es.2", asks("Rain", "lluvia", "mar")),
    ...buysAsking("2", "train.es.2", asks("Train", "tren"), true),
    { type: "lesson.moved", edition: "2", job: "rain.es.2", to: "storm.es.2", topic: "Rain" },
  );
  expect(told(store)).toEqual([
    ["1", "sea.es.2 taught"],
    ["2", "storm.es.2 taught"],
  ]);
});

test("a plan that was read before another run began an edition is outdated", async () => {
  const store = await storeOf();
  const [plan] = [planAsking("2", asks("Rain", "lluvia"))];
  const rotating = { ...plan, past: hashOfPast(pastEditions(store.state)) };
  const outdated = () => [{ ...plan, turn: null }, rotating].map((read) => isOutdated(read, store.state));
  expect(outdated()).toEqual([false, false]);
  await recordComposition(plan, store);
  for (const event of buysAsking("2", "rain.es.2", asks("Rain", "lluvia"))) await store.append(event);
  expect(outdated()).toEqual([true, true]);
  expect(isOutdated({ ...plan, turn: null, made: { edited: [] } }, store.state)).toBe(false);
});
