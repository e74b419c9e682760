import type { SentencePlace } from "../../lessons/align/script.ts";

/** A lesson's exercises in one version. Two versions of a sheet are for two rows of a class. */
export interface ExerciseSheet {
  readonly version: SheetVersion;
  /** At most one of each kind, in the order in which they are worked on. Empty where a story gives nothing to ask. */
  readonly exercises: readonly Exercise[];
}

export type SheetVersion = "A" | "B";

/**
 * Texts are content of the story, in the lesson's language, but for glosses, which are in the reader's. Whatever is shown in another order
 * than the right one carries its key, so that no writer shuffles or decides anything.
 */
export type Exercise =
  | Cloze
  | FirstLetter
  | Matching
  | SentenceOrder
  | WordOrder
  | LetterScramble
  | ListeningCloze
  | Dictation;

/** A sentence that is played, and not only read. */
export interface HeardItem {
  /** When it is heard by itself in the lesson's recording, in ms. */
  readonly heard: { readonly startMs: number; readonly endMs: number };
  readonly place: SentencePlace;
}

/** A sentence of the story with one gap. `before` and `after` keep their white space. */
export interface GapItem {
  readonly before: string;
  /** As the story has it; `sameAnswer` says what else is right. */
  readonly answer: string;
  readonly after: string;
}

/** Gaps to fill from a bank. */
export interface Cloze {
  readonly kind: "cloze";
  /** The words of all gaps and a few that fit none, each once, in the order to show. */
  readonly bank: readonly string[];
  readonly items: readonly GapItem[];
}

/** Gaps to fill from memory: the first letter is given. */
export interface FirstLetter {
  readonly kind: "first-letter";
  readonly items: readonly FirstLetterItem[];
}

export interface FirstLetterItem extends GapItem {
  /** What the learner sees of the answer: its first letter with all its marks. */
  readonly first: string;
  /** How many letters the whole answer has, with the first. */
  readonly letters: number;
}

/** Words to join to their glosses. */
export interface Matching {
  readonly kind: "matching";
  readonly words: readonly string[];
  /** As many as words, in another order. */
  readonly glosses: readonly string[];
  /** For each word the index of its gloss. */
  readonly key: readonly number[];
}

/** Consecutive sentences of the story to bring into its order. */
export interface SentenceOrder {
  readonly kind: "sentence-order";
  /** In the order to show. */
  readonly sentences: readonly string[];
  /** For each shown sentence its place in the story, from 0. */
  readonly key: readonly number[];
}

/** The words of a sentence to bring into its order. */
export interface WordOrder {
  readonly kind: "word-order";
  readonly items: readonly WordOrderItem[];
}

export interface WordOrderItem {
  /** In the order to show; two may be alike, and then either may stand for the other. */
  readonly tiles: readonly string[];
  /** The tiles in the story's order. Another order may be good language too, but is not the story's. */
  readonly answer: readonly string[];
  /** What ends the sentence, such as a full stop; often shown after the line. */
  readonly end: string;
}

/** The letters of a word to bring into its order. */
export interface LetterScramble {
  readonly kind: "letter-scramble";
  readonly items: readonly LetterScrambleItem[];
}

export interface LetterScrambleItem {
  /** Letters with their marks, in the order to show, in lower case where the script has one. */
  readonly letters: readonly string[];
  readonly answer: string;
  readonly gloss: string | null;
}

/** Gaps to fill with what is heard, in the order in which the recording has them. */
export interface ListeningCloze {
  readonly kind: "listening-cloze";
  readonly items: readonly (GapItem & HeardItem)[];
}

/** Sentences to write down as they are heard, in the order in which the recording has them. */
export interface Dictation {
  readonly kind: "dictation";
  readonly items: readonly DictationItem[];
}

export interface DictationItem extends HeardItem {
  /** As the story has it; `sameAnswer` says what else is right. */
  readonly answer: string;
}

/** The sentences that an exercise plays. */
export function heardItems(exercise: Exercise): readonly HeardItem[] {
  return exercise.kind === "dictation" || exercise.kind === "listening-cloze" ? exercise.items : [];
}
