import { expect, test } from "vitest";
import { documentOf } from "../fixtures.ts";
import { rig, type Served } from "./fixtures/served.ts";

interface Week {
  readonly topics: Readonly<Record<string, string>>;
  readonly lists: Readonly<Record<string, readonly string[]>>;
  readonly rotate?: string;
  readonly extra?: string;
}

/** A weekly course of these topics, each with the list of its name if there is one. */
function planOf({ topics, lists, rotate = "2", extra = "" }: Week): string {
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

/** The topics and words that the service was asked for, in order. */
const orders = (served: Served): string[] =>
  served.stories().map(({ topic, words }) => [topic, ...words].join(" "));

// The first topic is gone, the second reworded.
const later = { ...without(topics, "a"), b: "Rain and storm" };

test("removed takes a lesson out of its week and buys nothing in its place; a replacement is what the plan says now", async () => {
  await using served = await rig({ plan: planOf({ topics, lists }), writingTime: "10ms" });
  await served.report(...w50);
  served.plan(planOf({ topics: later, lists: without(lists, "a"), extra: "removed: [a]" }));
  await served.expectRun({ exitCode: 0, jobs: { total: 1, done: 1 } }, ...w50);
  await served.report("--replace", served.has("b.es.2"), ...w50);
  expect(orders(served)).toEqual(["The sea mar", "Rain lluvia", "Rain and storm lluvia"]);
  await served.expectRun({ exitCode: 0, jobs: { total: 1, done: 1 }, creations: 3 }, ...w50);
});

// Which topics and words an edition has, in any order of runs: test/plan/rotation and test/run/editions.test.ts.
test("plan --next foretells the topics and words that runs then buy; a skipped week buys nothing, nor does one of before with more topics in the pool", async () => {
  const pool = (...ids: readonly string[]) =>
    Object.fromEntries(Object.entries(topics).filter(([id]) => ids.includes(id)));
  const rotating = { lists, rotate: "{ topics: 2, from: 2026-W50 }", extra: "skip: [2026-W52]" };
  await using served = await rig({
    plan: planOf({
      ...rotating,
      topics: pool("a", "b", "c"),
      lists: { a: ["mar"], b: ["lluvia"], c: ["tren"] },
    }),
    writingTime: "10ms",
  });
  await served.report(...w50);
  served.plan(planOf({ ...rotating, topics }));
  const ahead = documentOf(await served.here("plan", "--next", "3", "--json", ...w51)) as unknown as {
    editions: { edition: string; skipped: boolean; jobs: { id: string; words: string[] }[] }[];
  };
  const weeks = ahead.editions.map(({ edition, skipped }) => `${edition}${skipped ? " skipped" : ""}`);
  expect(weeks).toEqual(["2026-W51", "2026-W52 skipped", "2026-W53"]);
  expect(served.proxy.creations).toBe(2);
  await served.expectRun({ exitCode: 0, skipped: true, jobs: { total: 0 } }, "--date", "2026-12-21");
  for (const week of [w51, w53, w50])
    await served.expectRun({ exitCode: 0, jobs: { total: 2, done: 2 } }, ...week);
  const foretold = ahead.editions.flatMap(({ jobs }) =>
    jobs.map(({ id, words }) => [topics[id.slice(0, 1) as keyof typeof topics], ...words].join(" ")),
  );
  expect(foretold.length).toBe(4);
  expect(orders(served)).toEqual(["The sea mar", "Rain lluvia", ...foretold]);
});
