import fc from "fast-check";
import { expect, test } from "vitest";
import { fitsPlan } from "../../src/plan/quick-shape.ts";
import { knownKeys, writtenPlanSchema } from "../../src/plan/written-plan.ts";

const settings = { length: "short", genre: "noir", form: "interview", audiobook: true, visibility: "public" };
const axes = { languages: ["es", "fr"], difficulties: [1, 10] };
const rule = { topic: "t", lang: "es", difficulty: 2, ...settings };

// Every key that the schema knows, in every form that a value may take.
const whole = {
  ...{
    course: "c",
    title: "T",
    description: "d",
    author: "a",
    publisher: "p",
    license: "l",
    cover: "c.png",
    reader: "en",
  },
  ...{ edition: "{date}", budget: { credits: 0, month: 1 }, maxJobs: 1, defaults: settings, ...axes },
  vocabulary: { perStory: 12, encounters: 3 },
  words: {
    market: { es: ["pan", { word: "uva", gloss: "grape" }, { word: "sol", gloss: null }, { word: "mar" }] },
    "La lista 2": { fr: { file: "words.csv" } },
  },
  topics: ["A text", { id: "t", topic: { es: "Uno", fr: "Un" }, words: ["market"], ...axes, ...settings }],
  moved: [{ from: "s", text: "T", to: "t" }],
  removed: ["r", { ...rule, story: "12345678", text: "T" }],
  ...{ exclude: [rule, {}], include: [rule], package: { formats: ["web", "words"], audio: ["epub"] } },
};

const strange = fc.oneof(
  fc.constantFrom(null, undefined, true, Number.NaN, 1n, "es", "short", "", [], {}, [undefined], ["es"]),
  fc.constantFrom(0, -1, 0.5, 11, 2 ** 53, -0, "A-b", "x".repeat(65), new Date(0), new Map(), { es: "x" }),
  fc.jsonValue({ maxDepth: 2 }),
);
const name = fc.oneof(
  fc.constantFrom(
    ...Object.keys(whole),
    ...knownKeys.topic,
    "encounters",
    "es",
    "xx",
    "file",
    "gloss",
    "_",
    "constructor",
  ),
  fc.string({ maxLength: 4 }),
);
const change = fc.record({ at: fc.nat(), how: fc.constantFrom("set", "drop", "add"), value: strange, name });
type Change = typeof change extends fc.Arbitrary<infer Value> ? Value : never;

test("a plan with every key in every form needs no schema, and no key is left out here", () => {
  for (const [given, known] of [
    [whole, knownKeys.plan],
    [whole.topics[1], knownKeys.topic],
    [rule, knownKeys.rule],
    [whole.moved[0], knownKeys.move],
    [whole.removed[1], knownKeys.removal],
  ] as const) {
    expect(Object.keys(given ?? {}).sort()).toEqual([...known].sort());
  }
  expect(fitsPlan(whole)).toBe(true);
  expect(writtenPlanSchema.safeParse(whole).success).toBe(true);
});

test("what is taken for a plan without the schema is a plan for the schema too", () => {
  const seen = { taken: 0, refused: 0 };
  fc.assert(
    fc.property(fc.array(change, { minLength: 1, maxLength: 2 }), (changes) => {
      const data = structuredClone(whole);
      for (const one of changes) apply(data, one);
      const takes = fitsPlan(data);
      seen[takes ? "taken" : "refused"] += 1;
      if (takes) expect(writtenPlanSchema.safeParse(data).success).toBe(true);
    }),
    { numRuns: 4_000 },
  );
  expect(Math.min(seen.taken, seen.refused)).toBeGreaterThan(100);
});

function apply(data: object, { at, how, value, name }: Change): void {
  const spots = [...members(data)];
  const [holder, key] = spots[at % spots.length] ?? [data, "course"];
  if (how === "set") Reflect.set(holder, key, value);
  else if (how === "drop") Reflect.deleteProperty(holder, key);
  else Reflect.set(holder, Array.isArray(holder) ? holder.length : name, value);
}

function* members(value: unknown): Generator<[object, string]> {
  if (typeof value !== "object" || value === null) return;
  for (const [key, member] of Object.entries(value)) {
    yield [value, key];
    yield* members(member);
  }
}
