import { expect, test } from "vitest";
import { cutsOf } from "../../../src/lessons/words/exact.ts";
import { isUsed, statusesOf } from "../../../src/lessons/words/occurrence.ts";
import { loadStemmer } from "../../../src/lessons/words/stemmer.ts";
import { wordFinder } from "../../../src/lessons/words/word-finder.ts";
import { languageOf } from "../../../src/shared/languages/languages.ts";
import { markedLanguages, scoreOf } from "./sentences.ts";

/** The occurrences as `form<entry:found`, with a plus for parts of words. Entries may be written `word=gloss`. */
async function found(lang: string, entries: readonly string[], text: string): Promise<string[]> {
  const language = languageOf(lang);
  const list = entries.map((entry) => {
    const [word = "", gloss = null] = entry.split("=");
    return { word, gloss };
  });
  const find = wordFinder(list, { language, reader: languageOf("en"), stemmer: await loadStemmer(language) });
  return find(text, cutsOf(text, language)).map(
    ({ start, end, word, found, isPart }) =>
      `${text.slice(start, end)}<${list[word]?.word}:${found}${isPart ? "+" : ""}`,
  );
}

test("a verb is found in the forms of its conjugation, but not in those of a noun", async () => {
  expect(await found("es", ["ladrar=to bark"], "El perro ladra; ladraron dos. Ladrones.")).toEqual([
    "ladra<ladrar:inflected",
    "ladraron<ladrar:inflected",
  ]);
});

test("look-alikes are never claimed: an article shows a noun, an infinitive a verb", async () => {
  expect(await found("es", ["el camino"], "Los caminos. Ellos caminan.")).toEqual([
    "caminos<el camino:inflected",
    "caminan<el camino:possible",
  ]);
  expect(await found("es", ["caminar"], "El camino es largo. Yo camino.")).toEqual([
    "camino<caminar:possible",
    "camino<caminar:inflected",
  ]);
  expect(await found("fr", ["porter"], "La porte s'ouvre. Elle la porte.")).toEqual([
    "porte<porter:possible",
    "porte<porter:inflected",
  ]);
});

test("a form is not claimed for a list word if it is another word of the list", async () => {
  expect(await found("es", ["camino", "caminar"], "Un largo camino.")).toEqual([
    "camino<camino:exact",
    "camino<caminar:possible",
  ]);
});

test("pronouns attached to a verb, articles and prefixes attached to a noun", async () => {
  expect(await found("es", ["comprar"], "Quiere comprarlo. ¡Cómpralo!")).toEqual([
    "comprarlo<comprar:inflected+",
    "Cómpralo<comprar:inflected+",
  ]);
  expect(await found("it", ["l'amico", "mangiare"], "Dell'amico non resta che mangiarlo.")).toEqual([
    "amico<l'amico:exact",
    "mangiarlo<mangiare:inflected+",
  ]);
  expect(await found("pt", ["comprar"], "Vou comprá-lo.")).toEqual(["comprá<comprar:inflected+"]);
});

test("a word inside a compound is possible: the compound means something else", async () => {
  expect(await found("de", ["der Hund", "die Hütte"], "Die Hundehütte ist leer.")).toEqual([
    "Hundehütte<der Hund:possible+",
    "Hundehütte<die Hütte:possible+",
  ]);
  expect(await found("de", ["das Ei", "der Stand"], "Die Freiheit und der Verstand.")).toEqual([
    "Verstand<der Stand:possible+",
  ]);
});

test("a separable verb, together and apart", async () => {
  expect(await found("de", ["aufstehen"], "Er steht jeden Tag früh auf. Sie ist aufgestanden.")).toEqual([
    "steht<aufstehen:inflected",
  ]);
  expect(await found("de", ["aufmachen"], "Mach die Tür auf! Er hat sie aufgemacht. Er macht es.")).toEqual([
    "Mach<aufmachen:inflected",
    "aufgemacht<aufmachen:inflected",
  ]);
});

test("Japanese words in their forms, and not inside other words", async () => {
  expect(await found("ja", ["食べる", "大きい", "人"], "日本人は大きくて、パンを食べました。")).toEqual([
    "人<人:possible+",
    "大きくて<大きい:inflected",
    "食べました<食べる:inflected",
  ]);
});

test("forms named in the list, independently of the grammar", async () => {
  const language = languageOf("es");
  const list = [{ word: "ir", gloss: null, forms: ["fue", "va"] }];
  const find = wordFinder(list, { language });
  expect(find("Ana va y fue.").map(({ start, found }) => [start, found])).toEqual([
    [4, "inflected"],
    [9, "inflected"],
  ]);
});

test("a word counts as used if it is exact or inflected, but not if it is only possible", () => {
  const find = wordFinder(
    [
      { word: "el gato", gloss: null },
      { word: "caminar", gloss: null },
      { word: "ver", gloss: null },
    ],
    {
      language: languageOf("es"),
    },
  );
  const statuses = statusesOf(find("El camino de los gatos y un gato."), 3);
  expect(statuses).toEqual(["exact", "possible", "missing"]);
  expect(statuses.map(isUsed)).toEqual([true, false, false]);
});

// Sentences written and annotated by hand, which also have words that only look alike (sentences/<lang>.yaml).
test.each(markedLanguages())(
  "in %s, claimed occurrences are right and regular forms are found",
  async (lang) => {
    const score = await scoreOf(lang);
    expect(score.right / score.claimed, score.wrong.join("\n")).toBeGreaterThanOrEqual(0.98);
    expect(score.found / score.regular, score.missed.join("\n")).toBeGreaterThanOrEqual(0.9);
  },
);

test("ten languages have sentences", () => {
  expect(markedLanguages()).toHaveLength(10);
});
