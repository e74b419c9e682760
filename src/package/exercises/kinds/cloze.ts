import { readEntries } from "../../../lessons/words/entry.ts";
import { foldWord } from "../../../lessons/words/exact.ts";
import { grammarOf } from "../../../lessons/words/grammar.ts";
import type { LanguageFacts } from "../../../shared/languages/languages.ts";
import { remembered } from "../../../shared/remembered.ts";
import { isSpelt, lettersOf, sameAnswer } from "../answer.ts";
import { asShown, type Draft, type GapPlace, type GapWord, type KindOf, showsWord } from "../draft.ts";
import { type Exercise, type Item, itemOf } from "../exercise.ts";
import { isLookalike, isSmallWord, lookOf, wordsFor } from "../language-words.ts";
import { foldOnce, runningWordsOf, type Story } from "../story.ts";
import { type ChosenGap, chooseGaps, fillsGap } from "./gaps.ts";
import { sharesStem } from "./true-false.ts";

const enoughItems = 6;
const tooRisky = 3;
const extraWords = 2;
const manyWords = 24;
const leftForLetters = 3;

/**
 * Gaps with a word bank. Each has a hint that makes its word the only one that fits: its meaning, or else its first letters. Letters alone would tell
 * the word without its sentence, so the bank has a rival: another word that begins with them and doesn't fit.
 */
export function cloze(draft: Draft): Exercise {
  const { listed, others, story, chance, room, shown } = draft;
  const isFree = ({ key }: GapWord) => !shown.texts.some((text) => showsWord(text, asShown(key, story)));
  const free = listed.filter(isFree).length;
  // Leaves some to complete from their first letters.
  const most = Math.min(room.cloze, free > leftForLetters * 2 ? free - leftForLetters : free);
  const enough = Math.min(room.cloze, enoughItems);
  const rivalOf = rivalsFor(draft);
  const looksOf = (words: readonly string[]) => words.map((word) => lookOf(word, story.language));
  // The only noun or phrase of the bank would be found by its look.
  const isAlone = (gap: ChosenGap, looks: readonly string[]) => {
    const [own = ""] = looksOf([gap.word.word]);
    return looks.indexOf(own) === looks.lastIndexOf(own);
  };
  const looks = looksOf(spareWords(draft));
  const meaningOf = (gap: ChosenGap, gaps: readonly ChosenGap[]) =>
    isAlone(gap, looks) ? null : hintOf(gap, gaps, draft);
  const isTold = (gaps: readonly ChosenGap[], gap: ChosenGap) =>
    meaningOf(gap, gaps) !== null || rivalOf(gap, gaps) !== null;
  // The newest first, which is told least often.
  const areTold = (gaps: readonly ChosenGap[]) => gaps.toReversed().every((gap) => isTold(gaps, gap));
  let gaps = chooseGaps(listed, { ...draft, most, isFit: areTold });
  for (const words of [others.slice(0, manyWords), others]) {
    if (gaps.length >= enough) break;
    const both = new Set([...gaps.map(({ word }) => word), ...words]);
    const next = chooseGaps([...both], { ...draft, most: enough, isFit: areTold });
    if (next.length > gaps.length) gaps = next;
  }
  const told = chance.shuffle(gaps).flatMap((gap): HintedGap[] => {
    const meaning = meaningOf(gap, gaps);
    if (meaning !== null) return [{ gap, hint: meaning, rival: null }];
    const [letters, rival] = [lettersFor(gap, gaps, story), rivalOf(gap, gaps)];
    return letters === null || rival === null ? [] : [{ gap, hint: { cue: [letters] }, rival }];
  });
  const wrong = [...told.flatMap(({ rival }) => rival ?? []), ...distractors(told, draft)];
  const bank = looksOf([...told.map(({ gap }) => gap.word.word), ...wrong]);
  const asked = told.filter(({ gap, rival }) => rival !== null || !isAlone(gap, bank));
  const choices = chance.shuffle([...asked.map(({ gap }) => gap.word.word), ...wrong]);
  const items = asked.map(({ gap, hint }) => ({
    ...gapItem(gap),
    ...hint,
    correct: choices.findIndex((word) => sameAnswer(word, gap.place.answer, story.language)),
  }));
  return { kind: "cloze", choices, items };
}

interface HintedGap {
  readonly gap: ChosenGap;
  readonly hint: Pick<Item, "gloss"> | Pick<Item, "cue">;
  readonly rival: string | null;
}

/** The meaning of a gap's word, unless another gap has the same, the word looks like it, or the word may be another one, as `sobre` is. */
function hintOf(
  { word, place }: ChosenGap,
  gaps: readonly ChosenGap[],
  { story: { language }, reader }: Draft,
): Pick<Item, "gloss"> | null {
  const fold = (text: string) => text.trim().toLowerCase();
  const own = fold(word.gloss ?? "");
  const same = gaps.filter((gap) => fold(gap.word.gloss ?? "") === own);
  const isTelling =
    own !== "" &&
    same.length === 1 &&
    ![word.word, place.answer].some((form) =>
      isLookalike({ word: form, gloss: own }, { language, reader }),
    ) &&
    !isSmallWord(foldOnce(word.word, language), language);
  return isTelling ? { gloss: word.gloss } : null;
}

