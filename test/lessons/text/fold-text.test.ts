import { expect, test } from "vitest";
import { foldCharacter, foldText } from "../../../src/lessons/text/fold-text.ts";

const western = Array.from({ length: 0x2100 }, (_, code) => String.fromCharCode(code)).filter(
  (sign) => !/\s/.test(sign),
);

test.each(["en", "de", "tr", "az", "lt", "el", "ar"])(
  "in %s a text is folded as its characters are, beside every other character",
  (tag) => {
    for (const sign of western) {
      for (const text of [`I${sign}Í J`, `${sign}ΑΣ`, `ab ${sign}`]) {
        const each = [...text].map((character) => foldCharacter(character, tag)).join("");
        expect(foldText(text, tag)).toBe(each);
      }
    }
  },
);

test("white space of any kind and length is one space", () => {
  expect(foldText("A  b\n\u00a0c", "en")).toBe("a b c");
});
