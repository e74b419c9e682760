import type { Exercise } from "../exercises/exercise.ts";
import type { Locale } from "../locales/locale.ts";

/** A right answer in the lesson's language, and its gloss, or whether it is true, in the reader's language. */
interface Answer {
  readonly text: string;
  readonly gloss: string | null;
}

/**
 * The right answers of an exercise, in the order of its items; if the exercise is to find an order, in that order. The answer to a false
 * statement is what the story says.
 */
export function answersOf(
  exercise: Exercise,
  { isTrue: yes, isFalse: no }: Pick<Locale["exercises"], "isTrue" | "isFalse">,
): Answer[] {
  switch (exercise.kind) {
    case "cloze":
    case "first-letter":
    case "letter-scramble":
    case "listening-cloze":
    case "dictation":
    case "find-sentence":
      return exercise.items.map(({ answer }) => ({ text: answer, gloss: null }));
    case "matching":
      return exercise.words.map((text, index) => ({
        text,
        gloss: exercise.glosses[exercise.key[index] ?? 0] ?? null,
      }));
    case "true-false":
      return exercise.items.map(({ answer, isTrue }) => ({ text: answer, gloss: isTrue ? yes : no }));
    case "word-order":
      return exercise.items.map(({ answer, end }) => ({ text: answer.join(" ") + end, gloss: null }));
    case "what-next":
      return exercise.sentences.map((sentence, index) => ({
        text: `${sentence} ${exercise.nexts[exercise.key[index] ?? 0] ?? ""}`,
        gloss: null,
      }));
    case "who-said":
      return exercise.items.map(({ quote, answer }) => ({ text: `${quote} – ${answer}`, gloss: null }));
    case "sentence-order":
    case "story-order":
      return exercise.key
        .map((place, index) => ({ place, sentence: exercise.sentences[index] ?? "" }))
        .sort((a, b) => a.place - b.place)
        .map(({ sentence }) => ({ text: sentence, gloss: null }));
  }
}
