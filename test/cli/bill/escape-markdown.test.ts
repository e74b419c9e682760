import fc from "fast-check";
import { expect, it } from "vitest";
import { codeSpan, escapeMarkdown } from "../../../src/cli/render/blocks.ts";
import { cleanLine } from "../../../src/shared/text.ts";

const references = /&#\d+;/g;

// What a reader sees: a zero-width space is nothing to see.
function shown(markdown: string): string {
  return markdown
    .replace(references, (reference) => String.fromCharCode(Number(reference.slice(2, -1))))
    .replaceAll("\u200b", "");
}

const signs = [..."`*_{}[]()<>#+-.!|~&@:$^\\=/ \n1ahttpw"];
const titles = fc.string({ unit: fc.oneof(fc.constantFrom(...signs), fc.string({ maxLength: 1 })) });

it("lets every title read as it is, and begin no markup, mention, link or cell", () => {
  fc.assert(
    fc.property(titles, (title) => {
      const markdown = escapeMarkdown(title);
      expect(shown(markdown)).toBe(cleanLine(title).replaceAll("\u200b", ""));
      const plain = markdown.replace(references, "·");
      expect(plain).not.toMatch(/[&<>\\`*_{}[\]|~^$@#\n]|:\/\/|www\.|^[-+=]|^\d+[.)]|:[\w+-]+:/i);
    }),
    { seed: 20_261_124, numRuns: 500 },
  );
});

it("encloses a command in as many backticks as it needs", () => {
  expect(codeSpan("coursebinder run a.yaml")).toBe("`coursebinder run a.yaml`");
  expect(codeSpan("a `b` ``c``")).toBe("``` a `b` ``c`` ```");
});
