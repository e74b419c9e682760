import { expect, test } from "vitest";
import { goodPlan, planText, readText } from "./fixtures.ts";

const topicOf = (text: string) => planText({ topics: `topics: [{ id: t, topic: "${text}" }]` });
const wordsOf = (list: string) =>
  planText({ topics: "topics: [{ id: t, topic: A walk, words: [w] }]" }, `words: { w: { es: ${list} } }`);

test("a topic has 500 characters and not 501, counted in UTF-16 units", async () => {
  const plan = await goodPlan(topicOf("x".repeat(500)));
  expect(plan.jobs[0]?.request.topic).toHaveLength(500);
  expect((await goodPlan(topicOf("🙂".repeat(250)))).jobs).toHaveLength(1);
  const [tooLong] = (await readText(topicOf("x".repeat(501)))).lines;
  expect(tooLong).toBe(
    `plan.yaml:6:26: error: "topic" has 501 characters, but at most 500 are allowed; shorten "${"x".repeat(39)}…"`,
  );
  expect((await readText(topicOf("🙂".repeat(251)))).lines[0]).toContain('"topic" has 502 characters');
});

test("a topic's length is that of the text which is sent, after white space is collapsed", async () => {
  const plan = await goodPlan(topicOf(`  a${" ".repeat(600)}walk  `));
  expect(plan.jobs[0]?.request.topic).toBe("a walk");
});

test("a topic or a word of characters that nobody can see is refused before anything is bought for it", async () => {
  const empty = (key: string) => `error: "${key}" has no visible characters; write at least one`;
  for (const invisible of ["\\u200b", " \\u3164 ", "\\u2060\\u200f", "\\u2800"]) {
    expect((await readText(topicOf(invisible))).lines.join()).toContain(empty("topic"));
    expect((await readText(wordsOf(`["${invisible}"]`))).lines.join()).toContain(empty("word"));
  }
  // A vowel sign that is taught is one character, and seen.
  expect((await goodPlan(wordsOf('["\u093e"]'))).jobs[0]?.request.words).toEqual([{ word: "\u093e" }]);
});

test("a word and a gloss have 60 characters and not 61", async () => {
  const plan = await goodPlan(wordsOf(`[{ word: ${"w".repeat(60)}, gloss: ${"g".repeat(60)} }]`));
  expect(plan.jobs[0]?.request.words).toEqual([{ word: "w".repeat(60), gloss: "g".repeat(60) }]);
  const { lines } = await readText(wordsOf(`[{ word: ${"w".repeat(61)}, gloss: ${"g".repeat(61)} }]`));
  expect(lines.map((line) => line.slice(0, 50))).toEqual([
    'plan.yaml:7:28: error: "word" has 61 characters, b',
    'plan.yaml:7:98: error: "gloss" has 61 characters, ',
  ]);
});

test("a story takes 20 words and not 21, over all lists of its topic", async () => {
  const words = (from: number, count: number) =>
    `{ es: [${Array.from({ length: count }, (_, index) => `w${from + index}`).join(", ")}] }`;
  const two = (second: string) =>
    planText(
      { topics: "topics: [{ id: t, topic: A walk, words: [a, b] }]" },
      `words: { a: ${words(0, 12)}, b: ${second} }`,
    );
  expect((await goodPlan(two(words(12, 8)))).jobs[0]?.request.words).toHaveLength(20);
  expect((await readText(two(words(12, 9)))).lines).toEqual([
    'plan.yaml:6:42: error: the lists of "t" give 21 words in "es", but a story takes at most 20: shorten or split the lists',
  ]);
});

test("a word that two lists share counts once, with the first list's gloss", async () => {
  const { result, lines } = await readText(
    planText(
      { topics: "topics: [{ id: t, topic: A walk, words: [a, b] }]" },
      "words: { a: { es: [{ word: café, gloss: coffee }] }, b: { es: [Cafe\u0301, té] } }",
    ),
  );
  expect(lines).toHaveLength(1);
  expect(lines[0]).toMatch(
    /^plan\.yaml:7:64: warning: the word "Café" appears twice, first at 7:28; keep only one of the two$/,
  );
  expect(result.ok && result.plan.jobs[0]?.request.words).toEqual([
    { word: "café", gloss: "coffee" },
    { word: "té" },
  ]);
});

