import { expect, test } from "vitest";
import { plainName } from "../../src/package/contents/plain-name.ts";

test.each([
  ["a narrow space that French sets", "Relie\u202f: le\u00a0pain", "Relie : le pain"],
  ["what nobody sees", "\ufeffMar\u00adket\u200b\u2060\u200e day\u061c\u200f", "Market day"],
  ["a joiner that joins nothing", "a\u200db \u200dc\u200c d\u200d", "ab c d"],
  ["an ampersand", "Salt & Pepper, R&D, &amp;", "Salt & Pepper, R& D, & amp;"],
  ["what could be markup", "1 < 2 > 0, <b>x</b>", "1 ( 2 ) 0, (b)x(/b)"],
])("a name that people search for has %s in plain", (_, name, plain) => {
  expect(plainName(name)).toBe(plain);
  expect(plainName(plain)).toBe(plain);
});

test.each(["می\u200cخواهم", "क्\u200dष", "👨\u200d👩\u200d👧", "👍🏽\u200d❤️", "Ω και ώρα", "日本語の本"])(
  "a name keeps the invisible characters that its script or emoji needs: %s",
  (name) => {
    expect(plainName(name)).toBe(name);
  },
);
