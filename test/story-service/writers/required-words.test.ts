import { describe, expect, it } from "vitest";
import { embeddedWriter } from "../../../src/story-service/writers/embedded-writer.ts";
import { packFor, packNames } from "../../../src/story-service/writers/language-packs.ts";
import { framesFor } from "../../../src/story-service/writers/required-words.ts";
import { order, sentencesOf } from "./fixtures.ts";

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
