import { hasHan } from "../../shared/languages/ruby.ts";
import { cleanLine, cleanText, isBlank } from "../../shared/text.ts";
import type { ScriptSentence } from "../align/script.ts";
import { questionLimits, readQuestion } from "../questions/question.ts";
import type { StoryText } from "../text/story-text.ts";
import type { ListEntry } from "../words/occurrence.ts";
import { applyCorrections } from "./apply-overlay.ts";
import type { Corrections } from "./overlay.ts";

/** A change that a person wants to make to a lesson. A sentence changed to an empty text is left out; an empty gloss means that the word has no gloss. */
export type Change =
  /** `sentence`: its number in the original, from 0. */
  | { readonly kind: "sentence"; readonly sentence: number; readonly text: string }
  | { readonly kind: "title"; readonly text: string }
  | { readonly kind: "gloss"; readonly word: string; readonly text: string }
  /** `word`: a word of the lesson's list, or any text of the story. Empty: it is read as its list or the dictionary says. */
  | { readonly kind: "reading"; readonly word: string; readonly text: string }
  /** `question`: its number among the lesson's own, from 0; one more adds it. `text`: as `writeQuestion` has it; empty takes it out. */
  | { readonly kind: "question"; readonly question: number; readonly text: string }
  /** `item`: its key; an empty text leaves it out. */
  | { readonly kind: "item"; readonly item: string; readonly text: string };

export interface OriginalLesson extends StoryText {
  readonly sentences: readonly ScriptSentence[];
  readonly words: readonly Pick<ListEntry, "word" | "gloss" | "reading">[];
  /** The items of its exercises by their keys. */
  readonly items: ReadonlyMap<string, OriginalItem>;
}

export interface OriginalItem {
  readonly text: string;
  readonly isFit: (text: string) => boolean;
}

/** Why a change can't be made: it refers to nothing in the lesson, or it would leave the lesson's title or text empty. */
export type Unchangeable = "no_such_part" | "nothing_left";

/** The corrections with one more change, cleaned. Text that is changed back to the original isn't a correction. Pure. */
export function withChange(
  corrections: Corrections,
  change: Change,
  original: OriginalLesson,
): Corrections | Unchangeable {
  switch (change.kind) {
    case "title":
      return withTitle(corrections, cleanLine(change.text), original);
    case "gloss":
      return withGloss(corrections, change, original);
    case "reading":
      return withReading(corrections, change, original);
    case "question":
      return withQuestion(corrections, change);
    case "item":
      return withItem(corrections, change, original);
    case "sentence":
      return withSentence(corrections, change, original);
  }
}

function withTitle(
  corrections: Corrections,
  corrected: string,
  { title }: OriginalLesson,
): Corrections | Unchangeable {
  const before = cleanLine(title ?? "");
  if (isBlank(corrected)) return "nothing_left";
  return { ...corrections, title: corrected === before ? null : { original: before, corrected } };
}

function withGloss(
  corrections: Corrections,
  { word, text }: { readonly word: string; readonly text: string },
  { words }: OriginalLesson,
): Corrections | Unchangeable {
  const entry = words.find((one) => one.word === word);
  if (entry === undefined) return "no_such_part";
  const corrected = isBlank(text) ? null : cleanLine(text);
  const others = corrections.glosses.filter((one) => one.word !== word);
  const own = corrected === entry.gloss ? [] : [{ word, original: entry.gloss, corrected }];
  return { ...corrections, glosses: [...others, ...own] };
}

/** `word`: a word of the lesson's list, or any text of the story with Chinese characters. */
function withReading(
  corrections: Corrections,
  change: { readonly word: string; readonly text: string },
  { words }: OriginalLesson,
): Corrections | Unchangeable {
  const word = cleanLine(change.word);
  if (!hasHan(word)) return "no_such_part";
  const original = words.find((one) => one.word === word)?.reading ?? "";
  const corrected = isBlank(change.text) ? original : cleanLine(change.text);
  const { readings: before = [], ...others } = corrections;
  const rest = before.filter((one) => one.word !== word);
  const readings = corrected === original ? rest : [...rest, { word, original, corrected }];
  return readings.length === 0 ? others : { ...others, readings };
}

function withQuestion(
  corrections: Corrections,
  { question: number, text }: { readonly question: number; readonly text: string },
): Corrections | Unchangeable {
  const before = corrections.questions ?? [];
  if (number > before.length || number >= questionLimits.questions) return "no_such_part";
  const question = isBlank(text) ? null : readQuestion(text);
  if (typeof question === "string") return "no_such_part";
  const questions = [
    ...before.slice(0, number),
    ...(question === null ? [] : [question]),
    ...before.slice(number + 1),
  ];
  const { questions: _, ...others } = corrections;
  return questions.length === 0 ? others : { ...others, questions };
}

/** An item that is no longer generated can only be forgotten. */
function withItem(
  corrections: Corrections,
  { item, text }: { readonly item: string; readonly text: string },
  { items }: OriginalLesson,
): Corrections | Unchangeable {
  const { edited: before = [], ...others } = corrections;
  const original = items.get(item);
  const was = original?.text ?? before.find((one) => one.item === item)?.was;
  const now = cleanText(text).trim();
  if (was === undefined || (now !== was && now !== "" && original?.isFit(now) !== true))
    return "no_such_part";
  const rest = before.filter((one) => one.item !== item);
  const edited = now === was ? rest : [...rest, { item, was, now }];
  return edited.length === 0 ? others : { ...others, edited };
}

function withSentence(
  corrections: Corrections,
  { sentence, text }: { readonly sentence: number; readonly text: string },
  story: OriginalLesson,
): Corrections | Unchangeable {
  const place = story.sentences[sentence];
  if (place === undefined) return "no_such_part";
  const { paragraph, from, to, text: original } = place;
  const corrected = isBlank(text)
    ? ""
    : cleanText(text)
        .trim()
        .replace(/[^\S\n]*\n\s*/gu, "\n");
  const others = corrections.sentences.filter((one) => one.paragraph !== paragraph || one.from !== from);
  const own = corrected === original ? [] : [{ paragraph, from, to, original, corrected }];
  const sentences = [...others, ...own].sort((a, b) => a.paragraph - b.paragraph || a.from - b.from);
  const changed = { ...corrections, sentences };
  const laid = applyCorrections(story, changed);
  if (laid === null) return "no_such_part";
  return isBlank(laid.text) ? "nothing_left" : changed;
}
