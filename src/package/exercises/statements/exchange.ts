import { grammarOf } from "../../../lessons/words/grammars/grammars.ts";
import { grouped } from "../../../shared/grouped.ts";
import { foldAnswer } from "../answer.ts";
import { isSmallWord } from "../small-words.ts";
import type { RunningWord, Story } from "../story.ts";

/** A sentence with one word exchanged for another one of the story. */
export interface Exchange {
  readonly statement: string;
  readonly was: string;
  readonly is: string;
}

/** The ways to make a sentence false, by its index. */
export type Exchanges = (sentence: number) => Exchange[];

/** A running word with the small words before it: words after the same ones are interchangeable. */
interface Anchored {
  readonly word: RunningWord;
  readonly key: string;
  readonly anchor: string;
  readonly sentence: number;
}

const fewestLetters = 4;
// A word that occurs in more sentences than this is not characteristic of one.
const mostSentencesOfATellingWord = 0.15;
const fewestOfThem = 2;

/**
 * Finds the ways to make a sentence false by exchanging one word. The other word follows the same preposition and article elsewhere in the
 * story, as in `en la cocina`, and never occurs in a sentence with any other characteristic word of this one.
 */
export function exchangesOf(story: Story): Exchanges {
  const folds = story.folded;
  const anchored = folds.flatMap((_, sentence) => anchoredIn(sentence, folds, story));
  const byAnchor = grouped(anchored, ({ anchor }) => anchor);
  const bare = folds.map((words) => words.map(withoutElision));
  const tells = tellingWords(bare, story);
  return (sentence) =>
    anchored
      .filter((own) => own.sentence === sentence)
      .flatMap((own) =>
        (byAnchor.get(own.anchor) ?? [])
          .filter((other) => isOther(other, own, { bare, tells, story }))
          .map((other) => exchanged(own, other, story)),
      )
      .filter(({ statement }) => !story.hasSentence(statement));
}

function anchoredIn(sentence: number, folds: readonly (readonly string[])[], story: Story): Anchored[] {
  const text = story.sentences[sentence] ?? "";
  const words = story.running[sentence] ?? [];
  return words.flatMap((word, at) => {
    const anchor = anchorOf(folds[sentence]?.slice(Math.max(0, at - 2), at) ?? [], story);
    const key = folds[sentence]?.[at] ?? "";
    const before = words[at - (anchor?.split(" ").length ?? 0)];
    if (anchor === null || before === undefined || !isContent(key, story)) return [];
    if (!/^[\p{L}\p{N}'’ ]*$/u.test(text.slice(before.start, word.start))) return [];
    return [{ word, key, anchor, sentence }];
  });
}

// Prepositions contracted with an article, by language: `nos` is one in Portuguese, and a pronoun before a verb in Spanish. Not those of belonging, since
// few nouns can belong to a noun.
const contracted: Readonly<Record<string, readonly string[]>> = {
  de: ["im", "am", "zum", "zur", "beim", "ins", "ans", "aufs"],
  es: ["al"],
  fr: ["au", "aux"],
  it: ["al", "alla", "nel", "nella", "nello", "nei", "nelle", "sul", "sulla", "dal", "dalla"],
  pt: ["no", "na", "nos", "nas", "ao", "à", "pelo", "pela", "num", "numa"],
};

/** The preposition and article before a noun, which determine its gender, number and case; null if there are none. */
function anchorOf(before: readonly string[], { language }: Story): string | null {
  const [first, second] = before.length > 1 ? before : [undefined, before[0]];
  if (second === undefined || !isSmallWord(second, language)) return null;
  if (contracted[language.bcp47.split("-", 1)[0] ?? ""]?.includes(second) === true) return second;
  if (first === undefined || !isSmallWord(first, language) || belongsBefore.has(first)) return null;
  // Without an article the next word may be a verb, as in `es a faire`; after a pronoun it is one, as in `il la cherche`.
  const grammar = grammarOf(language);
  const isNoun = grammar?.articles.has(second) === true && !grammar.pronouns.has(first);
  return isNoun ? `${first} ${second}` : null;
}

function withoutElision(word: string): string {
  return word.replace(/^(?:[cdjlmnst]|qu|un|dell|nell|all|sull)'/u, "");
}

function isContent(key: string, { language }: Story): boolean {
  return key.length >= fewestLetters && !isSmallWord(key, language);
}

interface Facts {
  /** The running words of each sentence, folded. */
  readonly bare: readonly (readonly string[])[];
  readonly tells: (word: string) => boolean;
  readonly story: Story;
}

function isOther(other: Anchored, own: Anchored, { bare, tells, story }: Facts): boolean {
  if (other.key === own.key || sharesStem(other.key, own.key)) return false;
  if (/^\p{Lu}/u.test(other.word.text) !== /^\p{Lu}/u.test(own.word.text)) return false;
  if (!story.isNative(other.word.text) || !endsAlike(other, own, story)) return false;
  const rest = (bare[own.sentence] ?? []).filter((word) => word !== own.key && tells(word));
  if (rest.length === 0 || rest.includes(other.key)) return false;
  return !bare.some(
    (words) =>
      words.some((word) => sharesStem(word, other.key)) &&
      words.some((word) => rest.some((each) => sharesStem(each, word))),
  );
}

// If a content word follows, it may be an adjective that would have to agree.
function endsAlike(other: Anchored, own: Anchored, story: Story): boolean {
  const [one, two] = [other, own].map(({ word, sentence }) => {
    const rest = (story.sentences[sentence] ?? "").slice(word.start + word.text.length);
    return { isEnd: /^[\p{P}]/u.test(rest.trimStart()), next: rest };
  });
  if (one === undefined || two === undefined) return false;
  if (one.isEnd && two.isEnd) return true;
  const next = /^ (\p{L}+)/u.exec(two.next)?.[1];
  const small = next === undefined ? "" : foldAnswer(next, story.language);
  return one.isEnd && isSmallWord(small, story.language) && !belongsBefore.has(small);
}

// What such a word begins belongs to the noun before it, as in `la parada del autobús`.
const belongsBefore = new Set(
  "of de del d du des di della dell dei do da dos das van von vom der des av til for".split(" "),
);

const sharedLetters = 4;

// Inflected forms of a word usually begin alike.
export function sharesStem(one: string, other: string): boolean {
  return (
    one === other ||
    (one.length >= sharedLetters && one.slice(0, sharedLetters) === other.slice(0, sharedLetters))
  );
}

function tellingWords(folds: readonly (readonly string[])[], story: Story): (word: string) => boolean {
  const counts = new Map<string, number>();
  for (const words of folds) for (const word of new Set(words)) counts.set(word, (counts.get(word) ?? 0) + 1);
  const most = Math.max(fewestOfThem, folds.length * mostSentencesOfATellingWord);
  return (word) => isContent(word, story) && (counts.get(word) ?? 0) <= most;
}

function exchanged({ word, sentence }: Anchored, other: Anchored, { sentences }: Story): Exchange {
  const text = sentences[sentence] ?? "";
  const statement = `${text.slice(0, word.start)}${other.word.text}${text.slice(word.start + word.text.length)}`;
  return { statement, was: word.text, is: other.word.text };
}