test("a course id and a topic id have 64 characters and not 65", async () => {
  const id = "a".repeat(64);
  const plan = await goodPlan(
    planText({ course: `course: ${id}`, topics: `topics: [{ id: ${id}, topic: x }]` }),
  );
  expect([plan.course, plan.jobs[0]?.topicId]).toEqual([id, id]);
  const { lines } = await readText(
    planText({ course: `course: a${id}`, topics: `topics: [{ id: a${id}, topic: x }]` }),
  );
  expect(lines).toHaveLength(2);
});

test("difficulties 1 and 10 are allowed", async () => {
  const plan = await goodPlan(planText({ difficulties: "difficulties: [1, 10]" }));
  expect(plan.jobs.map((job) => job.request.difficulty)).toEqual([1, 10]);
});

test("more than 100,000 jobs are refused without being created, unless the plan allows it", async () => {
  const topics = (count: number) =>
    `topics:\n${Array.from({ length: count }, (_, n) => `  - T${n}`).join("\n")}`;
  const large = {
    languages: "languages: [es, fr, de, it, pt, nl, sv, da, nb, fi]",
    difficulties: "difficulties: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]",
    topics: topics(1_001),
  };
  expect((await readText(planText(large))).lines).toEqual([
    "plan.yaml:6:1: error: the plan asks for 100,100 jobs, but at most 100,000 are allowed; if you want that many, set maxJobs: 100100",
  ]);
  expect((await readText(planText(large, "maxJobs: 100099"))).lines).toEqual([
    "plan.yaml:1008:10: error: the plan asks for 100,100 jobs, but at most 100,099 are allowed; if you want that many, set maxJobs: 100100",
  ]);
  expect((await goodPlan(planText(large, "maxJobs: 100100"))).jobs).toHaveLength(100_100);
});

test("a hundred thousand jobs get the words that are spread over them", async () => {
  const words = Array.from({ length: 400 }, (_, n) => `w${n}`).join("\n");
  const languages = ["es", "fr", "de", "it", "pt", "nl", "sv", "da", "nb", "fi"];
  const text = planText(
    {
      languages: `languages: [${languages.join(", ")}]`,
      difficulties: "difficulties: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]",
      topics: `topics:\n${Array.from({ length: 1_000 }, (_, n) => `  - { topic: T${n}, words: [w] }`).join("\n")}`,
    },
    `words: { w: { ${languages.map((lang) => `${lang}: { file: w.txt }`).join(", ")} } }`,
    "vocabulary: { perStory: 12, encounters: 20 }",
  );
  const { jobs } = await goodPlan(text, { "w.txt": words });
  expect(jobs).toHaveLength(100_000);
  expect(jobs.every(({ request }) => request.words?.length === 8)).toBe(true);
});

test("nesting is limited to 32, before it can exhaust the stack", async () => {
  const deep = (depth: number) => planText({}, `cover: ${"[".repeat(depth)}${"]".repeat(depth)}`);
  expect((await readText(deep(31))).lines[0]).toContain('"cover" must be text');
  for (const depth of [40, 20_000])
    expect((await readText(deep(depth))).lines[0]).toContain(
      "plan.yaml:7:39: error: maps and lists are nested more than 32 levels deep",
    );
  expect((await readText("- ".repeat(20_000))).lines[0]).toContain("nested more than 32 levels deep");
});

test("aliases may repeat a list, but not multiply without end", async () => {
  const plan = await goodPlan(
    planText(
      { languages: "languages: [es, es-419]", topics: "topics: [{ id: t, topic: x, words: [w] }]" },
      "words: { w: { es: &pan [pan], es-419: *pan } }",
    ),
  );
  expect(plan.jobs.map((job) => job.request.words)).toEqual([[{ word: "pan" }], [{ word: "pan" }]]);

  const names = "abcdefghij".split("");
  const bomb = names.map(
    (name, index) => `${name}: &${name} [${Array(10).fill(index === 0 ? "x" : `*${names[index - 1]} `)}]`,
  );
  expect((await readText(planText({}, ...bomb))).lines).toEqual([
    expect.stringContaining("error: the plan holds more than 200,000 values, counting aliases"),
  ]);
  expect((await readText(planText({ title: "title: &t [*t]" }))).lines).toContain(
    'plan.yaml:2:12: error: no value with the anchor "&t" ends before this alias; define it first, or quote text that begins with *',
  );
});
