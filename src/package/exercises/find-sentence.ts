import { hasSentenceEnds } from "../../lessons/text/sentences.ts";
import { foldAnswer } from "./answer.ts";
import type { Chance } from "./chance.ts";
import { mostDictated } from "./dictation.ts";
import type { FindSentence } from "./exercise.ts";
import { isSpelt, lettersOf } from "./letters.ts";
import { wholeSentences } from "./orders/whole-sentences.ts";
import { canBeWrittenDown } from "./short-sentence.ts";
import type { Shown } from "./shown.ts";
import { isSmallWord } from "./small-words.ts";
import { inLowerCase, type Story } from "./story.ts";

/** The most sentences to find. */
export const mostFound = 3;

const fewestItems = 2;
const clueCount = 2;
const fewestLetters = 3;
const mostWords = 12;

interface Finding {
  readonly shown: Shown;
  readonly chance: Chance;
}

/**
 * Sentences to find in the story by two words that no other sentence has together, and to write down. Only in languages with word spacing.
 * Leaves the story enough sentences for a dictation, which needs shorter ones. Null if fewer than two are possible.
 */
export function findSentence(
  story: Story,
  { shown, chance }: Finding,
): { exercise: FindSentence; sentences: readonly number[] } | null {
  if (!story.language.spaces || !hasSentenceEnds(story.language)) return null;
  const wordsOf = foldedWords(story);
  const found: { sentence: number; clues: readonly string[] }[] = [];
  for (const sentence of candidatesOf(story, { shown, chance })) {
    if (found.length === mostFound) break;
    const clues = cluesOf(sentence, { story, wordsOf });
    if (clues !== null) found.push({ sentence, clues: chance.shuffle(clues) });
  }
  if (found.length < fewestItems) return null;
  return {
    exercise: {
      kind: "find-sentence",
      items: found.map(({ sentence, clues }) => ({ clues, answer: story.sentences[sentence] ?? "" })),
    },
    sentences: found.map(({ sentence }) => sentence),
  };
}

// Words and spaces, with commas as the story has them; nothing that learners could copy in another way.
const copied = /^[¡¿]?(?:[\p{L}\p{M}'’\u02bc ,،-]|\u200c|\u200d)+[.!?…؟۔।॥։።]$/u;

/** Sentences to copy, in the order in which to try them. */
function candidatesOf(story: Story, { shown, chance }: Finding): number[] {
  const fit = chance.shuffle([...wholeSentences(story, shown)]).filter((index) => {
    const text = story.sentences[index] ?? "";
    return copied.test(text) && story.isNative(text) && (story.running[index]?.length ?? 0) <= mostWords;
  });
  const isShort = (index: number) => canBeWrittenDown(story.sentences[index] ?? "", story);
  const short = fit.filter(isShort);
  return [...fit.filter((index) => !isShort(index)), ...short.slice(mostDictated)];
}

function foldedWords({ folded }: Story): ReadonlySet<string>[] {
  return folded.map((words) => new Set(words));
}

/** The two rarest words of a sentence, in its order, if they lead to it alone. Its first word is none of them: its capital would tell. */
function cluesOf(
  sentence: number,
  { story, wordsOf }: { story: Story; wordsOf: readonly ReadonlySet<string>[] },
): string[] | null {
  const { language, counts, running } = story;
  const candidates = new Map(
    (running[sentence] ?? [])
      .slice(1)
      .filter(({ text }) => isClue(text, story))
      .map(({ text }) => [foldAnswer(text, language), text]),
  );
  const rarest = [...candidates.keys()]
    .toSorted((a, b) => (counts.get(a) ?? 0) - (counts.get(b) ?? 0))
    .slice(0, clueCount);
  const having = wordsOf.filter((words) => rarest.every((clue) => words.has(clue)));
  if (rarest.length < clueCount || having.length !== 1) return null;
  return [...candidates].flatMap(([fold, text]) => (rarest.includes(fold) ? [text] : []));
}

function isClue(word: string, story: Story): boolean {
  if (isSmallWord(inLowerCase(word, story), story.language)) return false;
  return story.isNative(word) && lettersOf(word).length >= (isSpelt(word) ? fewestLetters : 2);
}
