import { expect, test } from "vitest";
import { messagesIn } from "../../src/cli/problems/texts.ts";
import { planText, readText } from "./fixtures.ts";
import { mistakesByKind, mistakesOfFiles, reportedElsewhere } from "./mistakes.ts";

const mistakes = [...[...mistakesByKind.values()].flat(), ...mistakesOfFiles];

const told = new Set<string>();

test.each(mistakes)(
  "a mistake is reported by its line and column: $says",
  async ({ plan, files = {}, lines }) => {
    const read = await readText(plan, files);
    const problems = read.result.ok ? read.result.warnings : read.result.problems;
    for (const problem of problems) told.add(problem.code);
    const stripped = read.lines.map((line) =>
      line.replaceAll(/"[^"]*\/(plan\.yaml)"/g, '"$1"').replaceAll(/at \/[^ ]*\/plan/g, "at plan"),
    );
    expect(stripped).toEqual(lines);
  },
);

test("every kind of problem has an example here that leads to it", () => {
  const codes = Object.keys(messagesIn("plan")).filter((code) => !code.startsWith("part_"));
  const untold = codes.filter((code) => !told.has(code) && !reportedElsewhere.includes(code));
  expect(untold).toEqual([]);
});

test("word lists of more than 16 MiB together are refused", async () => {
  const names = Array.from({ length: 18 }, (_, index) => `w${index}.txt`);
  const lists = names.map((name, index) => `  l${index}: { es: { file: ${name} } }`);
  const uses = names.map((_, index) => `l${index}`).join(", ");
  const plan = planText({ topics: `topics: [{ topic: A walk, words: [${uses}] }]` }, "words:", ...lists);
  const files = Object.fromEntries(names.map((name) => [name, `pan\n#${"x".repeat(1_000_000)}\n`]));
  const { lines } = await readText(plan, files);
  expect(lines.filter((line) => line.includes(": error: "))).toEqual([
    "plan.yaml:24:22: error: the word lists, including this one, are larger than 16 MiB in total; split it or shorten it",
    "plan.yaml:25:22: error: the word lists, including this one, are larger than 16 MiB in total; split it or shorten it",
  ]);
});

test("all problems of a plan are reported at once, in the order of their places", async () => {
  const { lines } = await readText(
    planText(
      {
        course: "course: Walks",
        languages: "languages: [es, sp]",
        topics: "topics:\n  - { topic: A walk, length: tall }\n  - { topic: A ride, words: [none] }",
      },
      "exclude: [{ topic: a-walk, dificulty: 2 }]",
      "words: { w: { es: [{ word: pan, glos: bread }] } }",
    ),
  );
  expect(lines.map((line) => line.split(": ").slice(0, 2).join(" "))).toEqual([
    "plan.yaml:1:9 error",
    "plan.yaml:4:17 error",
    "plan.yaml:7:30 error",
    "plan.yaml:8:30 error",
    "plan.yaml:9:28 error",
    "plan.yaml:10:10 warning",
    "plan.yaml:10:33 error",
  ]);
});

test("a thousand problems are reported, and that there are more", async () => {
  const keys = Array.from({ length: 1_500 }, (_, index) => `key${index}: 1`);
  const { lines } = await readText(planText({}, ...keys));
  expect(lines).toHaveLength(1_000);
  expect(lines.at(-1)).toContain("only the first 999 problems are shown");
});
