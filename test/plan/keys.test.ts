import { expect, test } from "vitest";
import { readQuality } from "../../src/plan/quality-checks.ts";
import { deriveTopicId } from "../../src/plan/topic-text.ts";
import { goodPlan, planText, readText } from "./fixtures.ts";

const defaultQuality = readQuality();

test.each([
  ["A morning at the market", "a-morning-at-the-market"],
  ["  El niño & la cigüeña!  ", "el-nino-la-ciguena"],
  ["Straße, Łódź, Ørsted, Þór", "strasse-lodz-orsted-thor"],
  ["ﬁve ①", "five-1"],
  ["去 ATM 取钱", "atm"],
  ["1984", "1984"],
])("the topic %j has the id %s", (text, id) => {
  expect(deriveTopicId(text)).toBe(id);
});

test("a topic in a script without Latin letters has an id that stays the same, and differs from others", () => {
  const id = deriveTopicId("夜行列车");
  expect(id).toBe("topic-5ba90e3a");
  expect(deriveTopicId("夜行列車")).not.toBe(id);
});

test("a long topic gives an id of at most 48 characters that ends with a word", () => {
  const id = deriveTopicId("The day on which the lighthouse keeper finally decided to leave");
  expect(id).toBe("the-day-on-which-the-lighthouse-keeper-finally");
  expect(deriveTopicId("x".repeat(100))).toBe("x".repeat(48));
});

test("a topic with a text for each language takes its id from the first", async () => {
  const plan = await goodPlan(planText({ topics: "topics: [{ topic: { fr: Le train, es: El tren } }]" }));
  expect(plan.jobs[0]).toMatchObject({ id: "le-train.es.2", key: "1/le-train.es.2", topicId: "le-train" });
  expect(plan.jobs[0]?.request.topic).toBe("El tren");
});

test("an entry of removed names its lessons by topic, language, story or text", async () => {
  const removed = await goodPlan(
    planText({}, "removed: [stroll, { lang: fr }, { story: 1a2b3c4d }, { text: A stroll }]"),
  );
  expect(removed.removed).toMatchObject([
    { topic: "stroll", lang: null, difficulty: null, settings: {}, story: null, text: null },
    { topic: null, lang: "fr", difficulty: null, settings: {}, story: null, text: null },
    { topic: null, lang: null, difficulty: null, settings: {}, story: "1a2b3c4d", text: null },
    { topic: null, lang: null, difficulty: null, settings: {}, story: null, text: "A stroll" },
  ]);
});

test("a plan says of its books what the trade asks for, and a publisher can be a name or a map", async () => {
  const read = await readText(
    planText(
      {},
      "publisher: { name: Editorial Sol, city: Madrid, country: ES, website: https://sol.example/ }",
      "published: 2026-12-01",
      "isbn: { es-2: { epub: 978-84-376-0494-7, audiobook: 9783161484100 } }",
      "price: { amount: 4.9, currency: EUR }",
      "contributors: [{ name: Ana  Ruiz, role: editor, sortAs: 'Ruiz, Ana' }]",
      "legal: All rights reserved.",
      "accessibility: { certifiedBy: Li, conformsTo: WCAG 2.1 AA }",
    ),
  );
  if (!read.result.ok) throw new Error(read.lines.join("\n"));
  const { publisher, publishing } = read.result.plan;
  expect(publisher).toBe("Editorial Sol");
  expect(publishing).toEqual({
    imprint: null,
    city: "Madrid",
    country: "ES",
    website: "https://sol.example/",
    email: null,
    published: "2026-12-01",
    isbn: { "es-2": { epub: "9788437604947", audiobook: "9783161484100" } },
    prices: [{ amount: 4.9, currency: "EUR", taxIncluded: true, isFixed: false, territories: [], forms: [] }],
    contributors: [{ name: "Ana Ruiz", role: "editor", sortAs: "Ruiz, Ana", isOrganization: false }],
    legal: ["All rights reserved."],
    accessibility: { by: "Li", conformsTo: "WCAG 2.1 AA", credential: null, report: null },
  });
  const plain = await readText(planText({}, "publisher: Sol"));
  expect(plain.result.ok && [plain.result.plan.publisher, plain.result.plan.publishing]).toEqual([
    "Sol",
    null,
  ]);
});

test("a plan that says nothing of quality has every check warn at most", async () => {
  const { quality } = await goodPlan(planText());
  expect(quality).toEqual(defaultQuality);
  expect(new Set(Object.values(quality).map(({ severity }) => severity))).toEqual(
    new Set(["warn", "ignore"]),
  );
});

test("a check is given a severity, a limit, or both, and the others stay as they are", async () => {
  const { quality } = await goodPlan(
    planText(
      {},
      "quality: { inflected: warn, language: hold, offList: { most: 7.5%, then: fail }, silence: { most: 2500ms } }",
    ),
  );
  expect(quality).toEqual({
    ...defaultQuality,
    inflected: { ...defaultQuality.inflected, severity: "warn" },
    language: { ...defaultQuality.language, severity: "hold" },
    offList: { ...defaultQuality.offList, most: 0.075, severity: "fail" },
    silence: { ...defaultQuality.silence, most: 2_500 },
  });
});

test("levels name lists of headwords by number and language; a word has the lowest level that it is on", async () => {
  const plan = await goodPlan(
    planText({}, "levels: { 2: { es: { file: two.csv } }, 1: { es: [casa, { word: perro, gloss: dog }] } }"),
    { "two.csv": "word,gloss\ncorrer,run\ncasa,house\n" },
  );
  expect(plan.levels.get("es")).toEqual([
    { word: "casa", gloss: null, level: 1 },
    { word: "perro", gloss: "dog", level: 1 },
    { word: "correr", gloss: "run", level: 2 },
  ]);
  expect((await goodPlan(planText())).levels).toEqual(new Map());
});

test.each([
  ["", null],
  ["review: {}", { required: 1, gate: null, narrator: null }],
  ["review: { required: 2, gate: 3 }", { required: 2, gate: 3, narrator: null }],
  ["review: { narrator: openai }", { required: 1, gate: null, narrator: "openai" }],
])("a plan with %j asks for these reviews", async (line, review) => {
  expect((await goodPlan(planText({}, line))).review).toEqual(review);
});
