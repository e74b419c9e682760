import { expect, test } from "vitest";
import { numberOfEdition } from "../../../src/plan/edition.ts";
import type { PastEdition, PastEditions } from "../../../src/plan/past-editions.ts";
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

async function jobsOf(text: string, edition: string, past?: PastEditions) {
  const options = { edition, ...(past === undefined ? {} : { past: async () => past }) };
  const { result, lines } = await readText(text, {}, options);
  if (!result.ok) throw new Error(lines.join("\n"));
  return result.plan.jobs;
}

/** Editions of one lesson for each topic, with the words that it was bought with; after a slash those that came back. `!`: the lesson failed. */
function begun(editions: Readonly<Record<string, readonly string[]>>): PastEditions {
  return new Map(
    Object.entries(editions).map(([edition, lessons]): [string, PastEdition] => [
      edition,
      { isComposed: true, lessons: lessons.map(lessonOf) },
    ]),
  );
}

function lessonOf(written: string) {
  const [own = "", again = ""] = written.replace("!", "").split("/");
  const [id = "", ...words] = own.trim().split(" ");
  const recalled = again.split(" ").filter((word) => word !== "");
  const request = {
    topic: id[0]?.toUpperCase() + id.slice(1),
    lang: "es",
    difficulty: 2,
    length: "short",
    words: [...words, ...recalled].map((word) => ({ word })),
    audiobook: true,
    visibility: "private",
  } as const;
  return { job: `${id}.es.2`, request, recalled, ids: ["0b54c6c4"], isTaught: !written.startsWith("!") };
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
  expect((await jobsOf(text, "2")).map(({ id }) => id)).toEqual(["three.es.2", "five.es.2", "five.es.9"]);
  expect((await jobsOf(text, "3")).map(({ id }) => id)).toEqual(["one.es.2", "two.es.2"]);
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

test("topics that were renamed or renumbered have come, and those of other sequences have not", async () => {
  const text = planText({ topics }, "rotate: 2", "moved: [{ from: uno, to: one }]");
  const past = begun({ "1": ["uno", "three"], "2026-W40": ["two", "four"] });
  expect(await idsOf(text, "2", past)).toBe("two four");
  const numbered = planText(
    { topics: "topics: [{ id: t2, topic: One }, { id: t3, topic: Two }, { id: t1, topic: Three }]" },
    "rotate: 1",
  );
  const t1 = { ...lessonOf("one"), job: "t1.es.2" };
  const renumbered = new Map([["1", { isComposed: true, lessons: [t1] }]]);
  expect(await idsOf(numbered, "2", renumbered)).toBe("t3");
});

test("an edition that was begun has what it was begun with, whatever the plan says by now", async () => {
  const past = begun({ "1": ["one uno", "gone ido / viejo"] });
  for (const key of ["rotate: 3", "rotate: 1", 'edition: "1"']) {
    const jobs = await jobsOf(
      planText({ topics: withLists.replace("topic: One", "id: one, topic: One more") }, ...listed, key),
      "1",
      past,
    );
    expect(
      jobs.map(({ id, request: { topic, words = [] } }) => [id, topic, ...words.map(({ word }) => word)]),
    ).toEqual([
      ["one.es.2", "One", "uno"],
      ["gone.es.2", "Gone", "ido", "viejo"],
    ]);
  }
});

test("what moved names anew and removed takes out counts for editions that were begun, too", async () => {
  const past = begun({ "1": ["uno", "gone", "three"] });
  const text = planText({ topics }, "rotate: 2", "moved: [{ from: uno, to: one }]", "removed: [gone]");
  expect(await idsOf(text, "1", past)).toBe("one three");
});

test("words come back as they were taught: of a topic that was deleted, none that was added since, none that had only come back, none of a lesson that failed", async () => {
  const text = planText({ topics: withLists }, ...listed, "rotate: 1", "recall: [1]");
  const past = begun({ "1": ["one uno"], "2": ["gone ido / uno", "!three tres"] });
  const [job] = await jobsOf(text, "3", past);
  expect([job?.id, ...(job?.request.words ?? []).map(({ word }) => word)]).toEqual([
    "two.es.2",
    "dos",
    "ido",
  ]);
});

test("words of earlier editions come back once, in the lesson with the fewest words", async () => {
  const text = planText({ topics: withLists }, ...listed, "rotate: 2", "recall: [1]");
  const past = begun({ "1": ["one uno", "two dos"] });
  const words = (await jobsOf(text, "2", past)).map(({ request }) => request.words);
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
  const past = begun({ "1": ["one uno"], "3": ["two dos"] });
  const words = (await jobsOf(text, "4", past)).flatMap(({ request }) => request.words ?? []);
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
  const past = begun({ "1": ["one uno"], "2": ["two dos"] });
  const { result, lines } = await readText(text, {}, { edition: "3", past: async () => past });
  expect(result.ok && result.plan.jobs[0]?.request.words?.map(({ word }) => word)).toEqual([
    "tres",
    "trece",
    "uno",
  ]);
  expect(lines).toEqual([
    "plan.yaml:6:70: warning: 1 word from earlier editions does not fit in the stories in es at difficulty 2 (dos); allow the stories more words, or recall fewer editions",
  ]);
});

test("an edition that is left out says so, and which entry does it", async () => {
  const text = planText({ topics }, 'edition: "{isoYear}-W{isoWeek}"', "skip: [2026-W51, 2026-W52]");
  const { result } = await readText(text, {}, { edition: "2026-W52" });
  expect(result.ok && result.plan.skippedAt).toMatchObject({ line: 8, column: 18 });
  const other = await readText(text, {}, { edition: "2027-W01" });
  expect(other.result.ok && other.result.plan.skippedAt).toBe(null);
});
