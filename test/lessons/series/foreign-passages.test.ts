import { beforeAll, describe, expect, it } from "vitest";
import { foreignPassages } from "../../../src/lessons/quality/check-text.ts";
import { type Detect, loadDetector } from "../../../src/lessons/series/passages.ts";
import { languageOf } from "../../../src/shared/languages/languages.ts";

let detect: Detect;

beforeAll(async () => {
  detect = await loadDetector();
});

const found = (lang: string, ...paragraphs: readonly (readonly string[])[]) =>
  foreignPassages(
    paragraphs.flatMap((sentences, paragraph) => sentences.map((text) => ({ text, paragraph }))),
    languageOf(lang),
    detect,
  ).map((passage) => [passage.found, passage.first, passage.last]);

const spanish = [
  "Carmen está sentada a la mesa de la cocina y escribe una carta muy larga.",
  "Su abuela vive lejos, en un pueblo pequeño cerca del mar.",
];
const english = "Nobody had expected that the shop would be closed on such a beautiful day.";

describe("passages in another language", () => {
  it("are found with their sentences, among correct ones", () => {
    expect(found("es", spanish, [english], spanish)).toEqual([["en", 2, 2]]);
  });

  it("are not reported for a single sentence that is too short to judge", () => {
    expect(found("es", spanish, ["OK, baby!"], spanish)).toEqual([]);
    expect(found("es", ["No.", "Sí.", "Un taxi."])).toEqual([]);
  });

  it("join short sentences of the same paragraph", () => {
    const short = [
      "She is here.",
      "He has a dog.",
      "The dog is old.",
      "They walk home together.",
      "It is late.",
    ];
    expect(found("es", spanish, short, spanish)).toEqual([["en", 2, 6]]);
  });

  it("are found in related languages, without false positives", () => {
    const portuguese = "Ninguém esperava que a loja estivesse fechada num dia tão bonito como aquele.";
    expect(found("es", [portuguese])).toEqual([["pt", 0, 0]]);
    expect(found("pt", [portuguese])).toEqual([]);
    expect(found("nb", ["Katten sover på stolen, og det regner ute mens barna leker i stuen."])).toEqual([]);
    expect(
      found("da", ["Katten sover på stolen, og det regner udenfor, mens børnene leger i stuen."]),
    ).toEqual([]);
  });

  it("are found in Japanese and Chinese too, where few characters are enough", () => {
    expect(found("ja", ["彼女は朝早く市場へ行って、新しい野菜と果物を買いました。"])).toEqual([]);
    expect(found("ja", ["彼女は朝早く市場へ行きました。"], [english])).toEqual([["en", 1, 1]]);
  });

  it("are found only if English in a language that the detector does not know, and never in one that looks like English", () => {
    const swahili = "Mtoto alikwenda sokoni asubuhi na mapema kununua matunda na mboga kwa mama yake.";
    expect(found("sw", [swahili], [english])).toEqual([["en", 1, 1]]);
    expect(found("sco", [english])).toEqual([]);
  });

  it("do not include texts in another script of the same language", () => {
    const cyrillic = "Девојка је јутрос отишла на пијацу да купи свеже воће и поврће за ручак.";
    const latin = "Devojka je jutros otišla na pijacu da kupi sveže voće i povrće za ručak.";
    expect(found("sr", [cyrillic], [latin], [english])).toEqual([["en", 2, 2]]);
  });
});
