import { expect, test } from "vitest";
import { goodPlan, planText, readText } from "./fixtures.ts";

const matrix = (...rules: string[]) =>
  planText(
    { languages: "languages: [es, fr]", difficulties: "difficulties: [2, 4]", topics: "topics: [A, B]" },
    ...rules,
  );

test("a topic's own languages, difficulties and settings override the plan's", async () => {
  const plan = await goodPlan(
    planText(
      {
        languages: "languages: [es, fr]",
        topics:
          "topics: [A, { topic: B, languages: [de], difficulties: [9], length: long, audiobook: false, genre: noir, visibility: public }]",
      },
      "defaults: { length: medium, form: interview }",
    ),
  );
  expect(plan.jobs.map((job) => job.id)).toEqual(["a.es.2", "a.fr.2", "b.de.9"]);
  expect(plan.jobs[2]?.request).toEqual({
    topic: "B",
    lang: "de",
    difficulty: 9,
    length: "long",
    genre: "noir",
    form: "interview",
    audiobook: false,
    visibility: "public",
  });
});

test("exclude looks at the settings that topics and defaults give", async () => {
  const plan = await goodPlan(
    planText({ topics: "topics: [A, { topic: B, length: long }]" }, "exclude: [{ length: long }]"),
  );
  expect(plan.jobs.map((job) => job.id)).toEqual(["a.es.2"]);
});

test("include gives new settings to every job that it names, later rules over earlier ones", async () => {
  const plan = await goodPlan(
    matrix(
      "include:",
      "  - { lang: fr, length: medium, audiobook: false }",
      "  - { topic: b, lang: fr, length: long }",
    ),
  );
  expect(plan.jobs.map(({ id, request }) => `${id} ${request.length} ${request.audiobook}`)).toEqual([
    "a.es.2 short true",
    "a.es.4 short true",
    "a.fr.2 medium false",
    "a.fr.4 medium false",
    "b.es.2 short true",
    "b.es.4 short true",
    "b.fr.2 long false",
    "b.fr.4 long false",
  ]);
});

test("include adds a job at the end, even outside the plan's languages and difficulties", async () => {
  const plan = await goodPlan(
    matrix("exclude: [{ topic: b }]", "include: [{ topic: b, lang: de, difficulty: 9 }]"),
  );
  expect(plan.jobs.at(-1)?.id).toBe("b.de.9");
  expect(plan.jobs.at(-1)?.place).toMatchObject({ line: 8, column: 11 });
});

test("include is applied after exclude and can restore a job", async () => {
  const plan = await goodPlan(
    matrix("exclude: [{ topic: a }]", "include: [{ topic: a, lang: es, difficulty: 2, length: long }]"),
  );
  expect(plan.jobs.map((job) => job.id)).toEqual(["b.es.2", "b.es.4", "b.fr.2", "b.fr.4", "a.es.2"]);
  expect(plan.jobs.at(-1)?.request.length).toBe("long");
});

test("a job that include adds also needs its words and its text", async () => {
  const { lines } = await readText(
    planText(
      { topics: "topics: [{ id: t, topic: { es: El tren }, words: [w] }]" },
      "words: { w: { es: [tren] } }",
      "include: [{ topic: t, lang: fr, difficulty: 2 }]",
    ),
  );
  expect(lines).toEqual([
    'plan.yaml:8:11: error: the topic "t" has no text in "fr", only in "es"; add that text, or give a single text for all languages',
    'plan.yaml:8:11: error: the word list "w" has no words in "fr", which the topic "t" needs; it has words in "es": add the words in "fr", or leave that language out of the topic',
  ]);
});

test("a language that exclude removes needs no words", async () => {
  const plan = await goodPlan(
    planText(
      { languages: "languages: [es, fr]", topics: "topics: [A, { topic: B, words: [w] }]" },
      "words: { w: { es: [tren] } }",
      "exclude: [{ topic: b, lang: fr }]",
    ),
  );
  expect(plan.jobs).toHaveLength(3);
});

test("languages may be left out if every topic has its own", async () => {
  const plan = await goodPlan(planText({ languages: "", topics: "topics: [{ topic: A, languages: [ja] }]" }));
  expect(plan.jobs.map((job) => job.id)).toEqual(["a.ja.2"]);
});
