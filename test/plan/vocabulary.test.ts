import fc from "fast-check";
import { expect, test } from "vitest";
import { stringify } from "yaml";
import { creationRequestSchema } from "../../src/contract/stories.ts";
import type { Job } from "../../src/plan/plan.ts";
import { goodPlan, planText, readText } from "./fixtures.ts";

const wordsOf = (job: Job | undefined) => (job?.request.words ?? []).map(({ word }) => word);
const course = (topics: readonly string[], words: string, vocabulary = "vocabulary: {}", ...more: string[]) =>
  planText(
    { topics: `topics:\n${topics.map((topic) => `  - ${topic}`).join("\n")}` },
    words,
    vocabulary,
    ...more,
  );
const named = (count: number, lists: string) =>
  Array.from({ length: count }, (_, index) => `{ id: t${index}, topic: T${index}, words: [${lists}] }`);
const listOf = (count: number, from = 0) =>
  `[${Array.from({ length: count }, (_, index) => `w${from + index}`).join(", ")}]`;

test("a list of sixty words is spread over the stories that name it, each word as often as requested", async () => {
  const words = `words: { w: { es: ${listOf(60)} } }`;
  const plan = await goodPlan(course(named(15, "w"), words, "vocabulary: { perStory: 12, encounters: 3 }"));
  expect(plan.jobs.map((job) => wordsOf(job).length)).toEqual(Array.from({ length: 15 }, () => 12));
  expect(wordsOf(plan.jobs[0])).toEqual(Array.from({ length: 12 }, (_, index) => `w${index}`));
  const lessonsOf = (word: string) =>
    plan.jobs.flatMap((job, at) => (wordsOf(job).includes(word) ? [at] : []));
  expect([lessonsOf("w0"), lessonsOf("w59")]).toEqual([
    [0, 5, 10],
    [4, 9, 14],
  ]);
});

test("words keep the order of the lists and the gloss in the topic's own list", async () => {
  const words =
    "words: { a: { es: [{ word: sal, gloss: salt }, pan] }, b: { es: [uva, { word: Sal, gloss: wit }] } }";
  const topics = ["{ id: one, topic: T, words: [a] }", "{ id: two, topic: T, words: [b] }"];
  const plan = await goodPlan(course(topics, words, "vocabulary: { encounters: 1 }"));
  const twice = await readText(course(topics, words, "vocabulary: { encounters: 2 }"));
  expect(plan.jobs.map(({ request }) => request.words)).toEqual([
    [{ word: "sal", gloss: "salt" }, { word: "pan" }],
    [{ word: "uva" }],
  ]);
  expect(twice.result.ok && twice.result.plan.jobs[1]?.request.words).toEqual([
    { word: "uva" },
    { word: "Sal", gloss: "wit" },
  ]);
});

test("a topic without lists needs no words, and its request has none", async () => {
  const plan = await goodPlan(course(["Bare", ...named(1, "w")], "words: { w: { es: [pan] } }"));
  expect(plan.jobs.map(({ request }) => request.words)).toEqual([undefined, [{ word: "pan" }]]);
});

test("jobs that include adds and exclude removes are taken into account", async () => {
  const more = ["exclude: [{ topic: t0 }]", "include: [{ topic: t0, lang: es, difficulty: 3 }]"];
  const plan = await goodPlan(
    course(named(3, "w"), `words: { w: { es: ${listOf(4)} } }`, "vocabulary: {}", ...more),
  );
  expect(plan.jobs.map((job) => [job.id, wordsOf(job).length])).toEqual([
    ["t1.es.2", 2],
    ["t2.es.2", 2],
    ["t0.es.3", 4],
  ]);
});

test("a topic at the end leaves earlier lessons unchanged if its words are its own", async () => {
  const words = `words: { w: { es: ${listOf(25)} }, v: { es: ${listOf(5, 25)} } }`;
  const before = await goodPlan(course(named(2, "w"), words.replace(/, v: .*/, " }")));
  const after = await goodPlan(course([...named(2, "w"), "{ id: last, topic: T, words: [v] }"], words));
  expect(after.jobs.slice(0, 2).map(({ request }) => request)).toEqual(
    before.jobs.map(({ request }) => request),
  );
});

