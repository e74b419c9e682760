import { expect, test } from "vitest";
import { describePlanProblem } from "../../src/cli/problems/plan.ts";
import { planHash, requestHash } from "../../src/plan/fingerprint.ts";
import type { Plan } from "../../src/plan/plan.ts";
import { readPlan } from "../../src/plan/read-plan.ts";
import { planJsonSchema } from "../../src/plan/schema.ts";
import { suggest, suggestLanguage } from "../../src/plan/suggest.ts";
import { canonicalJson } from "../../src/shared/canonical-json.ts";
import { sha256 } from "../../src/shared/hash.ts";
import { goodPlan, noon, planText, readText } from "./fixtures.ts";

test("a minimal plan gets every default", async () => {
  const plan = await goodPlan(planText());
  expect(plan).toMatchObject({
    course: "walks",
    title: "Walks",
    description: null,
    publisher: null,
    license: null,
    cover: null,
    reader: "en",
    edition: "1",
    budget: { credits: 100, month: null },
    formats: ["web", "epub", "print", "words", "anki", "teacher"],
    without: ["audio", "sheets"],
    soundIn: ["epub", "cartridge", "scorm", "moodle", "h5p", "sentences"],
  });
  expect(plan.jobs.map((job) => job.request)).toEqual([
    { topic: "A walk", lang: "es", difficulty: 2, length: "short", audiobook: true, visibility: "private" },
  ]);
});

test.each([
  ["formats", "package: { formats: [web] }", ["web"], []],
  [
    "package.audio",
    "package: { audio: [epub] }",
    ["web", "epub", "print", "words", "anki", "teacher", "audio", "cartridge", "scorm", "moodle", "h5p"],
    [],
  ],
  [
    "platforms",
    "platforms: [moodle]",
    ["web", "epub", "print", "words", "anki", "teacher"],
    ["audio", "sheets"],
  ],
  ["a publisher", "publisher: A press", ["web", "epub", "print", "words", "anki", "teacher"], ["audio"]],
])("a plan with %s gets what it asks for", async (_, line, formats, without) => {
  expect(await goodPlan(planText({}, line))).toMatchObject({ formats, without });
});

test("a complete plan is kept as written", async () => {
  const png = Buffer.from("\x89PNG\r\n\x1a\nIEND", "latin1");
  const plan = await goodPlan(
    planText(
      { budget: "budget: { credits: 0, month: 7 }" },
      "description: |",
      "  One line.",
      "  Another.",
      "publisher: A  press",
      "license: CC0",
      "cover: art/cover.png",
      "reader: de",
      "package: { formats: [epub, web], audio: [] }",
    ),
    { "art/cover.png": png },
  );
  expect(plan).toMatchObject({
    description: "One line.\nAnother.",
    publisher: "A press",
    license: "CC0",
    cover: "art/cover.png",
    reader: "de",
    budget: { credits: 0, month: 7 },
    formats: ["epub", "web"],
    soundIn: [],
  });
});

test("a request's hash is that of its canonical JSON, and the plan's that of its meaning", async () => {
  const plan = await goodPlan(
    planText(
      {
        languages: "languages: [es, fr]",
        topics: 'topics: [{ topic: "A \\"walk\\"", words: [w], genre: noir }, B]',
      },
      "words: { w: { es: [{ word: pan, gloss: bread }, sí], fr: [pain] } }",
      "defaults: { form: interview }",
      "include: [{ topic: b, lang: fr, length: long, audiobook: false }]",
    ),
  );
  for (const job of plan.jobs) expect(requestHash(job.request)).toBe(sha256(canonicalJson(job.request)));
  expect(plan.file).toMatch(/plan\.yaml$/);
  expect(planHash(plan)).toBe(sha256(canonicalJson(meaningOf(plan))));
});

test("the hash of a plan with thousands of jobs is that of its meaning, and each job counts in it", async () => {
  const topics = Array.from(
    { length: 900 },
    (_, topic) => `  - { id: walk-${topic}, topic: Übergang ${topic} }`,
  );
  const text = planText({ topics: `topics:\n${topics.join("\n")}`, languages: "languages: [es, fr]" });
  const plan = await goodPlan(text);
  expect(planHash(plan)).toBe(sha256(canonicalJson(meaningOf(plan))));
  const other = await goodPlan(text.replace("Übergang 777", "Übergang ohne Nummer"));
  expect(planHash(other)).not.toBe(planHash(plan));
  // What matching against a ledger adds is no part of the plan, and changes with the ledger.
  expect(planHash({ ...plan, newlyInherited: [{ job: "one" }] } as typeof plan)).toBe(planHash(plan));
});

function meaningOf({
  file,
  jobs,
  excluded,
  removed,
  moved,
  quality,
  levels,
  lists,
  review,
  almost,
  readings,
  languageModel,
  basedOn,
  made,
  past,
  ...head
}: Plan): unknown {
  return {
    ...head,
    jobs: jobs.map(({ place, ...job }) => ({
      ...job,
      requestHash: sha256(canonicalJson(job.request)),
    })),
  };
}

test("comments, order of keys and the place of words change nothing in a plan's meaning", async () => {
  const topics = "topics: [{ topic: A walk, words: [w] }]";
  const one = await goodPlan(planText({ topics }, "words: { w: { es: [pan] } }"));
  const other = await goodPlan(
    `# Walks\nwords: { w: { es: { file: es.txt } } }\n${topics}\n${planText({ topics: "" })}`,
    { "es.txt": "pan\n" },
  );
  expect(planHash(other)).toBe(planHash(one));
  const salted = await goodPlan(planText({ topics }, "words: { w: { es: [sal] } }"));
  expect(planHash(salted)).not.toBe(planHash(one));
});

