import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import { z } from "zod";
import { cutsOf } from "../../../src/lessons/words/exact.ts";
import type { Occurrence } from "../../../src/lessons/words/occurrence.ts";
import { loadStemmer } from "../../../src/lessons/words/stemmer.ts";
import { wordFinder } from "../../../src/lessons/words/word-finder.ts";
import { languageOf } from "../../../src/shared/languages/languages.ts";

const folder = join(import.meta.dirname, "sentences");

const fileSchema = z.strictObject({
  lang: z.string(),
  reader: z.string(),
  list: z.array(z.string()),
  /** One sentence per line. */
  sentences: z
    .string()
    .transform((text) => text.trim().split("\n"))
    .pipe(z.array(z.string()).min(40)),
});

const notes = ["part", "irregular"] as const;
type Note = (typeof notes)[number];

/** A list word that a person annotated in a sentence. */
interface Mark {
  readonly start: number;
  readonly end: number;
  readonly word: number;
  readonly note: Note | null;
}

/** Precision and recall for the sentences of a language. */
export interface Score {
  readonly lang: string;
  /** Claimed as exact or inflected, and how many of those are annotated. */
  readonly claimed: number;
  readonly right: number;
  /** Annotated in a regular form other than the list's own, and how many of those are claimed. */
  readonly regular: number;
  readonly found: number;
  /** The errors, one line each. */
  readonly wrong: readonly string[];
  readonly missed: readonly string[];
}

export function markedLanguages(): string[] {
  return readdirSync(folder)
    .map((name) => name.replace(/\.yaml$/, ""))
    .sort();
}

/** Finds the words in a language's sentences and compares them with the annotations. */
export async function scoreOf(lang: string): Promise<Score> {
  const file = fileSchema.parse(parse(readFileSync(join(folder, `${lang}.yaml`), "utf8")));
  const language = languageOf(file.lang);
  const list = file.list.map((word) => ({ word, gloss: null }));
  const stemmer = await loadStemmer(language);
  const find = wordFinder(list, { language, reader: languageOf(file.reader), stemmer });
  const rows = file.sentences.map((sentence) => {
    const { text, marks } = readMarks(sentence, file.list);
    return { text, marks, found: find(text, cutsOf(text, language)) };
  });
  const counts = rows.map((row) => countIn(row, file.list));
  const sum = (of: (count: (typeof counts)[number]) => number) =>
    counts.reduce((all, one) => all + of(one), 0);
  return {
    lang,
    claimed: sum(({ claimed }) => claimed.length),
    right: sum(({ claimed, wrong }) => claimed.length - wrong.length),
    regular: sum(({ regular }) => regular.length),
    found: sum(({ regular, missed }) => regular.length - missed.length),
    wrong: counts.flatMap(({ wrong }) => wrong),
    missed: counts.flatMap(({ missed }) => missed),
  };
}

function readMarks(sentence: string, list: readonly string[]): { text: string; marks: Mark[] } {
  const marks: Mark[] = [];
  let text = "";
  let at = 0;
  for (const match of sentence.matchAll(/\[([^\]|]+)\|([^\]]+)\]/gu)) {
    text += sentence.slice(at, match.index);
    const start = text.length;
    text += match[1] ?? "";
    at = match.index + match[0].length;
    const fields = (match[2] ?? "").split("|");
    for (const [index, field] of fields.entries()) {
      if (isNote(field)) continue;
      const word = list.indexOf(field);
      if (word < 0) throw new Error(`${field} is not in the list: ${sentence}`);
      const next = fields[index + 1] ?? "";
      marks.push({ start, end: text.length, word, note: isNote(next) ? next : null });
    }
  }
  return { text: text + sentence.slice(at), marks };
}

function isNote(text: string): text is Note {
  return (notes as readonly string[]).includes(text);
}

interface Row {
  readonly text: string;
  readonly marks: readonly Mark[];
  readonly found: readonly Occurrence[];
}

function countIn({ text, marks, found }: Row, list: readonly string[]) {
  const meets = (one: Mark, other: Occurrence) =>
    one.word === other.word && one.start < other.end && other.start < one.end;
  const sure = found.filter((one) => one.found !== "possible");
  const isClaimed = (mark: Mark) => sure.some((one) => meets(mark, one));
  const shown = ({ start, end, word }: Mark | Occurrence) =>
    `${text.slice(start, end)} <- ${list[word]}: ${text}`;
  // Words in the list's own form don't count towards the recall of inflected forms.
  const regular = marks.filter(
    (mark) => mark.note === null && !sure.some((one) => one.found === "exact" && meets(mark, one)),
  );
  return {
    claimed: sure,
    wrong: sure.filter((one) => !marks.some((mark) => meets(mark, one))).map(shown),
    regular,
    missed: regular.filter((mark) => !isClaimed(mark)).map(shown),
  };
}
