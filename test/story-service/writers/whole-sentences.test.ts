import { describe, expect, it } from "vitest";
import { embeddedWriter } from "../../../src/story-service/writers/embedded-writer.ts";
import type { Bank, LanguagePack } from "../../../src/story-service/writers/language-pack.ts";
import { packFor, packNames } from "../../../src/story-service/writers/language-packs.ts";
import { type Line, readLine, readScene } from "../../../src/story-service/writers/sentence.ts";
import { order } from "./fixtures.ts";

/** A word of degree, and what begins the clause that it leads up to. Where a language is not named the first stands well without the second. */
const consequences: Readonly<Record<string, readonly [degree: RegExp, clause: RegExp]>> = {
  en: [/\b(so|such)\b/u, /^that\b/u],
  de: [/\b(so|solch\w*|derart)\b/u, /^, dass\b/u],
  es: [/\b(tan|tant[oa]s?|tal)\b/u, /^que\b/u],
  fr: [/\b(si|tellement|tant)\b/u, /^qu[e']/u],
  it: [/\b(così|tant[oaie]|talmente)\b/u, /^che\b/u],
  pt: [/(^|\s)(tão|tant[oa]s?)\b/u, /^que\b/u],
  nl: [/\b(zo|zulke?)\b/u, /^dat\b/u],
  ru: [/(^|\s)(так|такой|такая|такое|такие|настолько|столь)(\s|$)/u, /^, что\s/u],
  hi: [/(^|\s)इत(ना|नी|ने)(\s|$)/u, /^,? ?कि\s/u],
};

function linesOf({ plots, visits, walks }: Bank): Line[] {
  const scenes = plots.flatMap(({ opening, want, obstacle, turn, ending }) => [
    opening,
    want,
    obstacle,
    turn,
    ending,
  ]);
  return [
    ...[...scenes, ...visits.map(({ text }) => text)].flatMap(readScene),
    ...walks.map((walk) => readLine(walk)),
  ];
}

function brokenLines(pack: LanguagePack): string[] {
  const [degree, clause] = consequences[pack.codes[0] ?? ""] ?? [/(?!)/u, /(?!)/u];
  return [...linesOf(pack.present), ...linesOf(pack.past)]
    .flatMap(({ core, tails }) => [core, ...tails].map((part, at, parts) => ({ part, next: parts[at + 1] })))
    .filter(({ part, next = "" }) => degree.test(part) && clause.test(next))
    .map(({ part }) => part);
}

const packs = packNames().flatMap((name) => {
  const pack = packFor(name);
  return pack === null ? [] : [[name, pack] as const];
});

describe.each(packs)("a sentence of the embedded writer in %s", (lang, pack) => {
  it("is complete at every difficulty: no clause that a 'so' leads up to is left out", () => {
    expect(brokenLines(pack)).toEqual([]);
  });

  it("tells of a story without a name if the topic is only white space", async () => {
    for (const topic of [" ", "\u3000\n\t"]) {
      for (const difficulty of [2, 8]) {
        const { title, text } = await embeddedWriter.write(order({ lang, topic, difficulty }));
        expect(title).toContain(pack.quote(pack.unnamed));
        expect(`${title}\n${text}`).not.toContain(pack.quote(""));
      }
    }
  });
});

describe("a required word", () => {
  const words = (...given: string[]) => given.map((word) => ({ word, gloss: null }));

  it("is not quoted as well if the story contains it anyway", async () => {
    const wanted = order({ topic: "A morning at the market", difficulty: 6, length: "long" });
    const plain = await embeddedWriter.write({ ...wanted, words: words("Bakery", "zebra", "market", "pan") });
    expect(plain.text).toMatch(/\bbakery\b/u);
    expect(plain.text).toContain("“zebra”");
    // "pan" is no word of the story, although longer ones may hold it.
    expect(plain.text).toContain("“pan”");
    expect(plain.text).not.toMatch(/“(Bakery|market)”/u);
  });

  it("is not quoted if the sentence around another one contains it", async () => {
    const given = ["list", "zebra", "okapi", "tapir", "kudu", "gnu", "eland", "quokka"];
    for (let difficulty = 1; difficulty <= 10; difficulty += 1) {
      const { text } = await embeddedWriter.write(order({ difficulty, words: words(...given) }));
      for (const word of given) expect(text).toMatch(new RegExp(`\\b${word}\\b`, "u"));
      const besides = text.replaceAll("“list”", "");
      expect([difficulty, text.includes("“list”") && /\blist\b/u.test(besides)]).toEqual([difficulty, false]);
    }
  });

  it("that is only white space is ignored", async () => {
    const { text } = await embeddedWriter.write(order({ words: words(" ", "\u3000", "zebra") }));
    expect(text).toContain("“zebra”");
    expect(text).not.toMatch(/“\s*”/u);
  });
});
