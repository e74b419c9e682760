import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { openSqlite } from "../../../src/shared/sqlite.ts";
import { documentOf } from "../../fixtures.ts";
import { Served } from "../fixtures/served.ts";

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
  const database = openSqlite(join(served.folder, "service", "service.db"));
  try {
    const rows = database.prepare("SELECT request FROM stories ORDER BY rowid").all<{ request: string }>();
    return rows.map(({ request }) => {
      const { topic, words } = JSON.parse(request) as { topic: string; words: { word: string }[] };
      return [topic, ...words.map(({ word }) => word)].join(" ").replaceAll(/Topic |palabra/g, "");
    });
  } finally {
    database.close();
  }
}

/** The runs of a course in a ledger: begun only, or each done with both lessons of its week. */
function runsIn(ledger: readonly string[]) {
  const begin = (week: number) => served.begin("run", "--json", "--date", dayOf(week), ...ledger);
  const run = async (week: number) => documentOf(await served.runHere("--date", dayOf(week), ...ledger));
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

describe("a weekly course has each week's topics bought once, however its runs are triggered, and repeats the last week's words", () => {
  it("for twelve weeks, as foreseen, with its ledger in a file", async () => {
    served = await Served.start({ writingTime: "10ms" });
    const { run, weekly, twiceAtOnce, killedAt } = runsIn([]);
    served.plan(weeklyPlan(7));
    await weekly(1);
    await twiceAtOnce(2);
    // The third week is missed, the fifth comes after the sixth.
    await weekly(4, 6, 5);
    await killedAt(7, "t4");
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
    const weeks = [
      "1 1|2 2",
      "3 3 1|4 4 2",
      "5 5|6 6",
      "1 1|7 7",
      "2 2 5|3 3 6",
      "4 4 1|5 5 7",
      "8 8 4|9 9 5",
    ];
    const foreseen = ["6 6 8|10 10 9", "1 1 6|7 7 10"];
    expect(orders()).toEqual(each(...weeks, ...foreseen, "2 2 1|3 3 7"));
    const foretold = ahead.editions.flatMap(({ jobs }) =>
      jobs.map(({ id, words }) =>
        `${/^t(\d+)\./.exec(id)?.[1]} ${words.join(" ")}`.replaceAll("palabra", ""),
      ),
    );
    expect(foretold).toEqual(each(...foreseen));
    expect(served.proxy.creations).toBe(20);
  });
});
