import type { Question } from "../../lessons/questions/question.ts";
import type { Kind } from "../../lessons/words/grammar.ts";
import { sha256 } from "../../shared/hash.ts";
import type { LanguageFacts } from "../../shared/languages/languages.ts";
import { remembered } from "../../shared/remembered.ts";
import { foldAnswer } from "./answer.ts";
import type { Exercise, HeardItem } from "./exercise.ts";
import { foldOnce, runningWordsOf, type Story } from "./story.ts";

export interface GapWord {
  /** The form for a word bank, from the lesson's list or the story. */
  readonly word: string;
  readonly key: string;
  readonly listed: boolean;
  /** Its meaning in the reader's language, if its list tells it. */
  readonly gloss: string | null;
  readonly places: readonly GapPlace[];
}

/** A sentence of the story with one gap, and the sentence's index. `before` and `after` keep their white space. */
export interface GapPlace {
  readonly before: string;
  readonly answer: string;
  readonly after: string;
  readonly sentence: number;
  /** What is left of the sentence, normalized by `asShown`. */
  readonly visible: string;
}

/** The class of a word, from its list or else from its own ending. */
export type KindOf = (word: string) => Kind;

/** A sentence with one expression exchanged for another one. */
export interface Exchange {
  readonly statement: string;
  readonly was: string;
  readonly is: string;
}

/** The ways to make a sentence false, by its index. */
export type Exchanges = (sentence: number) => Exchange[];

export interface Draft {
  readonly story: Story;
  readonly chance: Chance;
  /** Candidates in their order, but first those that the other version doesn't ask in this exercise: by sentence or by folded answer. */
  readonly newFirst: <T>(candidates: readonly T[], of: (candidate: T) => number | string) => T[];
  /** What the sheet shows and asks for so far. */
  readonly shown: Shown;
  readonly room: Room;
  readonly reader: LanguageFacts;
  /** What is chosen for a true statement and for a false one, in that language. */
  readonly verdicts: readonly [isTrue: string, isFalse: string];
  readonly questions: readonly Question[];
  readonly listed: readonly GapWord[];
  readonly others: readonly GapWord[];
  readonly kindOf: KindOf;
  readonly exchanges: Exchanges;
  /** The sentences that can be played alone, by index. */
  readonly heard: ReadonlyMap<number, HeardItem>;
}

/** The most sentences that each exercise of a sheet may use, so that a short story has enough for all. */
export interface Room {
  /** Whether the story is too short for all exercises; then gaps have priority. */
  readonly isShort: boolean;
  readonly cloze: number;
  readonly firstLetter: number;
  readonly order: number;
  readonly wordOrder: number;
  /** True statements; as many false ones come with them. */
  readonly statements: number;
  /** To be left for listening exercises. */
  readonly heard: number;
}

/** How many of the candidates one version takes, so that the other version can take different ones if there are enough for both. */
export function fairShare(candidates: number, most: number, fewest: number): number {
  return candidates >= fewest * 2 ? Math.min(most, Math.ceil(candidates / 2)) : most;
}

// A story with this many sentences has room for everything; in one with fewer than the second number, the first exercises take what they need.
const enoughSentences = 40;
const fewSentences = 12;
const shareOfHeard = 0.2;

export function roomIn({ sentences }: Pick<Story, "sentences">): Room {
  const count = sentences.length;
  const share = count < fewSentences ? 1 : Math.min(1, count / enoughSentences);
  const atLeast = (least: number, most: number) => Math.max(least, Math.round(most * share));
  return {
    isShort: count < fewSentences,
    cloze: atLeast(5, 10),
    firstLetter: atLeast(3, 6),
    order: atLeast(4, 6),
    wordOrder: atLeast(3, 5),
    statements: atLeast(2, 3),
    heard: count < fewSentences ? 0 : Math.round(count * shareOfHeard),
  };
}

/** Everything that a sheet shows and asks for so far. Later exercises must not ask for the same things again or give them away. */
export interface Shown {
  readonly sentences: ReadonlySet<number>;
  /** Texts that a learner sees, normalized by `asShown`. */
  readonly texts: readonly string[];
  /** Answers that a learner must find, normalized likewise. */
  readonly answers: readonly string[];
}

