import { hasSentenceEnds } from "../../../lessons/text/sentences.ts";
import { remembered } from "../../../shared/remembered.ts";
import {
  asShown,
  type Draft,
  type Exchange,
  type Exchanges,
  fairShare,
  isFree,
  type Shown,
  showsWord,
  tellsAnswer,
} from "../draft.ts";
import { type Exercise, type Item, itemOf } from "../exercise.ts";
import { isSmallWord, wordsFor } from "../language-words.ts";
import type { Story } from "../story.ts";

const fewestOfEach = 2;
// Sentences to be left for the two later exercises that use whole sentences, if the story has so many.
const sentencesOfLaterExercises = 16;
const fewestWords = 5;
const mostCharacters = 160;

const [isTrue, isFalse] = [0, 1];

/**
 * As many true statements as false ones, in the order of the story. Null if fewer than two of each are possible, or for languages whose undecidable
 * words aren't known.
 */
export function trueFalse({
  story,
  shown,
  chance,
  room,
  verdicts,
  exchanges,
  newFirst,
}: Draft): Exercise | null {
  const left = story.sentences.length - shown.sentences.size - room.heard;
  const drawn = newFirst(chance.shuffle(fitSentences(story, shown)), (sentence) => sentence);
  const changed = drawn.flatMap((sentence) => {
    const made = exchanges(sentence).filter(({ is }) => !tellsAnswer(is, shown, story));
    return made.length === 0 ? [] : [{ sentence, made: chance.shuffle(made) }];
  });
  const isScarce =
    left < sentencesOfLaterExercises + room.statements * 2 || changed.length < fewestOfEach * 2;
  const share = isScarce ? fewestOfEach : fairShare(changed.length, room.statements, fewestOfEach);
  const most = Math.min(share, Math.floor(left / 2));
  const wrong: Item[] = [];
  for (const { sentence, made } of changed) {
    const exchange = made.find((each) => isNew(each, wrong, story));
    if (wrong.length < most && exchange !== undefined)
      wrong.push(statementOf(sentence, exchange.statement, story));
  }
  if (wrong.length < fewestOfEach) return null;
  const right = drawn
    .filter((sentence) => !wrong.some(({ sentences }) => sentences.includes(sentence)))
    .filter((sentence) => !wrong.some(({ before }) => tellsOf(before, sentence, story)))
    .slice(0, wrong.length)
    .map((sentence) => statementOf(sentence, null, story));
  if (right.length < fewestOfEach) return null;
  const items = [...wrong.slice(0, right.length), ...right];
  return {
    kind: "true-false",
    choices: verdicts,
    items: items.sort((a, b) => (a.sentences[0] ?? 0) - (b.sentences[0] ?? 0)),
  };
}

/** A sentence as a statement, or what makes it false. */
function statementOf(sentence: number, wrong: string | null, story: Story): Item {
  const answer = story.sentences[sentence] ?? "";
  const correct = wrong === null ? isTrue : isFalse;
  return itemOf({ before: wrong ?? answer, answer, correct, sentences: [sentence] });
}

// Two false statements with the same words would give each other away.
function isNew({ was, is }: Exchange, others: readonly Item[], story: Story): boolean {
  return !others.some(({ before }) =>
    [was, is].some((word) => showsWord(asShown(before, story), asShown(word, story))),
  );
}

// A true statement that differs from a false one by a single word shows which word is wrong.
function tellsOf(statement: string, sentence: number, story: Story): boolean {
  const words = new Set(asShown(statement, story).trim().split(" "));
  const own = asShown(story.sentences[sentence] ?? "", story)
    .trim()
    .split(" ");
  return own.filter((word) => !words.has(word)).length < 2;
}

/** Plain statements of the story that the sheet does not use yet: no questions, speech, negations or lists. */
function fitSentences(story: Story, shown: Shown): number[] {
  const { language, sentences } = story;
  const { undecidable } = wordsFor(language);
  if (undecidable.size === 0 || !hasSentenceEnds(language)) return [];
  return sentences.flatMap((text, sentence) => {
    const words = story.folded[sentence] ?? [];
    const isFit =
      words.length >= fewestWords &&
      text.length <= mostCharacters &&
      isPlain(text) &&
      story.isNative(text) &&
      !words.some((word) => isUndecidable(word, undecidable)) &&
      !story.unfit.has(sentence) &&
      isFree(sentence, shown, story);
    return isFit ? [sentence] : [];
  });
}