test("a list name that a topic mistypes does not make the words look unplaced", async () => {
  const { lines } = await readText(
    course(["{ topic: T, words: [w] }", "{ topic: U, words: [x] }"], `words: { w: { es: ${listOf(30)} } }`),
  );
  expect(lines.map((line) => line.split(";")[0])).toEqual([
    'plan.yaml:8:25: error: no word list is called "x" (did you mean "w"?)',
  ]);
});

const plans = fc.record({
  lists: fc.array(fc.uniqueArray(fc.nat(30), { minLength: 1, maxLength: 25 }), {
    minLength: 1,
    maxLength: 3,
  }),
  topics: fc.array(
    fc.record({
      lists: fc.uniqueArray(fc.nat(2), { maxLength: 3 }),
      difficulties: fc.constantFrom([2], [4], [2, 4]),
    }),
    { minLength: 1, maxLength: 8 },
  ),
  vocabulary: fc.record(
    { perStory: fc.integer({ min: 1, max: 20 }), encounters: fc.integer({ min: 1, max: 4 }) },
    { requiredKeys: [] },
  ),
});

test("for any plan: requests are valid, words come from the topic's lists, and every word left out is reported", async () => {
  await fc.assert(
    fc.asyncProperty(plans, async ({ lists, topics, vocabulary }) => {
      const words = Object.fromEntries(
        lists.map((list, at) => [`l${at}`, { es: list.map((one) => `w${one}`) }]),
      );
      const entries = topics.map((topic, at) => {
        const names = topic.lists.filter((list) => list < lists.length).map((list) => `l${list}`);
        return {
          id: `t${at}`,
          topic: `T${at}`,
          difficulties: topic.difficulties,
          ...(names.length > 0 && { words: names }),
        };
      });
      const head = { course: "c", title: "T", budget: { credits: 1 }, languages: ["es"] };
      const { result, lines } = await readText(stringify({ ...head, words, vocabulary, topics: entries }));
      const turned = {
        topics: entries,
        ...head,
        vocabulary: Object.fromEntries(Object.entries(vocabulary).reverse()),
        words,
      };
      const again = await readText(stringify(turned));
      expect(again.result.ok).toBe(result.ok);
      if (!result.ok || !again.result.ok) {
        expect(lines.filter((line) => line.includes(": error: ")).join("\n")).toMatch(
          /can't be placed in any story/,
        );
        return;
      }
      expect(again.result.plan.jobs.map(({ request }) => request)).toEqual(
        result.plan.jobs.map(({ request }) => request),
      );
      const { perStory = 20, encounters = 1 } = vocabulary;
      for (const difficulty of [2, 4]) {
        const times = new Map<string, number>();
        const possible = new Map<string, number>();
        for (const { topicId, request } of result.plan.jobs.filter(
          (job) => job.request.difficulty === difficulty,
        )) {
          expect(creationRequestSchema.safeParse(request).error).toBeUndefined();
          const given = (request.words ?? []).map(({ word }) => word);
          const names = entries.find(({ id }) => id === topicId)?.words ?? [];
          const offered = new Set(names.flatMap((name) => words[name]?.es ?? []));
          for (const word of offered) possible.set(word, (possible.get(word) ?? 0) + 1);
          for (const word of given) times.set(word, (times.get(word) ?? 0) + 1);
          expect(given.length).toBeLessThanOrEqual(perStory);
          expect(given.filter((word) => !offered.has(word))).toEqual([]);
        }
        expect([...times.keys()].sort()).toEqual([...possible.keys()].sort());
        const short = [...possible].filter(([word, most]) => times.get(word) !== Math.min(most, encounters));
        const isSaid = lines.some((line) => line.includes("can't occur"));
        if (short.length > 0) expect(isSaid).toBe(true);
        if ([...times.values()].some((count) => count < encounters)) expect(isSaid).toBe(true);
      }
    }),
    { numRuns: 150 },
  );
});
