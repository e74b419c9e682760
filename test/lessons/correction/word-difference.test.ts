import fc from "fast-check";
import { expect, test } from "vitest";
import { wordDifference } from "../../../src/lessons/correction/word-difference.ts";

const shown = (original: string, corrected: string): string =>
  wordDifference(original, corrected)
    .map(({ kind, text }) => ({ same: text, removed: `[-${text}-]`, added: `[+${text}+]` })[kind])
    .join("");

test.each([
  ["El pan es bueno.", "El pan está bueno.", "El pan [-es-][+está+] bueno."],
  ["El pan es bueno.", "El pan es muy bueno.", "El pan es [+muy +]bueno."],
  ["Hola Ana", "¡Hola, Ana!", "[+¡+]Hola[+,+] Ana[+!+]"],
  ["Sale.", "Sale.", "Sale."],
  ["La sala huele mal.", "Llega una carta mal.", "[-La sala huele-][+Llega una carta+] mal."],
  ["Sale.", "", "[-Sale.-]"],
  ["他去市场。", "她去市场。", "[-他-][+她+]去市场。"],
])("the difference between %s and %s is shown by words", (original, corrected, difference) => {
  expect(shown(original, corrected)).toBe(difference);
});

test("without what was added a difference is the original, and without what was removed the corrected text", () => {
  const word = fc.constantFrom("a", "b", "pan", " ", ".", "é", "e\u0301", "市", "👩‍👧", "\n");
  const texts = fc.array(word, { maxLength: 30 }).map((words) => words.join(""));
  fc.assert(
    fc.property(texts, texts, (original, corrected) => {
      const parts = wordDifference(original, corrected);
      const without = (kind: string): string =>
        parts
          .filter((part) => part.kind !== kind)
          .map(({ text }) => text)
          .join("");
      expect(without("added")).toBe(original);
      expect(without("removed")).toBe(corrected);
    }),
  );
});

test("two long texts without a common word are shown as replaced", () => {
  const long = (word: string): string =>
    Array.from({ length: 3_000 }, (_, index) => `${word}${index}`).join(" ");
  const parts = wordDifference(long("a"), long("b"));
  expect(parts.map(({ kind }) => kind)).toEqual(["removed", "added"]);
});