function lettersFor({ word }: ChosenGap, gaps: readonly ChosenGap[], story: Story): string | null {
  const others = gaps
    .map((gap) => gap.word.word)
    .filter((other) => other !== word.word)
    .flatMap((other) => partsOf(other, story.language));
  return beginningOf(word.word, others, story);
}

/** A word of the bank as a whole and, if it has an article or more words, each of them, folded. */
function partsOf(word: string, language: LanguageFacts): string[] {
  return [word, ...word.split(" ")].map((part) => foldOnce(part, language));
}

/**
 * Finds a word that begins with the same letters as a gap's own and doesn't fit: neither of the same kind nor, if the kinds are unknown, with the same
 * ending, and never in the gap's sentence, nor in the story after the word that is before the gap, or after an article or a name if the gap is after
 * one. Null if there is none.
 */
function rivalsFor(draft: Draft): (gap: ChosenGap, gaps: readonly ChosenGap[]) => string | null {
  const { story, kindOf } = draft;
  const { language } = story;
  const contexts = contextsIn(story);
  const closed = closedWords(language);
  // The higher, the more likely a word fits where another one stands.
  const riskOf = (own: string, other: string): number => {
    const kind = kindOf(other);
    if (kind === "unknown" && !closed.has(other)) return own.at(-1) === other.at(-1) ? tooRisky : 2;
    if (kind === kindOf(own)) return tooRisky;
    return closed.has(other) ? 1 : 0;
  };
  const words = new Map<string, string>();
  for (const word of [...spareWords(draft), ...runningRivalsIn(story)]) {
    const fold = foldOnce(word, language);
    if (!word.includes(" ") && !words.has(fold)) words.set(fold, word);
  }
  const candidates = [...words];
  return (gap, gaps) => {
    const { word, place } = gap;
    const letters = lettersFor(gap, gaps, story);
    if (letters === null) return null;
    const [begin, own] = [foldOnce(letters, language), foldOnce(word.word, language)];
    const before = contextOf(runningWordsOf(place.before).at(-1)?.text, language);
    const asked = new Set(gaps.flatMap((each) => partsOf(each.word.word, language)));
    const [best] = candidates
      .filter(
        ([fold]) => fold.startsWith(begin) && fold !== begin && !asked.has(fold) && !isFormOf(fold, own),
      )
      // A capital or an article alone would tell the two apart.
      .filter(([, other]) => lookOf(other, language) === lookOf(word.word, language))
      .filter(([fold]) => before === undefined || contexts.get(fold)?.has(before) !== true)
      .filter(([fold]) => story.folded[place.sentence]?.includes(fold) !== true)
      .filter(([, other]) => !gaps.some((each) => fillsGap(other, each.place, story)))
      .map(([fold, other]) => ({
        other,
        risk: riskOf(own, fold),
        difference: Math.abs(fold.length - own.length),
      }))
      .filter(({ risk }) => risk < tooRisky)
      .sort((one, another) => one.risk - another.risk || one.difference - another.difference);
    return best?.other ?? null;
  };
}

/** What a word stands after. */
function contextOf(before: string | undefined, language: LanguageFacts): string | undefined {
  if (before === undefined) return undefined;
  const { articles, pronouns } = grammarOf(language) ?? {};
  const fold = foldOnce(before, language);
  if (articles?.has(fold)) return "an article";
  return pronouns?.has(fold) || /^\p{Lu}/u.test(before) ? "a name or a pronoun" : fold;
}

/** By fold, what each of the story's words stands after. */
const contextsIn = remembered(({ folded, running, language }: Story) => {
  const contexts = new Map<string, Set<string | undefined>>();
  for (const [sentence, folds] of folded.entries())
    for (const [index, fold] of folds.entries()) {
      const own = contexts.get(fold) ?? new Set();
      contexts.set(fold, own.add(contextOf(running[sentence]?.[index - 1]?.text, language)));
    }
  return contexts;
}, new WeakMap());

function isFormOf(one: string, other: string): boolean {
  return sharesStem(one, other) || one.slice(0, -1) === other.slice(0, -1);
}

/** Articles, pronouns, prepositions and conjunctions: never where a noun, a verb or an adjective is left out, as adverbs may be. */
function closedWords(language: LanguageFacts): ReadonlySet<string> {
  const { conjunctions, phrases } = wordsFor(language);
  const { articles = [], pronouns = [] } = grammarOf(language) ?? {};
  const { subjects = [], prepositions = [], between = [] } = phrases ?? {};
  return new Set([...conjunctions, ...articles, ...pronouns, ...subjects, ...prepositions, ...between]);
}

