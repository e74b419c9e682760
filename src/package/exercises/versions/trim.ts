import type { LanguageFacts } from "../../../shared/languages/languages.ts";
import { sameAnswer } from "../answer.ts";
import type { Cloze, Exercise, Matching, SentenceOrder, TrueFalse, WhatNext, WhoSaid } from "../exercise.ts";
import { countItems } from "./count-items.ts";

/** An exercise with its first `count` items only, and with nothing that belongs to the others. */
export function trimmed(exercise: Exercise, count: number, language: LanguageFacts): Exercise {
  if (countItems(exercise) <= count) return exercise;
  switch (exercise.kind) {
    case "cloze":
      return trimmedCloze(exercise, count, language);
    case "matching":
      return trimmedMatching(exercise, count);
    case "what-next":
      return trimmedPairs(exercise, count);
    case "sentence-order":
    case "story-order":
      return trimmedOrder(exercise, count);
    case "true-false":
      return trimmedStatements(exercise, count);
    case "who-said":
      return trimmedSpeech(exercise, count);
    case "first-letter":
      return { ...exercise, items: exercise.items.slice(0, count) };
    case "letter-scramble":
      return { ...exercise, items: exercise.items.slice(0, count) };
    case "find-sentence":
      return { ...exercise, items: exercise.items.slice(0, count) };
    case "word-order":
      return { ...exercise, items: exercise.items.slice(0, count) };
    case "listening-cloze":
      return { ...exercise, items: exercise.items.slice(0, count) };
    case "dictation":
      return { ...exercise, items: exercise.items.slice(0, count) };
  }
}

function trimmedCloze({ kind, bank, items }: Cloze, count: number, language: LanguageFacts): Cloze {
  const gone = items.slice(count);
  const isGone = (word: string) => gone.some(({ answer }) => sameAnswer(word, answer, language));
  return { kind, bank: bank.filter((word) => !isGone(word)), items: items.slice(0, count) };
}

function trimmedMatching({ kind, words, glosses, key }: Matching, count: number): Matching {
  const { first, second, key: keyLeft } = pairsLeft({ first: words, second: glosses, key }, count);
  return { kind, words: first, glosses: second, key: keyLeft };
}

function trimmedPairs({ kind, sentences, nexts, key }: WhatNext, count: number): WhatNext {
  const { first, second, key: keyLeft } = pairsLeft({ first: sentences, second: nexts, key }, count);
  return { kind, sentences: first, nexts: second, key: keyLeft };
}

interface Pairs {
  readonly first: readonly string[];
  readonly second: readonly string[];
  readonly key: readonly number[];
}

function pairsLeft({ first, second, key }: Pairs, count: number): Pairs {
  const kept = key.slice(0, count).toSorted((a, b) => a - b);
  return {
    first: first.slice(0, count),
    second: kept.map((index) => second[index] ?? ""),
    key: key.slice(0, count).map((index) => kept.indexOf(index)),
  };
}

function trimmedOrder({ kind, sentences, key }: SentenceOrder, count: number): SentenceOrder {
  const rows = sentences
    .map((sentence, index) => ({ sentence, place: key[index] ?? 0 }))
    .filter(({ place }) => place < count);
  // What is left may happen to be in order.
  const isOrdered = rows.every(({ place }, index) => place === index);
  const shown = isOrdered ? rows.toReversed() : rows;
  return { kind, sentences: shown.map(({ sentence }) => sentence), key: shown.map(({ place }) => place) };
}

// As many true ones as false ones, or the one could be told by counting.
function trimmedStatements({ kind, items }: TrueFalse, count: number): TrueFalse {
  const right = items.filter(({ isTrue }) => isTrue).slice(0, Math.ceil(count / 2));
  const wrong = items.filter(({ isTrue }) => !isTrue).slice(0, Math.floor(count / 2));
  return { kind, items: items.filter((item) => right.includes(item) || wrong.includes(item)) };
}

function trimmedSpeech({ kind, names, items }: WhoSaid, count: number): WhoSaid {
  const left = items.slice(0, count);
  return { kind, items: left, names: names.filter((name) => left.some(({ answer }) => answer === name)) };
}
