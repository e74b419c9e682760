import type { LanguageFacts } from "../../shared/languages/languages.ts";
import { sameAnswer, spellingsOf } from "../exercises/answer.ts";
import type { Exercise, GapItem, HeardItem } from "../exercises/exercise.ts";
import { asBeginning } from "../exercises/letters.ts";

/** An item of an exercise as a learning platform can ask it: one question, one answer. */
export type Question = ChoiceQuestion | FillQuestion;

interface Asked {
  readonly exercise: Exercise["kind"];
  /** Content in the lesson's language, around `shown`; `before` is all there is to show where `shown` is null. */
  readonly before: string;
  /** What stands where the answer belongs: the letters that are given, or nothing. Null where the question has no gap. */
  readonly shown: string | null;
  readonly after: string;
  /** In the reader's language. */
  readonly gloss: string | null;
  /** What is to be played with it; null where it is only read. */
  readonly heard: HeardItem | null;
}

export interface ChoiceQuestion extends Asked {
  readonly kind: "choice";
  /** All different. */
  readonly choices: readonly string[];
  readonly choicesAre: "story" | "reader";
  /** The index of the right one. */
  readonly right: number;
}

export interface FillQuestion extends Asked {
  readonly kind: "fill";
  /** What is right, whatever its case; the first is the answer of the key. */
  readonly accepted: readonly string[];
}

/** The questions of an exercise. An order of sentences, which platforms can't ask for, becomes the question which comes first. */
export function questionsOf(exercise: Exercise, language: LanguageFacts): Question[] {
  const asked = { exercise: exercise.kind, before: "", shown: null, after: "", gloss: null, heard: null };
  switch (exercise.kind) {
    case "cloze": {
      const { bank } = exercise;
      const right = (answer: string) => bank.findIndex((word) => sameAnswer(word, answer, language));
      return exercise.items.map((item) => ({
        ...asked,
        ...around(item, ""),
        ...{ kind: "choice", choices: bank, choicesAre: "story", right: right(item.answer) },
      }));
    }
    case "matching":
      return exercise.words.map((word, index) => ({
        ...asked,
        before: word,
        ...{
          kind: "choice",
          choices: exercise.glosses,
          choicesAre: "reader",
          right: exercise.key[index] ?? 0,
        },
      }));
    case "sentence-order":
      return [
        {
          ...asked,
          ...{
            kind: "choice",
            choices: exercise.sentences,
            choicesAre: "story",
            right: exercise.key.indexOf(0),
          },
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
        ...{ kind: "fill", accepted: spellingsOf(item.answer, language), heard: heardOf(item) },
      }));
    case "dictation":
      return exercise.items.map((item) => ({
        ...asked,
        ...{ kind: "fill", accepted: writtenDown(item.answer, language), heard: heardOf(item) },
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

// Where a program compares letter by letter, the signs around a sentence may be there or not.
function writtenDown(sentence: string, language: LanguageFacts): string[] {
  const [, head = "", bare = sentence, end = ""] = /^([\p{P}\s]*)(.*?)([\p{P}\s]*)$/su.exec(sentence) ?? [];
  return [...new Set([sentence, `${bare}${end}`, `${head}${bare}`, ...spellingsOf(bare, language)])];
}

function around({ before, after }: GapItem, shown: string) {
  return { before, shown, after };
}

// Some go on behind the letter that is given.
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

// Nobody is asked to type a picture.
function withoutPictures(answer: readonly string[]): string[] {
  return answer.filter((tile) => /[\p{L}\p{N}]/u.test(tile));
}
