import type { LanguageFacts } from "../../shared/languages/languages.ts";
import { sameAnswer, spellingsOf } from "../exercises/answer.ts";
import type { Exercise, GapItem, HeardItem } from "../exercises/exercise.ts";
import { asBeginning } from "../exercises/letters.ts";
import type { Locale } from "../locales/locale.ts";

/** An item of an exercise as a learning platform can ask it: one question, one answer. */
export type Question = ChoiceQuestion | FillQuestion;

interface Asked {
  readonly exercise: Exercise["kind"];
  /** Content in the lesson's language, around `shown`; `before` is all of it if `shown` is null. */
  readonly before: string;
  /** The letters given at the start of the answer, or an empty text. Null if the question has no gap. */
  readonly shown: string | null;
  readonly after: string;
  /** In the reader's language. */
  readonly gloss: string | null;
  /** The sentence to play with it; null if it is only read. */
  readonly heard: HeardItem | null;
}

export interface ChoiceQuestion extends Asked {
  readonly kind: "choice";
  /** All different. */
  readonly choices: readonly string[];
  readonly choicesAre: "story" | "reader";
  /** The index of the right choice. */
  readonly right: number;
}

export interface FillQuestion extends Asked {
  readonly kind: "fill";
  /** Accepted answers, in any case; the first is the one in the key. */
  readonly accepted: readonly string[];
}

interface Asking {
  /** Of the story. */
  readonly language: LanguageFacts;
  readonly strings: Pick<Locale["exercises"], "isTrue" | "isFalse">;
}

/** The questions of an exercise. Platforms can't ask for an order of sentences, so it becomes questions about which comes first. */
export function questionsOf(exercise: Exercise, { language, strings }: Asking): Question[] {
  const asked = { exercise: exercise.kind, before: "", shown: null, after: "", gloss: null, heard: null };
  switch (exercise.kind) {
    case "cloze": {
      const { bank } = exercise;
      const right = (answer: string) => bank.findIndex((word) => sameAnswer(word, answer, language));
      return exercise.items.map((item) => ({
        ...asked,
        ...around(item, ""),
        kind: "choice",
        choices: bank,
        choicesAre: "story",
        right: right(item.answer),
      }));
    }
    case "matching":
      return exercise.words.map((word, index) => ({
        ...asked,
        before: word,
        kind: "choice",
        choices: exercise.glosses,
        choicesAre: "reader",
        right: exercise.key[index] ?? 0,
      }));
    case "true-false":
      return exercise.items.map(({ statement, isTrue }) => ({
        ...asked,
        before: statement,
        kind: "choice",
        choices: [strings.isTrue, strings.isFalse],
        choicesAre: "reader",
        right: isTrue ? 0 : 1,
      }));
    case "what-next":
      return exercise.sentences.map((sentence, index) => ({
        ...asked,
        before: sentence,
        kind: "choice",
        choices: exercise.nexts,
        choicesAre: "story",
        right: exercise.key[index] ?? 0,
      }));
    case "who-said":
      return exercise.items.map(({ quote, answer }) => ({
        ...asked,
        before: quote,
        kind: "choice",
        choices: exercise.names,
        choicesAre: "story",
        right: exercise.names.indexOf(answer),
      }));
    case "sentence-order":
    case "story-order":
      return [
        {
          ...asked,
          kind: "choice",
          choices: exercise.sentences,
          choicesAre: "story",
          right: exercise.key.indexOf(0),
        },
      ];
    case "first-letter":
      return exercise.items.map((item) => ({
        ...asked,
        ...around(item, asBeginning(item.first)),
        kind: "fill",
        accepted: [...new Set([...spellingsOf(item.answer, language), ...restOf(item, language)])],
      }));
    case "listening-cloze":
      return exercise.items.map((item) => ({
        ...asked,
        ...around(item, ""),
        kind: "fill",
        accepted: spellingsOf(item.answer, language),
        heard: heardOf(item),
      }));
    case "dictation":
      return exercise.items.map((item) => ({
        ...asked,
        kind: "fill",
        accepted: writtenDown(item.answer, language),
        heard: heardOf(item),
      }));
    case "find-sentence":
      return exercise.items.map(({ clues, answer }) => ({
        ...asked,
        before: clues.join(" · "),
        kind: "fill",
        accepted: writtenDown(answer, language),
      }));
    case "letter-scramble":
      return exercise.items.map(({ letters, answer, gloss }) => ({
        ...asked,
        before: letters.join(" · "),
        gloss,
        kind: "fill",
        accepted: spellingsOf(answer, language),
      }));
    case "word-order":
      return exercise.items.map(({ tiles, answer, end }) => ({
        ...asked,
        before: tiles.join(" / "),
        kind: "fill",
        accepted: [
          ...new Set([answer, withoutPictures(answer)].flatMap((line) => orders(line, { end, language }))),
        ],
      }));
  }
}

function heardOf({ heard, place }: HeardItem): HeardItem {
  return { heard, place };
}

// Where a program compares letter by letter, the punctuation around a sentence is optional.
function writtenDown(sentence: string, language: LanguageFacts): string[] {
  const [, head = "", bare = sentence, end = ""] = /^([\p{P}\s]*)(.*?)([\p{P}\s]*)$/su.exec(sentence) ?? [];
  return [...new Set([sentence, `${bare}${end}`, `${head}${bare}`, ...spellingsOf(bare, language)])];
}

function around({ before, after }: GapItem, shown: string) {
  return { before, shown, after };
}

// Some learners continue after the given letter.
function restOf({ answer, first }: { answer: string; first: string }, language: LanguageFacts): string[] {
  const rest = answer.startsWith(first) ? answer.slice(first.length) : "";
  return rest === "" ? [] : spellingsOf(rest, language);
}

interface Line {
  readonly end: string;
  readonly language: LanguageFacts;
}

function orders(answer: readonly string[], { end, language }: Line): string[] {
  const line = answer.join(" ");
  return [`${line}${end}`, ...spellingsOf(line, language)];
}

// Don't require pictures to be typed.
function withoutPictures(answer: readonly string[]): string[] {
  return answer.filter((tile) => /[\p{L}\p{N}]/u.test(tile));
}
