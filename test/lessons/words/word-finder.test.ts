import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { cutsOf } from "../../../src/lessons/words/exact.ts";
import { isUsed, statusesOf } from "../../../src/lessons/words/occurrence.ts";
import { loadStemmer } from "../../../src/lessons/words/stemmer.ts";
import { wordFinder } from "../../../src/lessons/words/word-finder.ts";
import { languageOf } from "../../../src/shared/languages/languages.ts";

const folder = join(import.meta.dirname, "sentences");

/** A file of sentences, one a line, in which a person annotated the words of a list: `[form|word]`, with a note behind the word. */
interface Annotated {
  readonly lang: string;
  readonly reader: string;
  readonly list: readonly string[];
  readonly sentences: string;
}

const notes: readonly string[] = ["part", "irregular"];

/** A list word that a person annotated in a sentence. */
interface Mark {
  readonly start: number;
  readonly end: number;
  readonly word: number;
  readonly isRegular: boolean;
}

/** How well words are found in the sentences of a language; errors are one line each. */
interface Score {
  readonly sentences: number;
  /** The share of what is claimed as exact or inflected that is annotated. */
  readonly precision: number;
  readonly wrong: readonly string[];
  /** The share of the regular forms, other than the list's own, that are claimed. */
  readonly recall: number;
  readonly missed: readonly string[];
}

function markedLanguages(): string[] {
  return readdirSync(folder).map((name) => name.replace(/\.yaml$/, ""));
}

/** Finds the words in a language's sentences and compares them with the annotations. */
async function scoreOf(lang: string): Promise<Score> {
  const file = parse(readFileSync(join(folder, `${lang}.yaml`), "utf8")) as Annotated;
  const language = languageOf(file.lang);
  const list = file.list.map((word) => ({ word, gloss: null }));
  const stemmer = await loadStemmer(language);
  const find = wordFinder(list, { language, reader: languageOf(file.reader), stemmer });
  const lines = file.sentences.trim().split("\n");
  const [wrong, missed]: [string[], string[]] = [[], []];
  let [claimed, regular] = [0, 0];
  for (const line of lines) {
    const { text, marks } = readMarks(line, file.list);
    const sure = find(text, cutsOf(text, language)).filter(({ found }) => found !== "possible");
    const isSame = (one: Omit<Mark, "isRegular">, other: Omit<Mark, "isRegular">) =>
      one.word === other.word && one.start < other.end && other.start < one.end;
    const told = ({ start, end, word }: Omit<Mark, "isRegular">) =>
      `${text.slice(start, end)} <- ${file.list[word]}: ${text}`;
    // Words in the list's own form don't count towards the recall of inflected forms.
    const own = marks.filter(
      (mark) => mark.isRegular && !sure.some((one) => one.found === "exact" && isSame(mark, one)),
    );
    claimed += sure.length;
    regular += own.length;
    wrong.push(...sure.filter((one) => !marks.some((mark) => isSame(mark, one))).map(told));
    missed.push(...own.filter((mark) => !sure.some((one) => isSame(mark, one))).map(told));
  }
  const shareOf = (all: number, errors: readonly string[]) => (all - errors.length) / all;
  const [precision, recall] = [shareOf(claimed, wrong), shareOf(regular, missed)];
  return { sentences: lines.length, precision, wrong, recall, missed };
}

function readMarks(sentence: string, list: readonly string[]): { text: string; marks: Mark[] } {
  const marks: Mark[] = [];
  let [text, at] = ["", 0];
  for (const { 0: whole, 1: form = "", 2: words = "", index } of sentence.matchAll(
    /\[([^\]|]+)\|([^\]]+)\]/gu,
  )) {
    text += sentence.slice(at, index);
    const start = text.length;
    text += form;
    at = index + whole.length;
    const fields = words.split("|");
    for (const [place, field] of fields.entries()) {
      if (notes.includes(field)) continue;
      const word = list.indexOf(field);
      if (word < 0) throw new Error(`${field} is not in the list: ${sentence}`);
      marks.push({ start, end: text.length, word, isRegular: !notes.includes(fields[place + 1] ?? "") });
    }
  }
  return { text: text + sentence.slice(at), marks };
}

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

/** Language, entries of the list, text, and what is found of them there. */
const cases = `
es | ladrar=to bark | El perro ladra; ladraron dos. Ladrones. | ladra<ladrar:inflected ladraron<ladrar:inflected
es | el camino | Los caminos. Ellos caminan. | caminos<el camino:inflected caminan<el camino:possible
es | caminar | El camino es largo. Yo camino. | camino<caminar:possible camino<caminar:inflected
fr | porter | La porte s'ouvre. Elle la porte. | porte<porter:possible porte<porter:inflected
es | camino, caminar | Un largo camino. | camino<camino:exact camino<caminar:possible
es | comprar | Quiere comprarlo. ¡Cómpralo! | comprarlo<comprar:inflected+ Cómpralo<comprar:inflected+
it | l'amico, mangiare | Dell'amico non resta che mangiarlo. | amico<l'amico:exact mangiarlo<mangiare:inflected+
pt | comprar | Vou comprá-lo. | comprá<comprar:inflected+
de | der Hund, die Hütte | Die Hundehütte ist leer. | Hundehütte<der Hund:possible+ Hundehütte<die Hütte:possible+
de | das Ei, der Stand | Die Freiheit und der Verstand. | Verstand<der Stand:possible+
de | aufstehen | Er steht jeden Tag früh auf. Sie ist aufgestanden. | steht<aufstehen:inflected
de | aufmachen | Mach die Tür auf! Sie ist aufgemacht. Er macht es. | Mach<aufmachen:inflected aufgemacht<aufmachen:inflected
ja | 食べる, 大きい, 人 | 日本人は大きくて、パンを食べました。 | 人<人:possible+ 大きくて<大きい:inflected 食べました<食べる:inflected
`;

// Nouns show by their articles what they are, verbs by their infinitives; what only looks alike is never claimed. Compounds mean something else than their parts.
test.each(cases.trim().split("\n"))("a text has words in their forms: %s", async (line) => {
  const [lang = "", entries = "", text = "", expected] = line.split(" | ");
  expect((await found(lang, entries.split(", "), text)).join(" ")).toBe(expected);
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
  const list = ["el gato", "caminar", "ver"].map((word) => ({ word, gloss: null }));
  const find = wordFinder(list, { language: languageOf("es") });
  const statuses = statusesOf(find("El camino de los gatos y un gato."), 3);
  expect(statuses).toEqual(["exact", "possible", "missing"]);
  expect(statuses.map(isUsed)).toEqual([true, false, false]);
});

test("ten languages have sentences, written and annotated by hand, which also have words that only look alike", async () => {
  expect(markedLanguages()).toHaveLength(10);
  for (const lang of markedLanguages()) {
    const { sentences, precision, wrong, recall, missed } = await scoreOf(lang);
    expect(sentences, lang).toBeGreaterThanOrEqual(40);
    expect(precision, wrong.join("\n")).toBeGreaterThanOrEqual(0.98);
    expect(recall, missed.join("\n")).toBeGreaterThanOrEqual(0.9);
  }
});
