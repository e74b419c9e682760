import { describe, expect, it } from "vitest";
import { findLanguage } from "../../../src/shared/languages/languages.ts";
import { packFor, packNames, plotKinds } from "../../../src/story-service/writers/language-pack.ts";
import { framesFor } from "../../../src/story-service/writers/required-words.ts";
import { readLine, readScene } from "../../../src/story-service/writers/sentence.ts";
import { embeddedWriter } from "../../../src/story-service/writers/tell-story.ts";
import { order, sentencesOf } from "./fixtures.ts";

const packs = packNames().flatMap((name) => {
  const pack = packFor(name);
  return pack === null ? [] : [[name, pack] as const];
});

describe.each(packs)("a sentence of the embedded writer in %s", (lang, pack) => {
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

  it("that is only white space is ignored", async () => {
    const { text } = await embeddedWriter.write(order({ words: words(" ", "\u3000", "zebra") }));
    expect(text).toContain("“zebra”");
    expect(text).not.toMatch(/“\s*”/u);
  });
});

/** Words whose article, ending or gloss shows their class, as `word = gloss`. */
const shown: Readonly<Record<string, readonly string[]>> = {
  ar: ["المنارة = lighthouse", "مفتاح = a key", "الجسر = bridge"],
  de: ["der Anker = anchor", "die Möwe = gull", "Nebel = fog", "löschen = to put out"],
  en: ["the anchor = el ancla", "to bark = ladrar", "loneliness", "gull = la gaviota"],
  es: [
    "el ancla = anchor",
    "ladrar = to bark",
    "perderse = to get lost",
    "soledad = being alone",
    "faro = a lighthouse",
  ],
  fr: ["l’ancre = anchor", "éteindre = to put out", "solitude = being alone", "phare = a lighthouse"],
  hi: ["भौंकना = to bark", "कुंजी = a key"],
  it: ["lo zaino = rucksack", "abbaiare = to bark", "solitudine = being alone", "faro = a lighthouse"],
  ja: ["およぐ = to swim", "かぎ = a key"],
  nl: ["het anker = anchor", "blaffen = to bark", "eenzaamheid = being alone", "meeuw = a gull"],
  pt: ["a âncora = anchor", "ladrar = to bark", "solidão = being alone", "farol = a lighthouse"],
  ru: ["лаять = to bark", "усталость = tiredness", "якорь = an anchor"],
  zh: ["游泳 = to swim", "灯塔 = a lighthouse"],
};

const listed = (lines: readonly string[]) =>
  lines.map((line) => {
    const [word = "", gloss = null] = line.split(" = ");
    return { word, gloss };
  });

describe.each(packNames())("a required word of the embedded writer in %s", (lang) => {
  const words = listed(shown[lang] ?? []);
  const pack = packFor(lang);

  it.each([2, 8])(
    "is used in a sentence of its own where its class is shown, and never quoted: difficulty %i",
    async (difficulty) => {
      expect(words.length).toBeGreaterThanOrEqual(2);
      const { text } = await embeddedWriter.write(order({ lang, difficulty, words }));
      for (const { word } of words) {
        expect(text).toContain(word);
        expect(text).not.toContain(pack?.quote(word));
        const own = sentencesOf(text).filter((sentence) => sentence.includes(word));
        expect(own.length).toBeGreaterThanOrEqual(1);
        for (const sentence of own) {
          const others = words.filter((each) => each.word !== word && !word.includes(each.word));
          expect(others.filter((each) => sentence.includes(each.word))).toEqual([]);
        }
      }
    },
  );

  it("is mentioned by itself, in quotation marks, where nothing shows its class", async () => {
    const plain = listed(["zzyx", "qwop", "vbnm", "hjkl", "trewq", "poiuy"]);
    const { text } = await embeddedWriter.write(order({ lang, difficulty: 3, words: plain }));
    const quotes = plain.map(({ word }) => text.indexOf(pack?.quote(word) ?? "?")).toSorted((a, b) => a - b);
    expect(quotes[0]).toBeGreaterThan(0);
    // Between two of them stands more than what would part the members of a list.
    for (const [index, at] of quotes.entries())
      if (index > 0)
        expect(text.slice((quotes[index - 1] ?? 0) + 8, at).match(/\p{L}/gu)?.length).toBeGreaterThan(5);
  });

  it("has so many different sentences of its class that none comes twice among a few words", async () => {
    const [first = { word: "", gloss: null }] = words;
    const frames = pack === null ? null : framesFor(first, pack);
    expect(new Set(frames).size).toBeGreaterThanOrEqual(3);
    for (const frame of frames ?? []) expect(frame.split("{W}")).toHaveLength(2);
  });
});

it("a gloss that only looks as if it had an article shows nothing", () => {
  const pack = packFor("es");
  if (pack === null) throw new Error("no Spanish");
  for (const gloss of ["a lot", "as soon as", "to", "the", "cheap"])
    expect(framesFor({ word: "mucho", gloss }, pack)).toBeNull();
  expect(framesFor({ word: "lugar", gloss: "place" }, pack)).toBeNull();
  expect(framesFor({ word: "llegar", gloss: "to arrive" }, pack)).not.toBeNull();
});

it("a German noun whose accusative has another ending stands in no sentence that needs one", () => {
  const pack = packFor("de");
  if (pack === null) throw new Error("no German");
  for (const word of ["Fremder", "Verwandter", "Zeuge", "Student", "Tourist", "ein Hund"])
    expect(framesFor({ word, gloss: null }, pack), word).toBeNull();
  for (const word of ["Absender", "Bäcker", "Geist", "Treppe", "eine Katze"])
    expect(framesFor({ word, gloss: null }, pack), word).not.toBeNull();
});

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
