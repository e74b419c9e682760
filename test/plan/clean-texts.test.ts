import { expect, test } from "vitest";
import { stringify } from "yaml";
import { planJsonSchema } from "../../src/plan/schema.ts";
import { readText } from "./fixtures.ts";

type Value = string | number | boolean | readonly Value[] | { readonly [key: string]: Value };

interface Schema {
  readonly type?: string;
  readonly enum?: readonly string[];
  readonly pattern?: string;
  readonly anyOf?: readonly Schema[];
  readonly items?: Schema;
  readonly additionalProperties?: Schema | false;
  readonly properties?: Readonly<Record<string, Schema>>;
}

const png = Buffer.from("\x89PNG\r\n\x1a\nIEND", "latin1");

/** A plan with every key that takes a free text. */
const whole: { readonly [key: string]: Value } = {
  course: "walks",
  title: "Walks",
  description: "Walks by day",
  author: "Ana Ruiz",
  publisher: {
    name: "Editorial Sol",
    imprint: "Luna",
    city: "Madrid",
    country: "ES",
    website: "https://sol.example/",
    email: "sol@sol.example",
  },
  published: "2026-12-01",
  isbn: { "es-2": { epub: "9788437604947", audiobook: "9783161484100", paperback: "9780306406157" } },
  contributors: [{ name: "Li Wei", role: "editor", sortAs: "Wei, Li" }],
  legal: ["All rights reserved."],
  accessibility: { certifiedBy: "Li Wei", credential: "First", report: "https://li.example/" },
  license: "CC0",
  cover: "cover.png",
  edition: "2026",
  basedOn: "2025",
  budget: { credits: 100 },
  languages: ["es"],
  difficulties: [2],
  words: {
    plain: { es: ["pan", { word: "sol", gloss: "sun", reading: "sol" }] },
    filed: { es: { file: "words.csv" } },
  },
  levels: {
    1: { es: ["casa", { word: "día", gloss: "day", reading: "día" }] },
    2: { es: { file: "levels.csv" } },
  },
  topics: [
    "A walk",
    {
      id: "ride",
      topic: "A ride",
      words: ["plain", "filed"],
      image: { file: "ride.png", alt: "A horse" },
      prompts: ["Do you ride?"],
    },
    { id: "swim", topic: { es: "A swim" }, prompts: { es: ["Do you swim?"] } },
  ],
  skip: ["2027"],
  moved: [{ text: "Riding", to: "ride" }],
  removed: [{ text: "A flight" }, { story: "0123456789abcdef" }, { topic: "flight" }],
  exclude: [{ topic: "swim", difficulty: 2 }],
  include: [{ topic: "swim", lang: "es", difficulty: 3 }],
  quality: { length: { most: "50%" } },
  languageModel: { url: "https://model.example/v1", model: "small", keyFile: "key.txt" },
};

const rotating = { topics: 2, from: "2026" };
const plans = [
  whole,
  { ...whole, publisher: "Editorial Sol", legal: "All rights reserved.", rotate: rotating },
];

const files = {
  "cover.png": png,
  "ride.png": png,
  "words.csv": "word,gloss\nmar,sea\n",
  "levels.csv": "word,gloss\nluna,moon\n",
  "key.txt": "secret",
};

/** Each text of a value, by the keys that lead to it, with the value as it is when the text is another. */
function textsIn(value: Value): { keys: string; replaced: (text: string) => Value; text: string }[] {
  if (typeof value === "string") return [{ keys: "", text: value, replaced: (text) => text }];
  if (typeof value !== "object") return [];
  return Object.entries(value).flatMap(([key, one]) =>
    textsIn(one).map(({ keys, text, replaced }) => ({
      keys: Array.isArray(value) ? keys : `/${key}${keys}`,
      text,
      replaced: (other: string) =>
        Array.isArray(value)
          ? value.map((own, index) => (String(index) === key ? replaced(other) : own))
          : { ...value, [key]: replaced(other) },
    })),
  );
}

/** The keys whose values may be any text; `*` is a name that the plan gives. */
function freeTextsOf(schema: Schema, keys = ""): string[] {
  const isFree = schema.type === "string" && schema.enum === undefined && schema.pattern === undefined;
  const { anyOf = [], items, additionalProperties, properties = {} } = schema;
  return [
    ...(isFree ? [keys] : []),
    ...[...anyOf, ...(items === undefined ? [] : [items])].flatMap((one) => freeTextsOf(one, keys)),
    ...(additionalProperties ? freeTextsOf(additionalProperties, `${keys}/*`) : []),
    ...Object.entries(properties).flatMap(([key, one]) => freeTextsOf(one, `${keys}/${key}`)),
  ];
}

/** Where a control character stands in what was read. */
function controlsIn(value: unknown, at = "plan"): string[] {
  if (typeof value === "string") return value.includes("\u0007") ? [at] : [];
  if (typeof value !== "object" || value === null) return [];
  const members = value instanceof Map ? [...value].flat() : Object.values(value);
  const names = value instanceof Map ? [] : Object.keys(value);
  return members.flatMap((one, index) => controlsIn(one, `${at}.${names[index] ?? index}`));
}

test("whatever text of a plan has a control character, the plan that is read has none, or is refused", async () => {
  const texts = plans.flatMap((plan) => textsIn(plan));
  const missing = freeTextsOf(planJsonSchema() as Schema).filter(
    (keys) => !texts.some((text) => new RegExp(`^${keys.replaceAll("*", "[^/]+")}$`).test(text.keys)),
  );
  expect(missing, "a key with a text is added to the plan above, too").toEqual([]);
  for (const plan of plans) expect((await readText(stringify(plan), files)).lines).toEqual([]);
  const cleaned: string[] = [];
  const raw: string[] = [];
  for (const { keys, text, replaced } of texts) {
    const { result } = await readText(
      stringify(replaced(`${text.slice(0, 1)}\u0007${text.slice(1)}`)),
      files,
    );
    if (!result.ok) continue;
    cleaned.push(keys);
    raw.push(...controlsIn(result.plan).map((at) => `${keys} -> ${at}`));
  }
  // Names of things: one is only compared with ids, the other opens a file.
  expect(new Set(raw)).toEqual(
    new Set([
      "/removed/topic -> plan.removed.2.topic",
      "/languageModel/keyFile -> plan.languageModel.keyFile",
    ]),
  );
  expect(cleaned).toEqual(expect.arrayContaining(["/title", "/publisher", "/legal", "/topics/image/alt"]));
  for (const name of ["words.csv", "levels.csv"] as const) {
    const text = files[name].replace(/(?<=\n)./, "$&\u0007").replace(/\w(?=\n$)/, "\u0007$&");
    const { result, lines } = await readText(stringify(whole), { ...files, [name]: text });
    expect(result.ok && controlsIn(result.plan), lines.join("\n")).toEqual([]);
  }
});
