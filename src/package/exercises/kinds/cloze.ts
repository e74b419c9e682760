import { readEntries } from "../../../lessons/words/entry.ts";
import { foldWord } from "../../../lessons/words/exact.ts";
import { grammarOf } from "../../../lessons/words/grammar.ts";
import type { LanguageFacts } from "../../../shared/languages/languages.ts";
import { foldAnswer, isSpelt, lettersOf, sameAnswer } from "../answer.ts";
import { asShown, type Draft, type GapPlace, type GapWord, type KindOf, showsWord } from "../draft.ts";
import { type Exercise, type Item, itemOf } from "../exercise.ts";
import { isSmallWord } from "../language-words.ts";
import type { Story } from "../story.ts";
import { type ChosenGap, chooseGaps, fillsGap } from "./gaps.ts";

const enoughItems = 6;
const extraWords = 2;
const manyWords = 24;
const leftForLetters = 3;

/** Gaps with a word bank. Each has a hint that makes its word the only one in the bank that fits: its meaning, or else its first letters. */
export function cloze(draft: Draft): Exercise {
  const { listed, others, story, chance, room, shown } = draft;
  const isFree = ({ key }: GapWord) => !shown.texts.some((text) => showsWord(text, asShown(key, story)));
  const free = listed.filter(isFree).length;
  // Leaves some to complete from their first letters.
  const most = Math.min(room.cloze, free > leftForLetters * 2 ? free - leftForLetters : free);
  let gaps = chooseGaps(listed, { ...draft, most });
  if (gaps.length < Math.min(room.cloze, enoughItems)) {
    const both = [...gaps.map(({ word }) => word), ...others.slice(0, manyWords)];
    gaps = chooseGaps(both, { ...draft, most: Math.min(room.cloze, enoughItems) });
  }
  const spare = distractors(gaps, draft);
  const bank = [...gaps.map(({ word }) => word.word), ...spare];
  const asked = chance.shuffle(gaps).flatMap((gap) => {
    const hint = hintOf(gap, gaps, story) ?? lettersFor(gap, bank, story);
    return hint === null ? [] : [{ gap, hint }];
  });
  const choices = chance.shuffle([...asked.map(({ gap }) => gap.word.word), ...spare]);
  const items = asked.map(({ gap, hint }) => ({
    ...gapItem(gap),
    ...hint,
    correct: choices.findIndex((word) => sameAnswer(word, gap.place.answer, story.language)),
  }));
  return { kind: "cloze", choices, items };
}

/** The meaning of a gap's word, unless another gap has the same, it is the word itself, or the word may be another one, as `sobre` is. */
function hintOf(
  { word, place }: ChosenGap,
  gaps: readonly ChosenGap[],
  { language }: Story,
): Pick<Item, "gloss"> | null {
  const fold = (text: string) => text.trim().toLowerCase();
  const own = fold(word.gloss ?? "");
  const same = gaps.filter((gap) => fold(gap.word.gloss ?? "") === own);
  const isTelling =
    own !== "" &&
    same.length === 1 &&
    ![word.word, place.answer].map(fold).includes(own) &&
    !isSmallWord(foldAnswer(word.word, language), language);
  return isTelling ? { gloss: word.gloss } : null;
}

function lettersFor({ word }: ChosenGap, bank: readonly string[], story: Story): Pick<Item, "cue"> | null {
  const others = bank
    .filter((other) => other !== word.word)
    .flatMap((other) => [other, ...other.split(" ")])
    .map((other) => foldAnswer(other, story.language));
  const letters = beginningOf(word.word, others, story);
  return letters === null ? null : { cue: [letters] };
}

const mostGiven = 3;

/** The fewest first letters of a word that none of the others begins with; at most half of the word. Null if they don't tell it apart. */
function beginningOf(word: string, others: readonly string[], { language }: Story): string | null {
  const letters = lettersOf(word);
  for (let count = 1; count <= Math.min(mostGiven, letters.length / 2); count += 1) {
    const given = letters.slice(0, count).join("");
    const isOwn = word.normalize("NFC").startsWith(given);
    if (isOwn && !others.some((other) => other.startsWith(foldAnswer(given, language)))) return given;
  }
  return null;
}

const fewestLetters = 5;
const fewestItems = 3;
const leftToWrite = 2;

/**
 * Gaps with half of the letters given, for words that the sheet doesn't show. Without a meaning, two thirds are given, and the word follows an
 * article: other tenses of a verb would fit as well.
 */
