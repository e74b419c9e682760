import { expect, test } from "vitest";
import { type LessonRow, lessonTable, shownRows } from "../../src/cli/render/run.ts";

function row(id: string, change: Partial<LessonRow> = {}): LessonRow {
  const credits = { committed: 25, spent: 25, perhapsRefunded: 0 };
  const facts = { status: "done", topic: `On ${id}`, story: null, inherited: false, problem: null } as const;
  return { id, ...facts, credits, ...change };
}

test("A lesson has its title, one without a story its topic, and one taken from an earlier edition cost nothing here", () => {
  const nothing = { committed: 0, spent: 0, perhapsRefunded: 0 };
  const rows = [
    row("market.es.2"),
    row("rain.es.2", { inherited: true, credits: nothing }),
    row("train.es.2", { status: "failed" }),
  ];
  const titles = new Map([
    ["market.es.2", "Corrected \u001b[31mtitle"],
    ["rain.es.2", "Llueve"],
  ]);
  const lines = lessonTable(rows, titles).map((line) => line.trim().replaceAll(/ +/g, " "));
  expect(lines).toEqual([
    "lesson credits title",
    String.raw`market.es.2 done 25 Corrected \u{1b}[31mtitle`,
    "rain.es.2 done 0 Llueve",
    "train.es.2 failed 25 (On train.es.2)",
  ]);
});

test("A state has its colour where colours are shown, and the columns stay aligned", () => {
  const rows = [
    row("market.es.2"),
    row("train.es.2", { status: "failed" }),
    row("sea.es.2", { status: "active" }),
  ];
  const codes = { good: 32, bad: 31, waiting: 33 };
  const lines = lessonTable(rows, new Map(), {
    paint: (text, tone) => (tone === undefined ? text : `\u001b[${codes[tone]}m${text}\u001b[39m`),
  });
  expect(lines).toEqual([
    "lesson               credits  title",
    "market.es.2  \u001b[32mdone\u001b[39m         25  (On market.es.2)",
    "train.es.2   \u001b[31mfailed\u001b[39m       25  (On train.es.2)",
    "sea.es.2     active       25  (On sea.es.2)",
  ]);
});

test("Of many lessons those that are not done are shown, and it says how many others there are", () => {
  const rows = Array.from({ length: 60 }, (_, index) =>
    row(`topic-${index}.es.2`, { status: index % 20 === 0 ? "active" : "done" }),
  );
  expect(shownRows(rows).map(({ id }) => id)).toEqual(["topic-0.es.2", "topic-20.es.2", "topic-40.es.2"]);
  expect(lessonTable(rows, new Map()).at(-1)).toBe("and 57 more: coursebinder status lists them all");
});
