import stringWidth from "string-width";
import { expect, test } from "vitest";
import { markPlace, wrapForTerminal } from "../../src/cli/render/terminal.ts";

test("A line that is wider than the terminal breaks between words, under the text that it belongs to", () => {
  const line = "budget   60 for this edition, 0 committed, 10 left after this";
  expect(wrapForTerminal(line, 40)).toBe(
    "budget   60 for this edition, 0\n         committed, 10 left after this",
  );
  expect(wrapForTerminal(line, 80)).toBe(line);
});

test("A command to type that is wider than the terminal is still one command", () => {
  const line = "next     coursebinder run course.yaml --local --edition 2026-W48";
  const shown = wrapForTerminal(line, 40);
  expect(shown).toBe("next     coursebinder run course.yaml \\\n         --local --edition 2026-W48");
  expect(shown.replace(/\\\n\s+/g, "")).toBe(line);
});

test("Lines of YAML to paste are left whole", () => {
  const lines = [
    "moved:",
    '  - { from: night-train, to: late-train }  # "The night train that never came" -> "The late train"',
    "  - night-train  # and nothing else of it was bought",
  ].join("\n");
  expect(wrapForTerminal(lines, 40)).toBe(lines);
});

test("No line is wider than the terminal unless a single word is, and no word is lost", () => {
  const line =
    "  - The service lists one story of that topic, 夜行列車, which was created within the minute of 12 credits.";
  for (let columns = 12; columns < 130; columns += 1) {
    const shown = wrapForTerminal(line, columns);
    expect(shown.split(/\s+/).filter(Boolean)).toEqual(line.split(/\s+/).filter(Boolean));
    for (const one of shown.split("\n")) expect(stringWidth(one)).toBeLessThanOrEqual(columns);
  }
});

test("A mistake of a plan goes on under its place, and its line is shown with a mark below what is meant", () => {
  const said = 'course.yaml:4:17: error: "xx" is not one of the language codes';
  expect(wrapForTerminal(said, 40)).toBe(
    'course.yaml:4:17: error: "xx" is not one\n    of the language codes',
  );
  expect(markPlace("languages: [夜, xx]", 16, 80)).toEqual([
    "    languages: [夜, xx]",
    "                    ^",
  ]);
  expect(markPlace("\ttitle: \u001b[31m", 9, 80)[0]).toBe(String.raw`     title: \u{1b}[31m`);
  expect(markPlace("x".repeat(50), 45, 40)).toEqual([]);
});
