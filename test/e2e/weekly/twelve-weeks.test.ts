import { join } from "node:path";
import Database from "libsql";
import { afterEach, describe, expect, it } from "vitest";
import { documentOf } from "../../fixtures.ts";
import { freshDatabase, useServer } from "../../ledger/postgres/fixtures.ts";
import { Served } from "../fixtures/served.ts";

const server = useServer();
let served: Served;

afterEach(() => served.dispose());

const monday = Date.UTC(2026, 9, 5);
const dayOf = (week: number): string =>
  new Date(monday + (week - 1) * 7 * 86_400_000).toISOString().slice(0, 10);

/** A weekly course with so many topics in its pool, each with a word of its own. The tenth week is a holiday. */
function weeklyPlan(topics: number): string {
  const numbers = Array.from({ length: topics }, (_, index) => index + 1);
  return [
    "course: course",
    "title: Every Monday",
    'edition: "{isoYear}-W{isoWeek}"',
    "budget: { credits: 1000 }",
    "languages: [es]",
    "difficulties: [2]",
    "defaults: { length: short, audiobook: false }",
    "package: { formats: [words] }",
    "rotate: { topics: 2, from: 2026-W41 }",
    "recall: [1]",
    "skip: [2026-W50]",
    "words:",
    ...numbers.map((number) => `  list${number}: { es: [palabra${number}] }`),
    "topics:",
    ...numbers.map((number) => `  - { id: t${number}, topic: Topic ${number}, words: [list${number}] }`),
  ].join("\n");
}

/** What the service was asked for, in order: topics with the words, by the service's own database. */
function orders(): string[] {
  const database = new Database(join(served.folder, "service", "service.db"), { readonly: true });
  try {
    const rows = database.prepare("SELECT request FROM stories ORDER BY rowid").all() as {
      request: string;
    }[];
    return rows.map(({ request }) => {
      const { topic, words } = JSON.parse(request) as { topic: string; words: { word: string }[] };
      return [topic, ...words.map(({ word }) => word)].join(" ").replaceAll(/Topic |palabra/g, "");
    });
  } finally {
    database.close();
  }
}

describe.each(["a file", "PostgreSQL"])(
  "a weekly course for twelve weeks, with its ledger in %s",
  (store) => {
    it("has each week's topics bought once, however its runs are triggered, and repeats the last week's words", async () => {
      served = await Served.start({ writingTime: "10ms" });
      const ledger = store === "a file" ? [] : ["--ledger", (await freshDatabase(server.url())).url];
      const trigger = (week: number) => served.begin("run", "--json", "--date", dayOf(week), ...ledger);
      const run = async (week: number) => documentOf(await trigger(week).finished);
      const weekly = async (week: number): Promise<void> => {
        expect(await run(week)).toMatchObject({ exitCode: 0, jobs: { total: 2, done: 2 } });
      };
      served.plan(weeklyPlan(7));
      await weekly(1);
      // Twice at the same time: one of them may find the ledger held.
      const codes = (await Promise.all([trigger(2).finished, trigger(2).finished])).map(({ code }) => code);
      expect([0, 8]).toEqual(expect.arrayContaining(codes));
      expect(codes).toContain(0);
      // The third week is missed, the fifth comes after the sixth.
      for (const week of [4, 6, 5]) await weekly(week);
      const lost = served.begin("run", "--date", dayOf(7), ...ledger);
      await lost.lineMatching(/created {4}t7/);
      lost.process.kill("SIGKILL");
      await lost.finished;
      await weekly(7);
      served.plan(weeklyPlan(10));
      await weekly(7);
      await weekly(8);
      await weekly(9);
      expect(await run(10)).toMatchObject({ exitCode: 0, skipped: true, jobs: { total: 0 } });
      for (const week of [11, 11, 12, 4, 1]) await weekly(week);

      // Each story: its topic, its word, the words of the week before. Nobody had a week before the fourth and the sixth.
      const weeks = [
        "1 1|2 2",
        "3 3 1|4 4 2",
        "1 1|7 7",
        "2 2|3 3",
        "5 5 1|6 6 7",
        "4 4 2|7 7 3",
        "8 8 4|9 9 7",
      ];
      const after = ["5 5 8|10 10 9", "6 6 5|8 8 10", "9 9 6|10 10 8"];
      expect(orders()).toEqual([...weeks, ...after].flatMap((week) => week.split("|")));
      expect(served.proxy.creations).toBe(20);
    });
  },
);

it("what the next weeks will have is what they get, and looking ahead buys nothing", async () => {
  served = await Served.start({ writingTime: "10ms" });
  served.plan(weeklyPlan(5));
  const ahead = documentOf(
    await served.begin("plan", "--next", "3", "--json", "--date", dayOf(9)).finished,
  ) as unknown as {
    editions: { edition: string; skipped: boolean; jobs: { id: string; words: string[] }[] }[];
  };
  expect(ahead.editions.map(({ edition, skipped }) => [edition, skipped])).toEqual([
    ["2026-W49", false],
    ["2026-W50", true],
    ["2026-W51", false],
  ]);
  expect(served.proxy.creations).toBe(0);
  for (const week of [9, 11])
    expect(documentOf(await served.run("--date", dayOf(week)))).toMatchObject({ exitCode: 0 });
  const foreseen = ahead.editions.flatMap(({ jobs }) =>
    jobs.map(({ id, words }) => `${id.slice(1, 2)} ${words.join(" ").replaceAll("palabra", "")}`),
  );
  expect(orders()).toEqual(foreseen);
});