export function firstLetter(draft: Draft): Exercise {
  const { listed, others, story, chance, room } = draft;
  const articles = grammarOf(story.language)?.articles ?? new Set();
  const followsArticle = ({ before }: GapPlace) => {
    const word = /\p{L}+(?= $)/u.exec(before)?.[0];
    return word !== undefined && articles.has(foldAnswer(word, story.language));
  };
  const isFit = (gloss: string | null, place: GapPlace) =>
    (gloss !== null || followsArticle(place)) && openingFor(place.answer, gloss, story) !== null;
  const spelt = [...listed, ...others]
    .map((word) => ({ ...word, places: word.places.filter((place) => isFit(word.gloss, place)) }))
    .filter(({ places }) => places.length > 0);
  const choose = (from: typeof spelt) => chooseGaps(from, { ...draft, most: room.firstLetter });
  let gaps = choose(spelt.slice(0, manyWords));
  if (gaps.length < fewestItems) gaps = choose(spelt);
  const items = new Map<string, Item>();
  for (const gap of chance.shuffle(gaps)) {
    const hint = hintOf(gap, gaps, story);
    const given =
      hint !== null || followsArticle(gap.place)
        ? openingFor(gap.place.answer, hint?.gloss ?? null, story)
        : null;
    if (given !== null) items.set(given, { ...gapItem(gap), ...hint, given });
  }
  return { kind: "first-letter", choices: [], items: [...items.values()] };
}

/** The letters given of a word; null if another word of the story with as many letters begins with them. */
function openingFor(word: string, gloss: string | null, { language, counts }: Story): string | null {
  const letters = lettersOf(word);
  if (!isSpelt(word) || letters.length < fewestLetters) return null;
  const share = gloss === null ? 2 / 3 : 1 / 2;
  const given = letters
    .slice(0, Math.min(letters.length - leftToWrite, Math.ceil(letters.length * share)))
    .join("");
  const fold = foldAnswer(given, language);
  const isOwn = word.normalize("NFC").startsWith(given);
  const rivals = [...counts.keys()].filter(
    (other) => other.startsWith(fold) && lettersOf(other).length === letters.length,
  );
  return isOwn && rivals.length <= 1 ? given : null;
}

/** The item of a gap, without anything given. */
export function gapItem({ place: { before, answer, after, sentence } }: ChosenGap): Item {
  return itemOf({ before, given: "", answer, after, sentences: [sentence] });
}

/** Words that fit no gap: for some gaps the most similar word of the list or the story. */
function distractors(gaps: readonly ChosenGap[], { listed, others, story, kindOf, shown }: Draft): string[] {
  const keys = new Set(gaps.map(({ word }) => word.key));
  const spare = [...listed, ...others].filter(({ key }) => !keys.has(key)).map(({ word }) => word);
  const unused = story.words.filter(
    ({ word, used }) => !used && /[\p{L}\p{N}]/u.test(word) && story.isNative(word),
  );
  const candidates = [...unused.map(({ word }) => word), ...spare].filter(
    (word) =>
      !gaps.some(({ place }) => fillsGap(word, place, story)) &&
      !shown.answers.includes(asShown(word, story)),
  );
  const chosen: string[] = [];
  for (const { word } of gaps.slice(0, extraWords)) {
    const likeness = (other: string) =>
      likenessOfWords(word.word, other, { kindOf, language: story.language });
    const [best] = candidates
      .filter((other) => !chosen.includes(other))
      .map((other) => ({ other, score: likeness(other) }))
      .sort((a, b) => b.score - a.score);
    if (best !== undefined) chosen.push(best.other);
  }
  return chosen;
}

/** Finds the classes of a story's words, as far as its list and the grammar show them. */
export function kindsOf({ words, language }: Story, reader: LanguageFacts): KindOf {
  const grammar = grammarOf(language);
  const entries = readEntries(words, { language, grammar, reader: grammarOf(reader) });
  const known = new Map(
    entries.map(({ kind }, index) => [foldWord(words[index]?.word ?? "", language), kind]),
  );
  return (word) => known.get(foldWord(word, language)) ?? grammar?.guess(word) ?? "unknown";
}

const sameKind = 4;
const sameEnding = 2;
const sameCapital = 1;
const comparedEnding = 2;

function likenessOfWords(
  one: string,
  other: string,
  { kindOf, language }: { kindOf: KindOf; language: LanguageFacts },
): number {
  const kind = kindOf(one);
  const [first, second] = [foldAnswer(one, language), foldAnswer(other, language)];
  const farther = Math.abs(first.length - second.length) / Math.max(first.length, second.length, 1);
  const isCapital = (word: string) => /^\p{Lu}/u.test(word);
  return (
    (kind !== "unknown" && kind === kindOf(other) ? sameKind : 0) +
    (first.slice(-comparedEnding) === second.slice(-comparedEnding) ? sameEnding : 0) +
    (isCapital(one) === isCapital(other) ? sameCapital : 0) -
    farther
  );
}
