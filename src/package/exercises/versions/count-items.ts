import type { Exercise } from "../exercise.ts";

/** The points of an exercise: one for each item, and for an order of sentences one for each place. */
export function countItems(exercise: Exercise): number {
  switch (exercise.kind) {
    case "matching":
      return exercise.words.length;
    case "sentence-order":
    case "story-order":
    case "what-next":
      return exercise.sentences.length;
    default:
      return exercise.items.length;
  }
}

/** How much there is to read and write in an exercise, in characters. */
export function lengthOf(exercise: Exercise): number {
  return textsOf(exercise).reduce((sum, text) => sum + text.length, 0);
}

function textsOf(exercise: Exercise): readonly string[] {
  switch (exercise.kind) {
    case "cloze":
    case "first-letter":
    case "listening-cloze":
      return exercise.items.flatMap(({ before, answer, after }) => [before, answer, after]);
    case "matching":
      return [...exercise.words, ...exercise.glosses];
    case "sentence-order":
    case "story-order":
      return exercise.sentences;
    case "what-next":
      return [...exercise.sentences, ...exercise.nexts];
    case "who-said":
      return exercise.items.map(({ quote }) => quote);
    case "true-false":
      return exercise.items.map(({ statement }) => statement);
    case "word-order":
      return exercise.items.flatMap(({ tiles }) => tiles);
    case "letter-scramble":
      return exercise.items.flatMap(({ letters }) => letters);
    case "find-sentence":
    case "dictation":
      return exercise.items.map(({ answer }) => answer);
  }
}