/** The story's words in lower case, with the short ones that are no gaps. */
const runningRivalsIn = remembered(({ running, isNative }: Story) => {
  const words = new Set(running.flatMap((sentence) => sentence.map(({ text }) => text)));
  return [...words].filter((word) => /^[\p{Ll}\p{Lo}][\p{L}\p{M}]+$/u.test(word) && isNative(word));
}, new WeakMap());

const mostGiven = 3;

/** The fewest first letters of a word that none of the others begins with; at most half of the word. Null if they don't tell it apart. */
function beginningOf(word: string, others: readonly string[], { language }: Story): string | null {
  const letters = lettersOf(word);
  for (let count = 1; count <= Math.min(mostGiven, letters.length / 2); count += 1) {
    const given = letters.slice(0, count).join("");
    const isOwn = word.normalize("NFC").startsWith(given);
    if (isOwn && !others.some((other) => other.startsWith(foldOnce(given, language)))) return given;
  }
  return null;
}

const fewestLetters = 5;
const fewestItems = 3;
const leftToWrite = 2;

/**
 * Gaps with half of the letters given, for words that the sheet doesn't show and nobody knows by their look. Without a meaning, two thirds are given,
 * and the word follows an article: other tenses of a verb would fit as well.
 */
export function firstLetter(draft: Draft): Exercise {
  const { listed, others, story, chance, room, reader } = draft;
  const articles = grammarOf(story.language)?.articles ?? new Set();
  const followsArticle = ({ before }: GapPlace) => {
    const word = /\p{L}+(?= $)/u.exec(before)?.[0];
    return word !== undefined && articles.has(foldOnce(word, story.language));
  };
  const isFit = (gloss: string | null, place: GapPlace) =>
    (gloss !== null || followsArticle(place)) && openingFor(place.answer, gloss, story) !== null;
  // The others are none that anybody knows by their look.
  const unknown = listed.filter((word) => !isLookalike(word, { language: story.language, reader }));
  const spelt = [...unknown, ...others]
    .map((word) => ({ ...word, places: word.places.filter((place) => isFit(word.gloss, place)) }))
    .filter(({ places }) => places.length > 0);
  const choose = (from: typeof spelt) => chooseGaps(from, { ...draft, most: room.firstLetter });
  let gaps = choose(spelt.slice(0, manyWords));
  if (gaps.length < fewestItems) gaps = choose(spelt);
  const items = new Map<string, Item>();
  for (const gap of chance.shuffle(gaps)) {
    const hint = hintOf(gap, gaps, draft);
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
  const fold = foldOnce(given, language);
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

/** The words of the list and the story for gaps, without answers of the sheet. */
function spareWords({ listed, others, story, shown }: Draft): string[] {
  const unused = story.words.filter(
    ({ word, used }) => !used && /[\p{L}\p{N}]/u.test(word) && story.isNative(word),
  );
  return [...unused, ...listed, ...others]
    .map(({ word }) => word)
    .filter((word) => !shown.answers.includes(asShown(word, story)));
}

/** For some gaps without a rival, the most similar of the words that fit no gap and begin with no gap's letters. */
function distractors(asked: readonly HintedGap[], draft: Draft): string[] {
  const { story, kindOf } = draft;
  const { language } = story;
  const fold = (word: string) => foldOnce(word, language);
  const answers = new Set(asked.flatMap(({ gap }) => partsOf(gap.word.word, language)));
  const letters = asked.flatMap(({ hint }) => ("cue" in hint ? hint.cue.map(fold) : []));
  const candidates = spareWords(draft).filter(
    (word) =>
      !answers.has(fold(word)) &&
      !letters.some((begin) => partsOf(word, language).some((part) => part.startsWith(begin))) &&
      !asked.some(({ gap }) => fillsGap(word, gap.place, story)),
  );
  const chosen: string[] = [];
  for (const { gap } of asked.filter(({ rival }) => rival === null).slice(0, extraWords)) {
    const [best] = candidates
      .filter((other) => !chosen.includes(other))
      .map((other) => ({ other, score: likenessOfWords(gap.word.word, other, { kindOf, language }) }))
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
const sameLook = 1;
const comparedEnding = 2;

function likenessOfWords(
  one: string,
  other: string,
  { kindOf, language }: { kindOf: KindOf; language: LanguageFacts },
): number {
  const kind = kindOf(one);
  const [first, second] = [foldOnce(one, language), foldOnce(other, language)];
  const farther = Math.abs(first.length - second.length) / Math.max(first.length, second.length, 1);
  return (
    (kind !== "unknown" && kind === kindOf(other) ? sameKind : 0) +
    (first.slice(-comparedEnding) === second.slice(-comparedEnding) ? sameEnding : 0) +
    (lookOf(one, language) === lookOf(other, language) ? sameLook : 0) -
    farther
  );
}
