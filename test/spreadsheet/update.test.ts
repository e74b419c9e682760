import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, test } from "vitest";
import { parse } from "yaml";
import { inUsualLayout } from "../plan/fixtures.ts";
import { importInto, workbook } from "./fixtures.ts";

const plan = `# Our course
course: walks          # names the folder
title:   Walks
budget:  { credits: 500 } # a ceiling
languages: [es]
difficulties: [2]
quality: { echo: warn }

# From our book.
words:
  sea: { es: [mar, { word: ola, gloss: wave }] }
topics: # in the order of the book
  - id: market  # bought in May
    topic: A morning at the market
    genre: mystery
    prompts: [Where?]
  - A walk by the sea # short
  # The last one is new.
  - { id: train, topic: { es: El tren, fr: Le train }, words: [sea] }

# The end.
`;
const usual = inUsualLayout(plan);
const head = usual.slice(0, usual.indexOf("words:"));

interface Case {
  readonly sheet: string;
  readonly changed?: readonly string[];
  readonly errors?: readonly string[];
  /** What the plan has then. */
  readonly has?: Readonly<Record<string, unknown>>;
}

const cases: Readonly<Record<string, Case>> = parse(
  readFileSync(join(import.meta.dirname, "changes.yaml"), "utf8"),
);

describe("an import into a plan", () => {
  it.each(Object.entries(cases))("%s", async (_, { sheet, changed, errors = [], has = {} }) => {
    const imported = await importInto({ "course.yaml": plan }, sheet);
    expect(imported.lines).toEqual(errors);
    expect(imported.changed).toEqual(changed ?? []);
    const text = await imported.file("course.yaml");
    expect(parse(text)).toMatchObject(has);
    // What the sheet doesn't know, and what it doesn't change, stays.
    expect(inUsualLayout(text).startsWith(head)).toBe(true);
    if (errors.length > 0 || changed?.length === 0) expect(text).toBe(plan);
    for (const comment of [
      "# bought in May",
      "# short",
      "# The last one is new.",
      "# in the order of the book",
      "# The end.",
    ])
      if (!(comment === "# short" && text.includes("removed:"))) expect(text).toContain(comment);
    expect((await importInto({ "course.yaml": text }, sheet)).changed).toEqual([]);
  });
});

test("a topic that comes back keeps what was bought for it", async () => {
  const without = await importInto({ "course.yaml": plan }, "topic\nA morning at the market\nEl tren");
  const sheet = "topic\nA morning at the market\nEl tren\na walk by the SEA!";
  const back = await importInto({ "course.yaml": await without.file("course.yaml") }, sheet);
  expect(back.changed).toEqual([
    'back      a-walk-by-the-sea: "a walk by the SEA!"; it keeps what was bought for it',
  ]);
  expect(parse(await back.file("course.yaml"))).toMatchObject({ removed: [] });
});

test("settings and lists of a workbook change the plan, but never its course", async () => {
  const sheets = {
    course: [
      ["title", "Walks and talks"],
      ["languages", "es"],
      ["publisher", "Sol"],
      ["budget", ""],
    ],
    topics: [["topic"], ["A morning at the market"], ["A walk by the sea"], ["El tren"]],
    Sea: [
      ["word", "gloss", "pronunciation"],
      ["mar", "sea"],
      ["ola", "wave", "o la"],
      ["isla", "island"],
    ],
    Land: [["word"], ["monte"]],
  };
  const { changed, lines, file } = await importInto({ "course.yaml": plan }, await workbook(sheets));
  expect({ changed, lines }).toEqual({
    changed: [
      "setting   title: Walks -> Walks and talks",
      "setting   publisher: not set -> Sol",
      "list      sea (es) changes (words: 2 -> 3)",
      "list      Land (es) is new (words: 1)",
    ],
    lines: [
      'Land: warning: no topic uses the word list "Land"; name it under a topic\'s words, or remove it',
    ].map((line) => line.replace("Land:", "course.xlsx: Land!A1:")),
  });
  expect(parse(await file("course.yaml"))).toMatchObject({
    title: "Walks and talks",
    publisher: "Sol",
    budget: { credits: 500 },
    words: { sea: { es: { file: "words/sea.es.csv" } }, Land: { es: { file: "words/land.es.csv" } } },
  });
  expect(await file("words/sea.es.csv")).toBe("word,gloss,reading\nmar,sea,\nola,wave,o la\nisla,island,\n");
  const other = {
    ...sheets,
    course: [
      ["id", "talks"],
      ["title", "Walks"],
    ],
  };
  expect((await importInto({ "course.yaml": plan }, await workbook(other))).lines).toEqual([
    'course.xlsx: Land!A1: warning: no topic uses the word list "Land"; name it under a topic\'s words, or remove it',
    'course.xlsx: course!B1: error: the sheet is about the course "talks", but the plan in this folder is about "walks"; import the sheet into a folder of its own, or remove this row',
  ]);
});

