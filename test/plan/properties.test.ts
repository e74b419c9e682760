import fc from "fast-check";
import { expect, test } from "vitest";
import { stringify } from "yaml";
import { describePlanProblem } from "../../src/cli/problems/plan.ts";
import { forms, genres, lengths, visibilities } from "../../src/contract/choices.ts";
import { languageCodes } from "../../src/contract/languages.ts";
import { creationRequestSchema } from "../../src/contract/stories.ts";
import { requestHash } from "../../src/plan/fingerprint.ts";
import { canonicalJson } from "../../src/shared/canonical-json.ts";
import { sha256 } from "../../src/shared/hash.ts";
import { planText, readText } from "./fixtures.ts";

const few = <Value>(values: readonly Value[], most = 4) =>
  fc.uniqueArray(fc.constantFrom(...values), { minLength: 1, maxLength: most });
const languages = few(languageCodes);
const difficulties = few([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
const settings = fc.record(
  {
    length: fc.constantFrom(...lengths),
    genre: fc.constantFrom(...genres),
    form: fc.constantFrom(...forms),
    audiobook: fc.boolean(),
    visibility: fc.constantFrom(...visibilities),
  },
  { requiredKeys: [] },
);
const topic = fc
  .record({
    topic: fc.string({ unit: "grapheme", minLength: 1, maxLength: 60 }),
    own: settings,
    axes: fc.record({ languages, difficulties }, { requiredKeys: [] }),
  })
  .map(({ topic: text, own, axes }) => ({ topic: `T ${text}`, ...own, ...axes }));
const topics = fc
  .array(topic, { minLength: 1, maxLength: 4 })
  // No two with one text: they would ask for the same story.
  .map((list) => list.map((one, index) => ({ id: `t${index}`, ...one, topic: `${index} ${one.topic}` })));
const rule = fc.record(
  {
    topic: fc.constantFrom("t0", "t1"),
    lang: fc.constantFrom(...languageCodes),
    difficulty: fc.integer({ min: 1, max: 10 }),
  },
  { requiredKeys: ["difficulty"] },
);
const plans = fc.record({
  languages,
  difficulties,
  defaults: settings,
  topics,
  exclude: fc.array(rule, { maxLength: 5 }),
});

const head = { course: "c", title: "T", budget: { credits: 1 } };

type PlanParts = typeof plans extends fc.Arbitrary<infer Plan> ? Plan : never;

interface Asked {
  readonly topic: string;
  readonly lang: string;
  readonly difficulty: number;
}

/** What a plan asks for before its rules: the matrix, in its order. */
function matrixOf({ topics, languages, difficulties }: PlanParts): Asked[] {
  return topics.flatMap((one) =>
    (one.languages ?? languages).flatMap((lang) =>
      (one.difficulties ?? difficulties).map((difficulty): Asked => ({ topic: one.id, lang, difficulty })),
    ),
  );
}

function matches(gone: Partial<Asked>, job: Asked): boolean {
  return (
    gone.difficulty === job.difficulty &&
    (gone.lang === undefined || gone.lang === job.lang) &&
    (gone.topic === undefined || gone.topic === job.topic)
  );
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: none may reach the terminal
const control = /[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/;

test("a plan expands to topics x languages x difficulties less exclude, rules that match nothing are mistakes, and every request keeps the interface's limits", async () => {
  await fc.assert(
    fc.asyncProperty(plans, async (plan) => {
      const matrix = matrixOf(plan);
      const expected = matrix
        .filter((job) => !plan.exclude.some((gone) => matches(gone, job)))
        .map(({ topic, lang, difficulty }) => `${topic}.${lang}.${difficulty}`);
      const used = plan.exclude.filter((gone) => matrix.some((job) => matches(gone, job)));
      const mistakes = [
        ...(expected.length === 0 ? ["no_jobs"] : []),
        ...plan.exclude.slice(used.length).map(() => "rule_useless"),
      ];
      const whole = await readText(stringify({ ...head, ...plan }));
      const found = whole.result.ok ? [] : whole.result.problems.filter((p) => p.severity === "error");
      expect(found.map((p) => p.code).sort()).toEqual(mistakes);
      const { result } = await readText(stringify({ ...head, ...plan, exclude: used }));
      if (!result.ok) return;
      expect(result.plan.jobs.map((job) => job.id)).toEqual(expected);
      for (const job of result.plan.jobs) {
        expect(creationRequestSchema.safeParse(job.request).error).toBeUndefined();
        expect(requestHash(job.request)).toBe(sha256(canonicalJson(job.request)));
      }
    }),
    { numRuns: 150 },
  );
});

const sample = planText(
  {
    languages: "languages: [es, fr]",
    topics: "topics:\n  - &a A walk\n  - { id: ride, topic: { es: Un viaje, fr: Un voyage }, words: [w] }",
  },
  "words: { w: { es: [pan, { word: sal, gloss: salt }], fr: { file: fr.csv } } }",
  'edition: "{isoYear}-W{isoWeek}"',
  "exclude: [{ topic: ride, lang: fr }]",
  "include: [{ topic: ride, lang: es, length: long }]",
  "package: { formats: [web] }",
);
const marks = [..."[]{}:,-?&*!|>'\"%@`#\n\t \\0<~"].map((mark) => mark.charCodeAt(0));
const mutation = fc.record({
  at: fc.nat(sample.length),
  remove: fc.nat(12),
  insert: fc.array(fc.oneof(fc.constantFrom(...marks), fc.integer({ min: 0, max: 255 })), { maxLength: 6 }),
});

test("whatever bytes a plan contains, reading it ends with jobs or with problems that have a place, and never throws", async () => {
  const files = { "fr.csv": "word,gloss\npain,bread\n" };
  expect((await readText(sample, files)).lines).toEqual([]);
  await fc.assert(
    fc.asyncProperty(fc.array(mutation, { minLength: 1, maxLength: 4 }), async (mutations) => {
      let bytes: Buffer = Buffer.from(sample);
      for (const { at, remove, insert } of mutations) {
        bytes = Buffer.concat([bytes.subarray(0, at), Buffer.from(insert), bytes.subarray(at + remove)]);
      }
      const { result } = await readText(bytes, files);
      if (result.ok) {
        expect(result.plan.jobs.length).toBeGreaterThan(0);
        for (const job of result.plan.jobs)
          expect(creationRequestSchema.safeParse(job.request).success).toBe(true);
        return;
      }
      expect(result.problems.some((problem) => problem.severity === "error")).toBe(true);
      for (const problem of result.problems) {
        expect(problem.place.line).toBeGreaterThan(0);
        expect(problem.place.column).toBeGreaterThan(0);
        expect(describePlanProblem(problem)).not.toMatch(control);
      }
    }),
    { numRuns: 600 },
  );
});
