import { symlink } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { describePlanProblem } from "../../src/cli/problems/plan.ts";
import { readPlan } from "../../src/plan/read-plan.ts";
import { fileFolder } from "../fixtures.ts";
import { type Contents, fill, goodPlan, noon, planText, planWithList } from "./fixtures.ts";

const wordsOf = async (file: string, content: string) =>
  (await goodPlan(planWithList(file), { [file]: content })).jobs[0]?.request.words;

test("a CSV list gives words and glosses, whatever its column order, quotes, line ends and byte order mark", async () => {
  const content =
    '\ufeffnote,Gloss,WORD\r\nx,"to taste, to ""try""",probar\r\n\r\n,,pan\r\n"two\nlines","a\nb",dos\r\n';
  expect(await wordsOf("words/es.csv", content)).toEqual([
    { word: "probar", gloss: 'to taste, to "try"' },
    { word: "pan" },
    { word: "dos", gloss: "a b" },
  ]);
});

test("dictionary marks are no part of the word that is asked for, and other words stay as they are", async () => {
  const marked = [
    "secret, -ète",
    "barato, -a",
    "rojo/a",
    "profesor/-ora",
    "ami(e)",
    "der Hund, die Hunde",
    "perro (m)",
    "alto, -os, -as",
  ];
  const plain = [
    "go, went, gone",
    "either/or",
    "y/o",
    "Hola, ¿qué tal?",
    "driver (a woman)",
    "well-known",
    "A/C",
    "Ana, Luis",
  ];
  const content = `word\n${[...marked, ...plain].map((word) => `"${word}"`).join("\n")}\n`;
  const words = (await wordsOf("words/es.csv", content))?.map(({ word }) => word);
  expect(words).toEqual([
    ...["secret", "barato", "rojo", "profesor", "ami", "der Hund", "perro", "alto"],
    ...plain,
  ]);
});

test("a text list has one word per line, with comments", async () => {
  expect(await wordsOf("es.txt", "# food\n pan \n\n  agua\r\n")).toEqual([{ word: "pan" }, { word: "agua" }]);
});

test("a problem in a list is reported at its own line and column, even after quoted lines", async () => {
  const folder = fileFolder();
  const content = `word,gloss\n"a","x\ny"\nb,"${"g".repeat(61)}"\n`;
  await fill(folder, { "plan.yaml": planWithList("words/es.csv"), "words/es.csv": content });
  const result = await readPlan(join(folder, "plan.yaml"), { at: noon });
  expect(!result.ok && result.problems.map((problem) => problem.place)).toEqual([
    { file: "words/es.csv", line: 4, column: 3 },
  ]);
});

async function linesWithLinks(files: Contents, links: Readonly<Record<string, string>>, file: string) {
  const outside = fileFolder();
  await fill(outside, { "secret.txt": "secreto\n" });
  const folder = fileFolder();
  await fill(folder, { "plan.yaml": planWithList(file), ...files });
  for (const [name, target] of Object.entries(links)) {
    await symlink(target.replace("OUTSIDE", outside), join(folder, name));
  }
  const result = await readPlan(join(folder, "plan.yaml"), { at: noon });
  if (result.ok) return result.plan.jobs[0]?.request.words;
  return result.problems.map((problem) => describePlanProblem(problem).replace(`${folder}/`, ""));
}

test("a link that leads out of the plan's folder is refused", async () => {
  const refusal = "may lead out of the plan's folder; name a file inside it, with / between folders";
  expect(await linesWithLinks({}, { "es.txt": "OUTSIDE/secret.txt" }, "es.txt")).toEqual([
    `plan.yaml:7:27: error: "es.txt" ${refusal}`,
  ]);
  expect(await linesWithLinks({}, { words: "OUTSIDE" }, "words/secret.txt")).toEqual([
    `plan.yaml:7:27: error: "words/secret.txt" ${refusal}`,
  ]);
});

test("a link within the plan's folder is followed", async () => {
  expect(
    await linesWithLinks({ "lists/real.txt": "pan\n" }, { "es.txt": "lists/real.txt" }, "es.txt"),
  ).toEqual([{ word: "pan" }]);
});

test.each([
  ["words/../../es.txt", "may lead out"],
  ["C:/es.txt", "may lead out"],
  ['"words\\\\es.txt"', "may lead out"],
  ['" "', "can't be a word list"],
  ['"a\\0.txt"', "can't read"],
])("the path %s is refused", async (file, why) => {
  const lines = await linesWithLinks({}, {}, file);
  expect(lines).toHaveLength(1);
  expect(lines?.[0]).toContain(why);
});

test("a file that several lists share is read once and its problems are reported once", async () => {
  const folder = fileFolder();
  const plan = planText(
    { topics: "topics: [{ id: t, topic: A walk, words: [a, b] }]" },
    "words: { a: { es: { file: es.txt } }, b: { es: { file: es.txt } } }",
  );
  await fill(folder, { "plan.yaml": plan, "es.txt": `${"x".repeat(61)}\n` });
  const result = await readPlan(join(folder, "plan.yaml"), { at: noon });
  expect(!result.ok && result.problems.map((problem) => problem.code)).toEqual(["text_too_long"]);
});

test("a missing plan is reported in one clear line", async () => {
  const folder = fileFolder();
  const result = await readPlan(join(folder, "none.yaml"), { at: noon });
  expect(
    !result.ok && result.problems.map((problem) => describePlanProblem(problem).replaceAll(`${folder}/`, "")),
  ).toEqual([
    'none.yaml:1:1: error: can\'t read "none.yaml": there is no such file; check its name and folder',
  ]);
});
