import { hasSentenceEnds } from "../../../lessons/text/sentences.ts";
import { foldAnswer, isSpelt, lettersOf } from "../answer.ts";
import type { Draft } from "../draft.ts";
import { type Exercise, type Item, itemOf } from "../exercise.ts";
import { isSmallWord } from "../language-words.ts";
import { inLowerCase, type Story } from "../story.ts";
import { canBeWrittenDown, mostDictated } from "./listening.ts";
import { wholeSentences } from "./orders.ts";

export const mostFound = 3;

const clueCount = 2;
const fewestLetters = 3;
const mostWords = 12;

/** Sentences to find and write down, each by two words that no other sentence has together. Leaves enough for a dictation, which needs shorter ones. */
export function findSentence({ story, shown, chance, newFirst }: Draft): Exercise | null {
  if (!story.language.spaces || !hasSentenceEnds(story.language)) return null;
  const wordsOf = story.folded.map((words) => new Set(words));
  const items: Item[] = [];
  for (const sentence of newFirst(candidatesOf({ story, shown, chance }), (index) => index)) {
    if (items.length === mostFound) break;
    const clues = cluesOf(sentence, { story, wordsOf });
    if (clues === null) continue;
    const answer = story.sentences[sentence] ?? "";
    items.push(itemOf({ cue: chance.shuffle(clues), answer, sentences: [sentence] }));
  }
  return { kind: "find-sentence", choices: [], items };
}

// Words and spaces, with commas as the story has them; nothing that learners could copy in another way.
const copied = /^[¡¿]?(?:[\p{L}\p{M}'’\u02bc ,،-]|\u200c|\u200d)+[.!?…؟۔।॥։።]$/u;

/** Sentences to copy, in the order in which to try them. */
function candidatesOf({ story, shown, chance }: Pick<Draft, "story" | "shown" | "chance">): number[] {
  const fit = chance.shuffle([...wholeSentences(story, shown)]).filter((index) => {
    const text = story.sentences[index] ?? "";
    return copied.test(text) && story.isNative(text) && (story.running[index]?.length ?? 0) <= mostWords;
  });
  const isShort = (index: number) => canBeWrittenDown(story.sentences[index] ?? "", story);
  const short = fit.filter(isShort);
  return [...fit.filter((index) => !isShort(index)), ...short.slice(mostDictated)];
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