function isPlain(text: string): boolean {
  return /^\p{L}[^?!…:;"“”„«»‘‚「『()–—]*\.$/u.test(text);
}

/** Whether a folded running word makes a sentence unsuitable. */
function isUndecidable(word: string, words: ReadonlySet<string>): boolean {
  return words.has(word) || word.split(/['-]/u).some((part) => words.has(part)) || word.endsWith("n't");
}

// Of a group's members. Far more or fewer of something is no statement that anybody would believe.
const farthest = 2;
const fewestLetters = 4;
// A word that occurs in more sentences than this is not characteristic of one.
const mostSentencesOfATellingWord = 0.15;
const fewestOfThem = 2;

/** Exchanges a number, a colour, a quality or the like for another of its group that no sentence has beside a telling word of the changed sentence. */
export function exchangesOf(story: Story): Exchanges {
  const groups = groupsOf(wordsFor(story.language).exchanges);
  const bare = story.folded.map((words) => words.map(withoutElision));
  const tells = tellingWords(bare, story);
  const isToldWith = (expression: string, words: readonly string[]) =>
    story.sentences.some(
      (text, at) =>
        showsWord(asShown(text, story), asShown(expression, story)) &&
        bare[at]?.some((word) => words.some((each) => sharesStem(each, word))),
    );
  const exchangesIn = (text: string, folds: readonly string[]) =>
    groups.flatMap((group): Exchange[] => {
      const [found, another] = text.matchAll(group.pattern);
      // If a sentence has two of a group, as in `from the first to the last`, neither can be exchanged.
      if (found === undefined || another !== undefined) return [];
      const [was] = found;
      const [before, after] = [text.slice(0, found.index), text.slice(found.index + was.length)];
      const ownWords = new Set(asShown(was, story).trim().split(" "));
      const rest = folds.filter((word) => !ownWords.has(word) && tells(word));
      if (rest.length === 0 || !group.exchanged.test(was)) return [];
      const own = group.members.findIndex((each) => each === was || capital(each) === was);
      return group.members
        .filter((is, at) => at !== own && Math.abs(at - own) <= farthest && !isToldWith(is, rest))
        .map((is) => ({ was, is, statement: before + (found.index === 0 ? capital(is) : is) + after }))
        .filter(({ statement }) => !story.hasSentence(statement));
    });
  // A cache, since each version of the sheet asks for them again.
  return remembered((sentence) => exchangesIn(story.sentences[sentence] ?? "", bare[sentence] ?? []));
}

function withoutElision(word: string): string {
  return word.replace(/^(?:[cdjlmnst]|qu|un|dell|nell|all|sull)'/u, "");
}

const stemLetters = 4;

/** The letters that a word shares with its inflected forms, which usually begin alike; null for a word that is too short to tell. */
export function stemOf(word: string): string | null {
  return word.length < stemLetters ? null : word.slice(0, stemLetters);
}

export function sharesStem(one: string, other: string): boolean {
  return one === other || (stemOf(one) !== null && stemOf(one) === stemOf(other));
}

function tellingWords(folds: readonly (readonly string[])[], story: Story): (word: string) => boolean {
  const counts = new Map<string, number>();
  for (const words of folds) for (const word of new Set(words)) counts.set(word, (counts.get(word) ?? 0) + 1);
  const most = Math.max(fewestOfThem, folds.length * mostSentencesOfATellingWord);
  return (word) =>
    word.length >= fewestLetters && !isSmallWord(word, story.language) && (counts.get(word) ?? 0) <= most;
}

interface Group {
  readonly members: readonly string[];
  /** Finds any of the members, also at the beginning of a sentence. */
  readonly pattern: RegExp;
  /** Matches the members that can be exchanged for another one. */
  readonly exchanged: RegExp;
}

// A cache, since reading a group makes two patterns for each of its endings.
const groupsOf = remembered((exchanges: readonly string[]) => exchanges.flatMap(readGroup));

function readGroup(written: string): Group[] {
  const [stems = "", ...endings] = written.split(/ \+/u);
  return (endings.length === 0 ? [""] : endings).map((ending) => {
    const [exchanged = [], others = []] = stems
      .split(">")
      .map((some) => some.split("|").map((stem) => stem + ending));
    const members = [...exchanged, ...others];
    const anyOf = (some: readonly string[]) => some.flatMap((each) => [each, `^${capital(each)}`]).join("|");
    return {
      members,
      pattern: new RegExp(
        `(?<![\\p{L}\\p{M}\\p{N}'’-])(?:${anyOf(members)})(?![\\p{L}\\p{M}\\p{N}'’-])`,
        "gu",
      ),
      exchanged: new RegExp(`^(?:${anyOf(exchanged)})$`, "u"),
    };
  });
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
