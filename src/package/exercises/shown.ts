import { foldAnswer } from "./answer.ts";
import type { ChosenGap } from "./gaps/gap-words.ts";
import { runningWordsOf, type Story } from "./story.ts";

/** What a sheet shows and asks for so far. Later exercises must not ask for it again or give it away. */
export interface Shown {
  /** The indexes of the sentences used, whole or with a gap. */
  readonly sentences: ReadonlySet<number>;
  /** Texts that a learner sees, normalized by `asShown`. */
  readonly texts: readonly string[];
  /** Answers that a learner must find, normalized likewise. */
  readonly answers: readonly string[];
}

export const nothingShown: Shown = { sentences: new Set(), texts: [], answers: [] };

// Gaps are compared with each other many times, and the texts around them are made of the same words: without this, a sheet takes ten times as long.
// It lives as long as its story.
const known = new WeakMap<object, Normalized>();

interface Normalized {
  readonly texts: Map<string, string>;
  readonly words: Map<string, string>;
}

/** A text normalized for finding words in it: its folded running words, or the folded text in a language without word spacing. */
export function asShown(text: string, story: Pick<Story, "language">): string {
  const before: Normalized = known.get(story) ?? { texts: new Map(), words: new Map() };
  known.set(story, before);
  return kept(before.texts, text, () => normalized(text, story, before.words));
}

function normalized(text: string, { language }: Pick<Story, "language">, folds: Map<string, string>): string {
  const fold = (word: string) => foldAnswer(word, language);
  if (!language.spaces) return fold(text);
  const words = runningWordsOf(text).map((word) => kept(folds, word.text, fold));
  return ` ${words.join(" ")} `;
}

function kept(made: Map<string, string>, key: string, make: (key: string) => string): string {
  const before = made.get(key);
  if (before !== undefined) return before;
  const value = make(key);
  made.set(key, value);
  return value;
}

/** Whether a text contains a word; both normalized by `asShown`. */
export function showsWord(text: string, word: string): boolean {
  return word.trim() !== "" && text.includes(word);
}

/** Adds whole sentences. */
export function withSentences(shown: Shown, sentences: Iterable<number>, story: Story): Shown {
  const open = [...sentences];
  return {
    ...shown,
    sentences: new Set([...shown.sentences, ...open.flatMap(story.alike)]),
    texts: [...shown.texts, ...open.map((sentence) => asShown(story.sentences[sentence] ?? "", story))],
  };
}

/** Adds gaps and the text around them. */
export function withGaps(shown: Shown, gaps: readonly ChosenGap[], story: Story): Shown {
  const around = gaps.flatMap(({ place }) => [place.before, place.after]);
  return {
    sentences: new Set([...shown.sentences, ...gaps.flatMap(({ place }) => story.alike(place.sentence))]),
    texts: [...shown.texts, ...around.map((text) => asShown(text, story))],
    answers: [...shown.answers, ...gaps.map(({ place }) => asShown(place.answer, story))],
  };
}

/** Adds single words, such as those of a word bank. */
export function withWords(shown: Shown, words: readonly string[], story: Story): Shown {
  return { ...shown, texts: [...shown.texts, ...words.map((word) => asShown(word, story))] };
}