export const nothingShown: Shown = { sentences: new Set(), texts: [], answers: [] };

// Gaps are compared with each other many times, and the texts around them are made of the same words: without this cache, a sheet takes ten times as
// long. An entry lives as long as its story.
const formsIn = remembered(
  ({ language }: Pick<Story, "language">) =>
    remembered((text: string) =>
      language.spaces
        ? shownWords(
            runningWordsOf(text).map((word) => word.text),
            language,
          )
        : foldAnswer(text, language),
    ),
  new WeakMap(),
);

/** The folded running words, split at apostrophes; in a language without word spacing, the folded text. */
export function asShown(text: string, story: Pick<Story, "language">): string {
  return formsIn(story)(text);
}

/** What `asShown` makes of a text with these running words. */
export function shownWords(words: readonly string[], language: LanguageFacts): string {
  const folds = words.map((word) => foldOnce(word, language));
  return ` ${folds.join(" ").replace(/['’\u02bc]/gu, " ")} `;
}

/** Whether a text contains a word; both must be normalized by `asShown`. */
export function showsWord(text: string, word: string): boolean {
  return word.trim() !== "" && text.includes(word);
}

/** Whether a text that would be shown has an answer that the sheet asks for. */
export function tellsAnswer(text: string, { answers }: Pick<Shown, "answers">, story: Story): boolean {
  const own = asShown(text, story);
  return answers.some((answer) => showsWord(own, answer));
}

/** Whether the sheet may still show a sentence: it is not used, the story has it once, and it tells no answer. */
export function isFree(sentence: number, shown: Shown, story: Story): boolean {
  const isUsed = shown.sentences.has(sentence) || story.alike(sentence).length > 1;
  return !isUsed && !tellsAnswer(story.sentences[sentence] ?? "", shown, story);
}

// A word in more sentences than this, such as a person's name, is no secret that one of them could give away.
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
  const asked = items.filter(({ given, choices: own, answer }) =>
    own === undefined ? given !== null : isSecret(answer),
  );
  const used = items.flatMap(({ sentences }) => sentences.flatMap(story.alike));
  return {
    sentences: new Set([...shown.sentences, ...used]),
    texts: [...shown.texts, ...[...texts, ...choices].map((text) => asShown(text, story))],
    answers: [...shown.answers, ...asked.map(({ answer }) => asShown(answer, story))],
  };
}

export type Chance = ReturnType<typeof chanceOf>;

// After this many tries the last one is reversed, which moves every member but the middle one.
const tries = 20;

export function chanceOf(seed: string) {
  const next = sfc32(sha256(seed));
  /** A whole number from 0 to `count - 1`. */
  const below = (count: number) => Math.floor((next() / 2 ** 32) * count);
  const shuffle = <T>(list: readonly T[]): T[] => {
    const left = [...list];
    const drawn: T[] = [];
    while (left.length > 0) drawn.push(...left.splice(below(left.length), 1));
    return drawn;
  };
  /** A shuffled copy in which at most a third of the members keep their place, if their number allows it. */
  const disorder = <T>(list: readonly T[]): T[] => {
    for (let attempt = 0; attempt < tries; attempt += 1) {
      const shuffled = shuffle(list);
      const unmoved = shuffled.filter((member, index) => member === list[index]).length;
      if (unmoved <= list.length / 3) return shuffled;
    }
    return [...list].reverse();
  };
  return { shuffle, disorder };
}

// Chris Doty-Humphrey's sfc32: small, fast, and far better than a shuffle needs. No warm-up, because the hash has mixed the seed.
function sfc32(hash: string): () => number {
  let [a = 0, b = 0, c = 0, counter = 1] = (hash.match(/.{8}/g) ?? []).map((part) =>
    Number.parseInt(part, 16),
  );
  return () => {
    const result = (a + b + counter) >>> 0;
    counter = (counter + 1) >>> 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) >>> 0;
    c = (((c << 21) | (c >>> 11)) + result) >>> 0;
    return result;
  };
}