test.each([
  ["what it says of quality", "quality: { language: fail }"],
  ["what it asks of reviewers", "review: { required: 2 }"],
  ["a topic's former ids", "moved: [{ from: stroll, to: a-walk }]"],
  ["entries of removed", "removed: [stroll, { lang: fr }, { story: 1a2b3c4d }, { text: A stroll }]"],
])("%s: that makes no other plan, and a bill that was reviewed stays good", async (_, line) => {
  expect(planHash(await goodPlan(planText({}, line)))).toBe(planHash(await goodPlan(planText())));
});

test("a mistake in one topic hides no other mistake", async () => {
  const { result } = await readText(
    planText({
      topics:
        "topics:\n  - { topic: A walk, length: tall }\n  - A walk\n  - { topic: 7 }\n  - 'x\\0'\n  - ''",
    }),
  );
  expect(!result.ok && result.problems.map((problem) => [problem.code, problem.place.line])).toEqual([
    ["unknown_choice", 7],
    ["duplicate_topic_id", 8],
    ["wrong_type", 9],
    ["text_empty", 11],
  ]);
});

test("an invalid language does not make rules and lists look wrong", async () => {
  const { result } = await readText(
    planText(
      { languages: "languages: [es, sp]", topics: "topics: [{ topic: A walk, words: [w] }]" },
      "words: { w: { es: [pan], fr: 7 } }",
      "exclude: [{ lang: fr }]",
    ),
  );
  expect(!result.ok && result.problems.map((problem) => problem.code)).toEqual([
    "unknown_language",
    "wrong_type",
  ]);
});

test("an editor's schema knows which keys a plan must have, and that it has no others", () => {
  expect(planJsonSchema()).toMatchObject({
    $schema: "https://json-schema.org/draft/2020-12/schema",
    type: "object",
    required: ["course", "title", "budget", "topics"],
    additionalProperties: false,
    properties: { topics: { minItems: 1 }, budget: { required: ["credits"] } },
  });
});

async function courseProblems(course: string): Promise<string[]> {
  const { result } = await readText(planText({ course: `course: ${course}` }));
  return result.ok ? [] : result.problems.map(({ code }) => code);
}

test("an editor's schema knows the course ids that a plan can't have, as check does", async () => {
  const schema = planJsonSchema() as { properties: { course: { pattern: string } } };
  const pattern = new RegExp(schema.properties.course.pattern, "u");
  for (const course of ["local", "con", "prn", "aux", "nul", "com1", "lpt9"]) {
    expect(course).not.toMatch(pattern);
    expect(await courseProblems(course)).toEqual(["bad_name"]);
  }
  for (const course of ["com", "com10", "console", "con-1"]) {
    expect(course).toMatch(pattern);
    expect(await courseProblems(course)).toEqual([]);
  }
});

/** The paths of all keys in a schema that an editor could not explain. */
function undescribed(schema: unknown, path: string): string[] {
  if (typeof schema !== "object" || schema === null) return [];
  const { properties = {}, ...rest } = schema as { properties?: Record<string, { description?: string }> };
  return [
    ...Object.entries(properties).flatMap(([key, value]) => [
      ...(value.description === undefined && !("$ref" in value) ? [`${path}.${key}`] : []),
      ...undescribed(value, `${path}.${key}`),
    ]),
    ...Object.entries(rest).flatMap(([key, value]) => undescribed(value, key === "$defs" ? key : path)),
  ];
}

test("an editor can explain every key of a plan", () => {
  expect(undescribed(planJsonSchema(), "")).toEqual([]);
});

test("a level of the CEFR is answered with the service's own ten steps", async () => {
  const { result } = await readText(planText({ difficulties: "difficulties: [a2]" }));
  const message = result.ok ? "" : result.problems.map(describePlanProblem).join("");
  expect(message).toContain("A2 is at about 2 or 3");
  expect(message).toContain("from 1 (first words) to 10 (native), and does not relate them to CEFR levels");
});

test("a topic that YAML reads as true is named as it stands", async () => {
  const { result } = await readText(planText({ topics: "topics: [true]" }));
  const message = result.ok ? "" : result.problems.map(describePlanProblem).join("");
  expect(message).toContain("but the value true was found; put it in quotes");
});

test.each([
  ["ES", "es"],
  ["pt_BR", "pt-br"],
  ["es-418", "es-419"],
  ["es-mx", "es"],
  ["german", "de"],
  ["zh-CN", "zh"],
  ["zh-Hans", "zh"],
  ["zh-TW", "zh-hant"],
  ["no", "nb"],
  ["qqqq", null],
])("the language %s is taken for %s", (text, code) => {
  expect(suggestLanguage(text)).toBe(code);
});

test.each([
  ["lenght", "length"],
  ["difficulty", "difficulties"],
  ["colour", null],
])("the key %s is taken for %s", (text, key) => {
  expect(suggest(text, ["length", "difficulties", "topics", "genre"])).toBe(key);
});

test.each(["weekly-spanish", "graded-readers"])(
  "the sample course %s has no problem at all",
  async (course) => {
    const result = await readPlan(`courses/${course}/course.yaml`, { at: noon });
    expect(result.ok ? result.warnings : result.problems).toEqual([]);
    if (!result.ok) return;
    const writing = { short: 13, medium: 30, long: 55 };
    const narration = { short: 12, medium: 27, long: 50 };
    const price = result.plan.jobs.reduce(
      (sum, { request }) =>
        sum + writing[request.length] + (request.audiobook ? narration[request.length] : 0),
      0,
    );
    expect(price).toBeLessThan(result.plan.budget.credits);
    expect(result.plan.jobs.every((job) => (job.request.words?.length ?? 0) >= 5)).toBe(true);
  },
);
