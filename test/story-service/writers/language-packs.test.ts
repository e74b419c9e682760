import { describe, expect, it } from "vitest";
import { findLanguage } from "../../../src/shared/languages/languages.ts";
import { plotKinds } from "../../../src/story-service/writers/language-pack.ts";
import { packFor, packNames } from "../../../src/story-service/writers/language-packs.ts";
import { readLine, readScene } from "../../../src/story-service/writers/sentence.ts";

describe.each(packNames())("the story file %s.yaml", (name) => {
  it("is complete: every plot once in each tense, places for required words, and codes of the interface that begin with its name", () => {
    const pack = packFor(name);
    if (pack === null) throw new Error(`${name} is not a code of its own file`);
    for (const code of pack.codes) {
      expect(findLanguage(code), code).toBeDefined();
      expect(packFor(code)).toBe(pack);
    }
    for (const { plots, visits, walks } of [pack.present, pack.past]) {
      expect(plots.map(({ kind }) => kind).sort()).toEqual([...plotKinds].sort());
      for (const { want, titles } of plots) {
        expect(readScene(want).some(({ kind }) => kind === "words")).toBe(true);
        for (const title of titles) expect(title).toContain("{T}");
      }
      for (const { text } of visits) {
        expect(readScene(text).some(({ kind }) => kind === "words")).toBe(true);
      }
      for (const walk of walks) expect(readLine(walk).core).not.toBe("");
    }
  });
});

it("a code without a story file, or one that its language's file does not name, has no pack", () => {
  for (const code of ["xx", "es-x", "zh-tw", "", "../es", "constructor"]) expect(packFor(code)).toBeNull();
});