test("what a sheet has no column for, the words of a list keep", async () => {
  const list = "word,gloss,forms\nel mar,sea,mares\nola,wave,olas|la ola\n";
  const files = {
    "course.yaml": plan.replace("[mar, { word: ola, gloss: wave }]", "{ file: sea.csv }"),
    "sea.csv": list,
  };
  const sheets = { topics: [["topic"], ["A morning at the market"], ["A walk by the sea"], ["El tren"]] };
  const rows = [["word"], ["ola"], ["el mar"], ["isla"]];
  const { changed, file } = await importInto(files, await workbook({ ...sheets, sea: rows }));
  expect(changed).toEqual(["list      sea (es) changes (words: 2 -> 3)"]);
  expect(await file("sea.csv")).toBe("word,gloss,forms\nola,wave,olas|la ola\nel mar,sea,mares\nisla,,\n");
});

test("an alias whose value would change elsewhere, and a broken plan, are refused", async () => {
  const aliased = plan
    .replace("topic: A morning at the market", "topic: &text A morning at the market")
    .replace("[Where?]", "[*text]");
  const sheet = "topic\nMorning at the market\nA walk by the sea\nEl tren";
  const { lines, file } = await importInto({ "course.yaml": aliased }, sheet);
  expect(lines).toEqual([
    "course.csv: A1: error: the plan can't be changed here, because an alias such as *name uses one of its values elsewhere, or because the whole plan is in braces; write the value out, or write the plan without braces",
  ]);
  expect(await file("course.yaml")).toBe(aliased);
  const elsewhere = plan
    .replace("topic: A morning", "topic: &text A morning")
    .replace("- A walk by the sea", "- *text");
  expect(
    (
      await importInto(
        { "course.yaml": elsewhere.replace("- *text", "- { id: again, topic: *text, difficulties: [3] }") },
        "id,topic\nagain,A morning at the market\n,El tren",
      )
    ).lines,
  ).toEqual(lines);
  const broken = await importInto({ "course.yaml": plan.replace("genre: mystery", "genre: murder") }, sheet);
  expect(broken.lines[0]).toContain(
    'course.yaml:15:12: error: "murder" is not one of the allowed values of "genre"',
  );
});

test("a rule of the plan that a change contradicts is told at its line", async () => {
  const ruled = `${plan}exclude: [{ topic: market }]\n`;
  const { lines } = await importInto({ "course.yaml": ruled }, "topic\nA walk by the sea\nEl tren");
  expect(lines).toEqual([
    'course.yaml:22:12: error: this "exclude" rule matches no job, so the jobs that it should leave out would be bought as they are; correct or remove the rule',
  ]);
});

test("a setting that changes leaves the comments beside it, and every other line as it was", async () => {
  const sheets = {
    course: [
      ["budget", 750],
      ["budget per month", 900],
      ["languages", "es, fr"],
      ["title", "Walks"],
    ],
    topics: [["topic"], ["A morning at the market"], ["A walk by the sea"], ["El tren"]],
    sea: [
      ["word", "gloss", "language"],
      ["mar", "", "es"],
      ["ola", "wave", "es"],
      ["mer", "", "fr"],
    ],
    "Sea.": [
      ["word", "language"],
      ["sol", "es"],
    ],
  };
  const { "Sea.": _, ...once } = sheets;
  const windows = plan.replaceAll("\n", "\r\n");
  for (const text of [plan, windows]) {
    const { file } = await importInto({ "course.yaml": text }, await workbook(once));
    const before = new Set(usual.split("\n"));
    expect((await file("course.yaml")).split("\n").filter((line) => !before.has(line))).toEqual([
      "budget: { credits: 750, month: 900 } # a ceiling",
      "languages: [ es, fr ]",
      "  sea: { es: [ mar, { word: ola, gloss: wave } ], fr: { file: words/sea.fr.csv } }",
    ]);
  }
  expect((await importInto({ "course.yaml": plan }, await workbook(sheets))).lines.join()).toContain(
    "'Sea.'!A1: error: the word list \"sea\" appears twice, first at sea!A1",
  );
});
