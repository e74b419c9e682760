import { foldAnswer } from "./answer.ts";
import type { Exercise } from "./exercise.ts";
import { runningWordsOf, type Story } from "./story.ts";

/** Everything that a sheet shows and asks for so far. Later exercises must not ask for the same things again or give them away. */
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

/**
 * A text normalized for finding words in it: its folded running words, split at apostrophes, or, in a language without word spacing, the folded text.
 */
export function asShown(text: string, story: Pick<Story, "language">): string {
  const before: Normalized = known.get(story) ?? { texts: new Map(), words: new Map() };
  known.set(story, before);
  return kept(before.texts, text, () => normalized(text, story, before.words));
}

function normalized(text: string, { language }: Pick<Story, "language">, folds: Map<string, string>): string {
  const fold = (word: string) => foldAnswer(word, language);
  if (!language.spaces) return fold(text);
  const words = runningWordsOf(text).map((word) => kept(folds, word.text, fold));
  return ` ${words.join(" ").replace(/['’\u02bc]/gu, " ")} `;
}

function kept(made: Map<string, string>, key: string, make: (key: string) => string): string {
  const before = made.get(key);
  if (before !== undefined) return before;
  const value = make(key);
  made.set(key, value);
  return value;
}

/** Whether a text contains a word; both must be normalized by `asShown`. */
export function showsWord(text: string, word: string): boolean {
  return word.trim() !== "" && text.includes(word);
}

// What more sentences than this have, such as the name of a person, is no secret that one of them tells.
const mostSentencesOfASecret = 3;

/** Adds an exercise: the sentences that it uses, the texts and choices that learners read, and the answers that it asks for. */
export function withExercise(shown: Shown, { items, choices }: Exercise, story: Story): Shown {
  const texts = items.flatMap(({ before, given, after, sentences, choices: own = [] }) => {
    if (given !== null) return [before, after];
    return [before, ...own, ...sentences.map((sentence) => story.sentences[sentence] ?? "")];
  });
  const isSecret = (answer: string) => {
    const word = asShown(answer, story);
    const having = story.sentences.filter((text) => showsWord(asShown(text, story), word));
    return having.length > 0 && having.length <= mostSentencesOfASecret;
  };
  const asked = items.filter(({ given, cue, sentences, choices: own, answer }) =>
    own === undefined ? given !== null || (cue.length > 0 && sentences.length === 0) : isSecret(answer),
  );
  const used = items.flatMap(({ sentences }) => sentences.flatMap(story.alike));
  return {
    sentences: new Set([...shown.sentences, ...used]),
    texts: [...shown.texts, ...[...texts, ...choices].map((text) => asShown(text, story))],
    answers: [...shown.answers, ...asked.map(({ answer }) => asShown(answer, story))],
  };
}
