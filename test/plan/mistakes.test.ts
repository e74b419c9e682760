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
