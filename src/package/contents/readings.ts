import type { Corrections } from "../../lessons/correction/overlay.ts";
import { paragraphsOf } from "../../lessons/text/sentences.ts";
import { cutsOf } from "../../lessons/words/exact.ts";
import { japaneseAnalyser, loadAnalyser } from "../../shared/languages/analyser.ts";
import { type LanguageFacts, languageOf } from "../../shared/languages/languages.ts";
import { hasHan, type Ruby, rubyOf, withKnown, withWord } from "../../shared/languages/ruby.ts";
import type { PackageProblem } from "../package-problem.ts";
import type { LessonSource } from "./course.ts";
import { titleOf } from "./lesson-text.ts";
import { lessonWords } from "./lesson-words.ts";

/** The readings that a plan asks for in the lessons of a volume. */
export interface Readings {
  /** Which words have their readings above them. */
  readonly choice: "none" | "listed" | "all";
  /** The readings in the plan's word lists, by word. */
  readonly listed: ReadonlyMap<string, string>;
}

type Load = typeof loadAnalyser;

/**
 * A lesson with readings: those of its words, and those above its text. What people corrected counts most, then the plan's word lists, then the
 * dictionary. A lesson that has none keeps the hash that it had. `reader`: the code of the reader's language.
 */
export async function withReadings(
  lesson: LessonSource,
  { choice, listed, reader }: Readings & { readonly reader: string },
  { corrected = [], load = loadAnalyser }: { corrected?: Corrections["readings"]; load?: Load } = {},
): Promise<LessonSource> {
  const language = languageOf(lesson.lang);
  const plain = lesson.words.map(({ reading: _, ...entry }) => entry);
  if (choice === "none") return { ...lesson, words: plain };
  const loaded = await load(lesson.lang);
  const analyse = typeof loaded === "function" ? loaded : () => [];
  const mended = new Map(corrected.map((one) => [one.word, one.corrected]));
  const known = new Map([...listed, ...mended]);
  const required = plain.map((entry) => {
    const reading = known.get(entry.word) ?? spelt(entry.word, analyse(entry.word), language);
    return reading === "" ? entry : { ...entry, reading };
  });
  const source = { ...lesson, words: required };
  const { words, paragraphs } = lessonWords(paragraphsOf(lesson.text), source, {
    language,
    reader: languageOf(reader),
  });
  for (const { word } of words) mended.delete(word);
  /** What people wrote for a text that is no word of the lesson's holds wherever the story has that text. */
  const mend = (text: string, ruby: readonly Ruby[]) => withKnown({ text, cuts: null }, ruby, mended);
  const read = (text: string) => {
    const cuts = cutsOf(text, language);
    return withKnown({ text, cuts: cuts && new Set(cuts) }, analyse(text), known);
  };
  const above = paragraphs.map(({ text, marks }) => {
    const ruby = marks.reduce((before, { word, ...place }) => {
      const { word: entry = "", reading = "" } = words[word] ?? {};
      const form = text.slice(place.start, place.end);
      const own = known.has(entry) ? inForm(entry, reading, form) : null;
      return own === null ? before : withWord(before, place, own);
    }, read(text));
    const isMarked = ({ from, to }: Ruby) => marks.some(({ start, end }) => start <= from && to <= end);
    return mend(text, choice === "all" ? ruby : ruby.filter(isMarked));
  });
  const title = titleOf(lesson);
  const readings = { title: choice === "all" ? mend(title, read(title)) : [], paragraphs: above };
  const isRead = [readings.title, ...above].some((ruby) => ruby.length > 0);
  return isRead ? { ...source, readings } : source;
}

/** A word as it is read from beginning to end: たべる, `chī fàn`. */
function spelt(word: string, ruby: readonly Ruby[], { script }: Pick<LanguageFacts, "script">): string {
  if (ruby.length === 0) return "";
  const pieces = ruby.flatMap(({ from, reading }, index) => [
    word.slice(ruby[index - 1]?.to ?? 0, from),
    reading,
  ]);
  const all = [...pieces, word.slice(ruby.at(-1)?.to)];
  return all.filter((piece) => piece !== "").join(script === "Jpan" ? "" : " ");
}

/** The readings of a word in another of its forms, whose kanji are read as they are in the word; null where that is unknown. */
function inForm(word: string, reading: string, form: string): Ruby[] | null {
  const ruby = rubyOf(word, reading);
  const isSame = ruby.every(({ from, to }) => form.slice(from, to) === word.slice(from, to));
  // The only verb whose kanji is read differently in its forms: くる, きます, こない.
  return isSame && (form === word || !word.endsWith("来る")) ? ruby : null;
}

/** What a package lacks because a language has no dictionary here. */
export async function lackingReadings(
  lessons: readonly LessonSource[],
  readingsOf: (lesson: LessonSource) => Readings,
  load: Load = loadAnalyser,
): Promise<PackageProblem[]> {
  const lacking = lessons.filter((lesson) => {
    const { choice } = readingsOf(lesson);
    const isRead = lesson.words.every(({ word, reading }) => reading !== undefined || !hasHan(word));
    return choice === "all" || (choice === "listed" && !isRead);
  });
  const problems: PackageProblem[] = [];
  for (const lang of new Set(lacking.map((lesson) => lesson.lang))) {
    const loaded = await load(lang);
    if (typeof loaded === "function") continue;
    const about = { language: languageOf(lang).name, package: japaneseAnalyser };
    problems.push({ code: "readings_left_out", why: loaded ?? "no_dictionary", ...about });
  }
  return problems;
}
