import type { SentencePlace } from "../../lessons/align/script.ts";

/** A lesson's exercises in one version. Neighbours in a class get different versions. */
export interface ExerciseSheet {
  readonly version: SheetVersion;
  /** At most one of each kind, in the order in which learners do them. Empty if the story is suitable for none. */
  readonly exercises: readonly Exercise[];
  /** Words to retell the story with, in its order; empty if there are too few. A task without an answer, which nobody can mark by a key. */
  readonly retell: readonly string[];
}

export type SheetVersion = "A" | "B";

/**
 * Texts come from the story and are in the lesson's language, except glosses, which are in the reader's. Shuffled items come with their
 * key, so that format writers don't shuffle or decide anything.
 */
export type Exercise =
  | Cloze
  | FirstLetter
  | Matching
  | SentenceOrder
  | WordOrder
  | LetterScramble
  | TrueFalse
  | WhatNext
  | WhoSaid
  | FindSentence
  | ListeningCloze
  | Dictation;

/** An item that is played. */
export interface HeardItem {
  /** Its range in the lesson's recording, in ms. */
  readonly heard: { readonly startMs: number; readonly endMs: number };
  readonly place: SentencePlace;
}

/** A sentence of the story with one gap. `before` and `after` keep their white space. */
export interface GapItem {
  readonly before: string;
  /** As in the story; `sameAnswer` decides which other spellings are right. */
  readonly answer: string;
  readonly after: string;
}

/** Gaps to fill from a bank. */
export interface Cloze {
  readonly kind: "cloze";
  /** The words of all gaps and a few that fit none, without duplicates, in display order. */
  readonly bank: readonly string[];
  readonly items: readonly GapItem[];
}

/** Gaps with their first letter given, to fill from memory. */
export interface FirstLetter {
  readonly kind: "first-letter";
  readonly items: readonly FirstLetterItem[];
}

export interface FirstLetterItem extends GapItem {
  /** The first letter of the answer, with its marks. */
  readonly first: string;
  /** The number of letters in the answer, including the first. */
  readonly letters: number;
}

/** Words to match with their glosses. */
export interface Matching {
  readonly kind: "matching";
  readonly words: readonly string[];
  /** As many as words, in another order. */
  readonly glosses: readonly string[];
  /** For each word the index of its gloss. */
  readonly key: readonly number[];
}

/** Sentences of the story, to put in order: consecutive ones, or some from all over the story. */
export interface SentenceOrder {
  readonly kind: "sentence-order" | "story-order";
  /** In the order to show. */
  readonly sentences: readonly string[];
  /** The right position of each shown sentence, from 0. */
  readonly key: readonly number[];
}

/** The words of a sentence, to put in order. */
export interface WordOrder {
  readonly kind: "word-order";
  readonly items: readonly WordOrderItem[];
}

export interface WordOrderItem {
  /** In display order. Equal tiles are interchangeable. */
  readonly tiles: readonly string[];
  /** The tiles in the story's order. Other orders may be grammatical, but don't count. */
  readonly answer: readonly string[];
  /** The end of the sentence, such as a full stop; usually shown after the line. */
  readonly end: string;
}

/** The letters of a word, to put in order. */
export interface LetterScramble {
  readonly kind: "letter-scramble";
  readonly items: readonly LetterScrambleItem[];
}

export interface LetterScrambleItem {
  /** Letters with their marks, in display order, in lower case if the script has one. */
  readonly letters: readonly string[];
  readonly answer: string;
  readonly gloss: string | null;
}

/** Statements to be marked true or false. */
export interface TrueFalse {
  readonly kind: "true-false";
  /** In the order of the story. */
  readonly items: readonly TrueFalseItem[];
}

export interface TrueFalseItem {
  readonly statement: string;
  readonly isTrue: boolean;
  /** What the story says; equals the statement if that is true. */
  readonly answer: string;
}

/** Sentences of the story to match with those that follow them. */
export interface WhatNext {
  readonly kind: "what-next";
  readonly sentences: readonly string[];
  /** As many as sentences, in another order. */
  readonly nexts: readonly string[];
  /** For each sentence the index of the one that follows it. */
  readonly key: readonly number[];
}

/** Direct speech to match with its speakers. */
export interface WhoSaid {
  readonly kind: "who-said";
  /** The speakers, each once, in display order. */
  readonly names: readonly string[];
  /** In the order of the story. */
  readonly items: readonly WhoSaidItem[];
}

export interface WhoSaidItem {
  /** Without quotation marks. */
  readonly quote: string;
  /** The speaker. */
  readonly answer: string;
}

/** Sentences to find in the story by some of their words, and to write down. */
export interface FindSentence {
  readonly kind: "find-sentence";
  readonly items: readonly FindSentenceItem[];
}

export interface FindSentenceItem {
  /** Words that only this sentence of the story has together, in display order. */
  readonly clues: readonly string[];
  /** As in the story; `sameAnswer` decides which other spellings are right. */
  readonly answer: string;
}

/** Gaps to fill by ear, in the order of the recording. */
export interface ListeningCloze {
  readonly kind: "listening-cloze";
  readonly items: readonly (GapItem & HeardItem)[];
}

/** Sentences to write down by ear, in the order of the recording. */
export interface Dictation {
  readonly kind: "dictation";
  readonly items: readonly DictationItem[];
}

export interface DictationItem extends HeardItem {
  /** As in the story; `sameAnswer` decides which other spellings are right. */
  readonly answer: string;
}

/** The sentences that an exercise plays. */
export function heardItems(exercise: Exercise): readonly HeardItem[] {
  return exercise.kind === "dictation" || exercise.kind === "listening-cloze" ? exercise.items : [];
}
