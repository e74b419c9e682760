import { expect, test } from "vitest";
import { rig } from "../fixtures/served.ts";

interface Week {
  readonly topics: Readonly<Record<string, string>>;
  readonly lists: Readonly<Record<string, readonly string[]>>;
  readonly rotate?: number;
  readonly extra?: string;
}

/** A weekly course of these topics, each with the list of its name if there is one. */
function planOf({ topics, lists, rotate = 2, extra = "" }: Week): string {
  const words = Object.entries(lists).map(([name, list]) => `  ${name}: { es: [${list.join(", ")}] }`);
  return [
    "course: course",
    "title: Every Monday",
    'edition: "{isoYear}-W{isoWeek}"',
    "budget: { credits: 1000 }",
    "languages: [es]",
    "difficulties: [2]",
    "defaults: { audiobook: false }",
    "package: { formats: [words] }",
    "quality: { language: ignore }",
    `rotate: ${rotate}`,
    "recall: [1]",
    extra,
    "words:",
    ...words,
    "topics:",
    ...Object.entries(topics).map(
      ([id, topic]) => `  - { id: ${id}, topic: ${topic}${id in lists ? `, words: [${id}]` : ""} }`,
    ),
  ].join("\n");
}

const topics = { a: "The sea", b: "Rain", c: "A train", d: "Bread", e: "The moon", f: "A dog" };
const lists = { a: ["mar"], b: ["lluvia"], c: ["tren"], d: ["pan"], e: ["luna"], f: ["perro"] };
const without = <Value>(all: Readonly<Record<string, Value>>, key: string): Record<string, Value> =>
  Object.fromEntries(Object.entries(all).filter(([name]) => name !== key));

const w50 = ["--date", "2026-12-07"];
const w51 = ["--date", "2026-12-14"];
const w53 = ["--date", "2026-12-28"];

/** What the ledger shows as bought, in order: topics with the words that they were asked for. */
function bought(events: readonly Record<string, unknown>[]): string[] {
  return events
    .filter(({ type }) => type === "creation.intended")
    .map(({ request }) => {
      const { topic, words = [] } = request as { topic: string; words?: { word: string }[] };
      return [topic, ...words.map(({ word }) => word)].join(" ");
    });
}

test("a week stays as it was begun, whatever the plan says by now; the next has what was taught, and a missed week takes nothing", async () => {
  await using served = await rig({ plan: planOf({ topics, lists }), writingTime: "10ms" });
  expect(await served.report(...w50)).toMatchObject({ exitCode: 0, jobs: { total: 2, done: 2 } });
  // The first topic and its word are gone, the second is reworded and has another word.
  const later = { ...without(topics, "a"), b: "Rain and storm" };
  const laterLists = { ...without(lists, "a"), b: ["tormenta", "trueno"] };
  served.plan(planOf({ topics: later, lists: laterLists, rotate: 3 }));
  const again = await served.report(...w50);
  expect(again).toMatchObject({ exitCode: 0, jobs: { total: 2, done: 2 }, problems: [] });
  expect(again.notices).toMatchObject([{ code: "edits_for_later" }]);
  served.plan(planOf({ topics: later, lists: laterLists }));
  await served.report(...w51);
  await served.report(...w53);
  expect(bought(served.events())).toEqual([
    "The sea mar",
    "Rain lluvia",
    "A train tren mar",
    "Bread pan lluvia",
    "The moon luna",
    "A dog perro",
  ]);
  const { creations } = served.proxy;
  for (const week of [w50, w51, w53]) expect(await served.report(...week)).toMatchObject({ exitCode: 0 });
  expect(served.proxy.creations).toBe(creations);
});

test("what an edition contains is recorded before its first purchase, and what is bought of it later is what was composed", async () => {
  await using served = await rig({ plan: planOf({ topics, lists }), writingTime: "10ms" });
  await served.report("--first", "1", ...w50);
  const types = served.events().map(({ type }) => type);
  expect(types.indexOf("edition.composed")).toBeGreaterThan(-1);
  expect(types.indexOf("edition.composed")).toBeLessThan(types.indexOf("creation.intended"));
  served.plan(planOf({ topics: { z: "New", ...without(topics, "b") }, lists: { ...lists, b: ["otra"] } }));
  const preview = await served.here("plan", "--json", ...w50);
  expect(JSON.parse(preview.stdout)).toMatchObject({ exitCode: 0 });
  expect(await served.report(...w50)).toMatchObject({ exitCode: 0, jobs: { total: 2, done: 2 } });
  expect(bought(served.events())).toEqual(["The sea mar", "Rain lluvia"]);
});

test("removed takes a lesson out of its week and buys nothing in its place; a replacement is what the plan says now", async () => {
  await using served = await rig({ plan: planOf({ topics, lists }), writingTime: "10ms" });
  await served.report(...w50);
  served.plan(
    planOf({
      topics: { ...without(topics, "a"), b: "Rain and storm" },
      lists: without(lists, "a"),
      extra: "removed: [a]",
    }),
  );
  expect(await served.report(...w50)).toMatchObject({ exitCode: 0, jobs: { total: 1, done: 1 } });
  await served.report("--replace", served.has("b.es.2"), ...w50);
  expect(bought(served.events())).toEqual(["The sea mar", "Rain lluvia", "Rain and storm lluvia"]);
  expect(await served.report(...w50)).toMatchObject({ exitCode: 0, jobs: { total: 1, done: 1 } });
  expect(served.proxy.creations).toBe(3);
});
