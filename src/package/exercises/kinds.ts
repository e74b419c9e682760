import type { Draft } from "./draft.ts";
import { choicesOf, type Exercise, type Form, type Item, type Kind } from "./exercise.ts";
import { wordOrder } from "./kinds/building.ts";
import { cloze, firstLetter } from "./kinds/cloze.ts";
import { comprehension, matching, whoSaid } from "./kinds/matching.ts";
import { sentenceOrder, storyOrder, whatNext } from "./kinds/orders.ts";
import { trueFalse } from "./kinds/true-false.ts";
import { dictation, findSentence, listeningCloze } from "./kinds/typing.ts";

interface KindFacts {
  /** Makes it, without duplicates and deterministically. An exercise of too few items is dropped. */
  readonly make: (draft: Draft) => Exercise | null;
  readonly form: Form;
  /** With fewer items, what is left is no exercise: orders and pairs could be guessed. */
  readonly fewest: number;
  /** Where the choices are shown: once for all items, as a second column with one for each, or beside each item. */
  readonly choices?: "bank" | "column" | "beside";
  /** Whether the choices are in the reader's language. */
  readonly inReader?: true;
  /** For what is drawn in its turn from the sentences that those without a turn leave over. */
  readonly turn?: number;
  /** Whether it takes whole sentences, and is drawn only if enough are left. */
  readonly ofSentences?: true;
  /** When a sheet of paper that is too full does without it: the lowest number goes first, and what has none stays. */
  readonly leftOut?: number;
}

/** The kinds, in the order in which learners do them. */
export const kinds: Readonly<Record<Kind, KindFacts>> = {
  matching: { make: matching, form: "choose", fewest: 4, choices: "column", inReader: true },
  cloze: { make: cloze, form: "choose", fewest: 3, choices: "bank" },
  "first-letter": { make: firstLetter, form: "type", fewest: 3, leftOut: 10 },
  "word-order": { make: wordOrder, form: "build", fewest: 2, leftOut: 7 },
  comprehension: { make: comprehension, form: "choose", fewest: 1, choices: "beside" },
  "true-false": { make: trueFalse, form: "choose", fewest: 4, choices: "beside", inReader: true, turn: 1 },
  "who-said": { make: whoSaid, form: "choose", fewest: 3, choices: "bank", turn: 2, leftOut: 9 },
  "find-sentence": { make: findSentence, form: "type", fewest: 2, leftOut: 6 },
  "what-next": {
    make: whatNext,
    form: "choose",
    fewest: 3,
    choices: "column",
    turn: 4,
    ofSentences: true,
    leftOut: 1,
  },
  "sentence-order": { make: sentenceOrder, form: "order", fewest: 4, leftOut: 2 },
  "story-order": { make: storyOrder, form: "order", fewest: 4, turn: 3, ofSentences: true, leftOut: 8 },
  "listening-cloze": { make: listeningCloze, form: "type", fewest: 2, leftOut: 5 },
  dictation: { make: dictation, form: "type", fewest: 2, leftOut: 4 },
};

export function isEnough(exercise: Exercise): boolean {
  const { form, fewest } = kinds[exercise.kind];
  const { items } = exercise;
  return (
    items.length >= fewest &&
    (form !== "choose" || items.every((item) => choicesOf(exercise, item).length >= 2))
  );
}

export function cueText({ kind }: Pick<Exercise, "kind">, cue: readonly string[]): string {
  return cue.join(kinds[kind].form === "build" ? " / " : " · ");
}

/** Every right answer to an item; the story's own answer is the first. */
export function rightOf({ answer, also = [] }: Pick<Item, "answer" | "also">): readonly string[] {
  return [answer, ...also];
}

interface Answer {
  readonly text: string;
  readonly gloss: string | null;
}

/** The right answers of an exercise, in the order of its items; for an ordering exercise, in the right order. */
export function answersOf({ kind, choices, items }: Exercise): Answer[] {
  const { form, inReader } = kinds[kind];
  switch (form) {
    case "choose":
      return items.map(({ before, given, answer, correct }) => {
        if (inReader === true) return { text: answer, gloss: choices[correct] ?? "" };
        return { text: given === null ? `${before} – ${answer}` : answer, gloss: null };
      });
    case "type":
      return items.map((item) => ({ text: rightOf(item).join(" / "), gloss: null }));
    case "build":
      return items.map((item) => ({
        text: rightOf(item)
          .map((answer) => [item.before, answer + item.after].join(" ").trim())
          .join(" / "),
        gloss: null,
      }));
    case "order":
      return items
        .toSorted((a, b) => a.correct - b.correct)
        .map(({ answer }) => ({ text: answer, gloss: null }));
  }
}
