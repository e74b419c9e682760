import { expect, test } from "vitest";
import type { EventBody } from "../../src/ledger/format/event.ts";
import { requestHash } from "../../src/plan/fingerprint.ts";
import type { StoryRequest } from "../../src/plan/plan.ts";
import { isOutdated, pastEditions, recordComposition } from "../../src/run/editions.ts";
import { Journal } from "../../src/run/journal.ts";
import { id } from "../ledger/format/histories.ts";
import { plainPlan } from "../plain-plan.ts";
import { memoryStore } from "../rate-limit/whole-runs/memory.ts";

const journalOf = async (...events: readonly EventBody[]): Promise<Journal> => {
  const journal = new Journal(memoryStore(() => 0));
  for (const event of events) await journal.record(event);
  return journal;
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

const told = (journal: Journal) =>
  [...pastEditions(journal.state)].map(([edition, { lessons }]) => [
    edition,
    ...lessons.map(({ job, isTaught, recalled }) =>
      [job, isTaught ? "taught" : "open", ...recalled].join(" "),
    ),
  ]);

test("an edition contains what was composed, bought or not, once something of it was bought", async () => {
  const journal = await journalOf();
  const [rain, train] = [asks("Rain", "lluvia", "mar"), asks("Train", "tren")];
  await recordComposition(planOf("2", rain, train), journal);
  expect(told(journal)).toEqual([]);
  for (const event of buys("2", "rain.es.2", rain, true)) await journal.record(event);
  expect(told(journal)).toEqual([]);
  for (const event of buys("2", "rain.es.2", rain)) await journal.record(event);
  expect(told(journal)).toEqual([["2", "rain.es.2 taught mar", "train.es.2 open"]]);
});

test("a composition that a crash cut short, and one of which nothing was bought, are composed anew; the same one is recorded once", async () => {
  const journal = await journalOf();
  const long = Array.from({ length: 900 }, (_, index) => asks(`Topic${index} ${"x".repeat(400)}`));
  const plan = planOf("2", ...long);
  await recordComposition(plan, journal);
  const parts = journal.store.events.length;
  expect(parts).toBeGreaterThan(1);
  await recordComposition(plan, journal);
  expect(journal.store.events).toHaveLength(parts);
  const cut = await journalOf(...journal.store.events.slice(0, -1));
  for (const event of buys("2", "one.es.2", asks("One"))) await cut.record(event);
  expect(told(cut)).toEqual([["2", "one.es.2 taught"]]);
  const again = await journalOf(...journal.store.events.slice(0, -1));
  await recordComposition(planOf("2", asks("One")), again);
  for (const event of buys("2", "one.es.2", asks("One"))) await again.record(event);
  expect(told(again)).toEqual([["2", "one.es.2 taught"]]);
});

test("an edition that was bought before editions were composed contains what was bought", async () => {
  const journal = await journalOf(
    ...buys("1", "sea.es.2", asks("Sea", "mar", "ola")),
    ...buys("2", "rain.es.2", asks("Rain", "lluvia", "mar")),
    ...buys("2", "train.es.2", asks("Train", "tren"), true),
    { type: "lesson.moved", edition: "2", job: "rain.es.2", to: "storm.es.2", topic: "Rain" },
  );
  expect(told(journal)).toEqual([
    ["1", "sea.es.2 taught"],
    ["2", "storm.es.2 taught"],
  ]);
});

test("a plan that was read before another run began an edition is outdated", async () => {
  const journal = await journalOf();
  const [plan] = [planOf("2", asks("Rain", "lluvia"))];
  expect(isOutdated({ ...plan, turn: null }, journal.state)).toBe(false);
  await recordComposition(plan, journal);
  for (const event of buys("2", "rain.es.2", asks("Rain", "lluvia"))) await journal.record(event);
  expect(isOutdated({ ...plan, turn: null }, journal.state)).toBe(true);
  expect(isOutdated({ ...plan, turn: null, made: { edited: [] } }, journal.state)).toBe(false);
});
