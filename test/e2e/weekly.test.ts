import { join } from "node:path";
import { expect, test } from "vitest";
import { openSqlite } from "../../src/shared/sqlite.ts";
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

/** What the service was asked for, in order: topics with the words, by the service's own database. */
function orders(served: Served): string[] {
  const database = openSqlite(join(served.folder, "service", "service.db"));
  try {
    const rows = database.prepare("SELECT request FROM stories ORDER BY rowid").all<{ request: string }>();
    return rows.map(({ request }) => {
      const { topic, words = [] } = JSON.parse(request) as { topic: string; words?: { word: string }[] };
      return [topic, ...words.map(({ word }) => word)].join(" ").replaceAll(/Topic |palabra/g, "");
    });
  } finally {
    database.close();
  }
}

test("a week stays as it was begun, whatever the plan says by now; the next has what was taught, and a missed week takes nothing", async () => {
  await using served = await rig({ plan: planOf({ topics, lists }), writingTime: "10ms" });
  expect(await served.report(...w50)).toMatchObject({ exitCode: 0, jobs: { total: 2, done: 2 } });
  // The first topic and its word are gone, the second is reworded and has another word.
  const later = { ...without(topics, "a"), b: "Rain and storm" };
  const laterLists = { ...without(lists, "a"), b: ["tormenta", "trueno"] };
  served.plan(planOf({ topics: later, lists: laterLists, rotate: "3" }));
  const again = await served.report(...w50);
  expect(again).toMatchObject({ exitCode: 0, jobs: { total: 2, done: 2 }, problems: [] });
  expect(again.notices).toMatchObject([{ code: "edits_for_later" }]);
  served.plan(planOf({ topics: later, lists: laterLists }));
  await served.report(...w51);
  await served.report(...w53);
  expect(orders(served)).toEqual([
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
  expect(orders(served)).toEqual(["The sea mar", "Rain lluvia", "Rain and storm lluvia"]);
  expect(await served.report(...w50)).toMatchObject({ exitCode: 0, jobs: { total: 1, done: 1 } });
  expect(served.proxy.creations).toBe(3);
});

const monday = Date.UTC(2026, 9, 5);
const dayOf = (week: number): string =>
  new Date(monday + (week - 1) * 7 * 86_400_000).toISOString().slice(0, 10);

/** A weekly course with so many topics in its pool, each with a word of its own. The tenth week is a holiday. */
function weeklyPlan(count: number): string {
  const ids = Array.from({ length: count }, (_, index) => `t${index + 1}`);
  return planOf({
    topics: Object.fromEntries(ids.map((id) => [id, id.replace("t", "Topic ")])),
    lists: Object.fromEntries(ids.map((id) => [id, [id.replace("t", "palabra")]])),
    rotate: "{ topics: 2, from: 2026-W41 }",
    extra: "skip: [2026-W50]",
  });
}

/** The runs of a course: begun only, or each done with both lessons of its week. */
function runsOf(served: Served) {
  const begin = (week: number) => served.begin("run", "--json", "--date", dayOf(week));
  const run = (week: number) => served.report("--date", dayOf(week));
  return {
    run,
    async weekly(...weeks: readonly number[]): Promise<void> {
      for (const week of weeks)
        expect(await run(week)).toMatchObject({ exitCode: 0, jobs: { total: 2, done: 2 } });
    },
    /** Twice at the same time: one of them may find the ledger held. */
    async twiceAtOnce(week: number): Promise<void> {
      const codes = (await Promise.all([begin(week).finished, begin(week).finished])).map(({ code }) => code);
      expect([0, 8]).toEqual(expect.arrayContaining(codes));
      expect(codes).toContain(0);
    },
    async killedAt(week: number, lesson: string): Promise<void> {
      const lost = begin(week);
      await lost.lineMatching(new RegExp(`created {4}${lesson}\\b`));
      lost.process.kill("SIGKILL");
      await lost.finished;
    },
  };
}

const each = (...weeks: readonly string[]): string[] => weeks.flatMap((week) => week.split("|"));

test("for twelve weeks each week's topics are bought once, however its runs are triggered, as foreseen, with the last week's words", async () => {
  await using served = await rig({ writingTime: "10ms" });
  const { run, weekly, twiceAtOnce, killedAt } = runsOf(served);
  served.plan(weeklyPlan(7));
  await weekly(1);
  await twiceAtOnce(2);
  // The third week is missed, the fifth comes after the sixth.
  await weekly(4, 6, 5);
  // With both lessons paid for: a kill between the two may leave a creation whose outcome is unknown.
  await killedAt(7, "t5");
  await weekly(7);
  served.plan(weeklyPlan(10));
  await weekly(8);

  const { creations } = served.proxy;
  const ahead = documentOf(
    await served.here("plan", "--next", "3", "--json", "--date", dayOf(9)),
  ) as unknown as {
    editions: { edition: string; skipped: boolean; jobs: { id: string; words: string[] }[] }[];
  };
  expect(ahead.editions.map(({ edition, skipped }) => [edition, skipped])).toEqual([
    ["2026-W49", false],
    ["2026-W50", true],
    ["2026-W51", false],
  ]);
  expect(served.proxy.creations).toBe(creations);
  await weekly(9);
  expect(await run(10)).toMatchObject({ exitCode: 0, skipped: true, jobs: { total: 0 } });
  // The fourth week again, which a smaller pool of topics had: it buys nothing.
  await weekly(11, 12, 4);

  // Each story: its topic, its word, the words of the week before. Nobody had a week before the fourth and the sixth.
  const weeks = ["1 1|2 2", "3 3 1|4 4 2", "5 5|6 6", "1 1|7 7", "2 2 5|3 3 6", "4 4 1|5 5 7", "8 8 4|9 9 5"];
  const foreseen = ["6 6 8|10 10 9", "1 1 6|7 7 10"];
  expect(orders(served)).toEqual(each(...weeks, ...foreseen, "2 2 1|3 3 7"));
  const foretold = ahead.editions.flatMap(({ jobs }) =>
    jobs.map(({ id, words }) => `${/^t(\d+)\./.exec(id)?.[1]} ${words.join(" ")}`.replaceAll("palabra", "")),
  );
  expect(foretold).toEqual(each(...foreseen));
  expect(served.proxy.creations).toBe(20);
});
