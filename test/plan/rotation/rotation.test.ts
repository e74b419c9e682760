import { expect, test } from "vitest";
import { numberOfEdition } from "../../../src/plan/edition.ts";
import { planText, readText } from "../fixtures.ts";

const topics = "topics: [One, Two, Three, Four, Five]";

const listed = [
  "words:",
  "  one: { es: [uno] }",
  "  two: { es: [dos] }",
  "  three: { es: [tres, { word: trece, gloss: thirteen }] }",
];
const withLists =
  "topics: [{ topic: One, words: [one] }, { topic: Two, words: [two] }, { topic: Three, words: [three] }, Four]";

async function jobsOf(text: string, edition: string, taught?: ReadonlyMap<string, readonly string[]>) {
  const options = { edition, ...(taught === undefined ? {} : { taught: async () => taught }) };
  const { result, lines } = await readText(text, {}, options);
  if (!result.ok) throw new Error(lines.join("\n"));
  return result.plan.jobs;
}

const idsOf = async (...given: Parameters<typeof jobsOf>): Promise<string> =>
  (await jobsOf(...given)).map(({ topicId }) => topicId).join(" ");

test.each([
  ["2026-W53", "{isoYear}-W{isoWeek}", "week", 1],
  ["class-2026-12-31", "class-{date}", "day", 1],
  ["2026.12", "{year}.{month}", "month", 1],
  ["2026", "{year}", "year", 1],
  ["set-9", null, "number set-", 1],
])(
  "after %s comes the next %s, and the turn of the year changes nothing",
  (edition, pattern, scale, step) => {
    const next = { "2026-W53": "2027-W01", "class-2026-12-31": "class-2027-01-01", "2026.12": "2027.01" };
    const after = next[edition as keyof typeof next] ?? (edition === "2026" ? "2027" : "set-10");
    const one = numberOfEdition(edition, pattern);
    const two = numberOfEdition(after, pattern);
    expect([one?.scale, two?.scale]).toEqual([scale, scale]);
    expect((two?.number ?? 0) - (one?.number ?? 0)).toBe(step);
  },
);

test.each(["2026-W54", "2025-W53", "2026-W00", "2026-02-30", "2026-13", "spring"])(
  "%s is no edition that can be counted by its date",
  (edition) => {
    expect(numberOfEdition(edition, null)?.scale ?? "none").toMatch(/^(none|number .*)$/);
  },
);

test("every edition takes the next topics of the pool, in the plan's order", async () => {
  const text = planText({ topics }, "rotate: 2");
  const editions = await Promise.all(["1", "2", "3", "4"].map((edition) => idsOf(text, edition)));
  expect(editions).toEqual(["one two", "three four", "one five", "two three"]);
});

test("rules of the whole pool hold in every edition", async () => {
  const text = planText(
    { topics },
    "rotate: 2",
    "exclude: [{ topic: four }]",
    "include: [{ topic: five, lang: es, difficulty: 9 }]",
  );
  expect((await jobsOf(text, "2")).map(({ id }) => id)).toEqual(["three.es.2"]);
  expect((await jobsOf(text, "3")).map(({ id }) => id)).toEqual(["one.es.2", "five.es.2", "five.es.9"]);
});

test("a first edition and holidays shift the turns", async () => {
  const text = planText(
    { topics },
    'edition: "{isoYear}-W{isoWeek}"',
    "rotate: { topics: 2, from: 2026-W50 }",
    "skip: [2026-W52, 2026-W53]",
  );
  const editions = await Promise.all(
    ["2026-W50", "2026-W51", "2027-W01"].map((edition) => idsOf(text, edition)),
  );
  expect(editions).toEqual(["one two", "three four", "one five"]);
});

test("topics that were renamed count as taught, and those of other sequences do not", async () => {
  const text = planText({ topics }, "rotate: 2", "moved: [{ from: uno, to: one }]");
  const taught = new Map([
    ["1", ["uno", "three"]],
    ["2026-W40", ["two", "four"]],
  ]);
  expect(await idsOf(text, "1", taught)).toBe("one three");
  expect(await idsOf(text, "2", taught)).toBe("two four");
});

test("words of earlier editions come back once, in the lesson with the fewest words", async () => {
  const text = planText({ topics: withLists }, ...listed, "rotate: 2", "recall: [1]");
  const words = (await jobsOf(text, "2")).map(({ request }) => request.words);
  expect(words).toEqual([
    [{ word: "tres" }, { word: "trece", gloss: "thirteen" }],
    [{ word: "uno" }, { word: "dos" }],
  ]);
  expect((await jobsOf(text, "1")).map(({ request }) => request.words)).toEqual([
    [{ word: "uno" }],
    [{ word: "dos" }],
  ]);
});

test("words come back as often as the plan says, but not of editions that were missed", async () => {
  const text = planText({ topics: withLists }, ...listed, "rotate: 1", "recall: [1, 2]");
  const taught = new Map([
    ["1", ["one"]],
    ["3", ["two"]],
  ]);
  const words = (await jobsOf(text, "4", taught)).flatMap(({ request }) => request.words ?? []);
  // The third topic's own words, and of the two editions before only the one that was taught.
  expect(words.map(({ word }) => word)).toEqual(["tres", "trece", "dos"]);
});

test("words without room are named, and no word of the edition's own gives way", async () => {
  const text = planText(
    { topics: withLists },
    ...listed,
    "rotate: 1",
    "recall: [2, 1]",
    "vocabulary: { perStory: 3 }",
  );
  const { result, lines } = await readText(text, {}, { edition: "3" });
  expect(result.ok && result.plan.jobs[0]?.request.words?.map(({ word }) => word)).toEqual([
    "tres",
    "trece",
    "uno",
  ]);
  expect(lines).toEqual([
    'plan.yaml:6:70: warning: 1 word of earlier editions finds no room in the stories in es at difficulty 2 ("dos"); let them have more words, or recall fewer editions',
  ]);
});

test("an edition that is left out says so, and which entry does it", async () => {
  const text = planText({ topics }, 'edition: "{isoYear}-W{isoWeek}"', "skip: [2026-W51, 2026-W52]");
  const { result } = await readText(text, {}, { edition: "2026-W52" });
  expect(result.ok && result.plan.skippedAt).toMatchObject({ line: 8, column: 18 });
  const other = await readText(text, {}, { edition: "2027-W01" });
  expect(other.result.ok && other.result.plan.skippedAt).toBe(null);
});
