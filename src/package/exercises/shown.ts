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

// Gaps are compared with each other many times: without this, a sheet takes ten times as long. It lives as long as its story.
const known = new WeakMap<object, Map<string, string>>();

/** A text normalized for finding words in it: its folded running words, or the folded text in a language without word spacing. */
export function asShown(text: string, story: Pick<Story, "language">): string {
  const texts = known.get(story) ?? new Map<string, string>();
  known.set(story, texts);
  const shown = texts.get(text) ?? normalized(text, story);
  texts.set(text, shown);
  return shown;
}

function normalized(text: string, { language }: Pick<Story, "language">): string {
  if (!language.spaces) return foldAnswer(text, language);
  const words = runningWordsOf(text).map((word) => foldAnswer(word.text, language));
  return ` ${words.join(" ")} `;
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
