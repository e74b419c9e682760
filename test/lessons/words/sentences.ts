import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import { cutsOf } from "../../../src/lessons/words/exact.ts";
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
export interface Score {
  readonly sentences: number;
  /** The share of what is claimed as exact or inflected that is annotated. */
  readonly precision: number;
  readonly wrong: readonly string[];
  /** The share of the regular forms, other than the list's own, that are claimed. */
  readonly recall: number;
  readonly missed: readonly string[];
}

export function markedLanguages(): string[] {
  return readdirSync(folder).map((name) => name.replace(/\.yaml$/, ""));
}

/** Finds the words in a language's sentences and compares them with the annotations. */
export async function scoreOf(lang: string): Promise<Score> {
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
