import { lowerCase } from "../../lessons/text/lower-case.ts";
import { foldWord } from "../../lessons/words/exact.ts";
import type { Chance } from "./chance.ts";
import type { LetterScramble, LetterScrambleItem } from "./exercise.ts";
import type { GapWord } from "./gaps/gap-words.ts";
import { isSpelt, lettersOf } from "./letters.ts";
import type { Story } from "./story.ts";

const mostItems = 6;
const fewestItems = 3;
const mostLetters = 12;
const fewestLetters = 4;
const fewestDifferent = 3;
const tries = 10;

interface Candidate {
  readonly word: string;
  readonly gloss: string | null;
}

/** Words of the list, then of the story, as shuffled letters. Null for scripts without letters, or if too few words are suitable. */
export function letterScramble(
  { story, others }: { story: Story; others: readonly GapWord[] },
  chance: Chance,
): LetterScramble | null {
  const spare = others.slice(0, mostItems * 4).map(({ word }) => ({ word, gloss: null }));
  const taken = new Set<string>();
  const items: LetterScrambleItem[] = [];
  for (const candidate of [...chance.shuffle(story.words), ...chance.shuffle(spare)]) {
    if (items.length === mostItems) break;
    const item = scrambled(candidate, story, chance);
    const spelling = item === null ? "" : [...item.letters].sort().join("");
    // Of two anagrams, each would be an answer to the other.
    if (item === null || taken.has(spelling)) continue;
    taken.add(spelling);
    items.push(item);
  }
  return items.length < fewestItems ? null : { kind: "letter-scramble", items };
}

function scrambled(
  { word, gloss }: Candidate,
  { language, counts, isNative }: Story,
  chance: Chance,
): LetterScrambleItem | null {
  if (!language.spaces || !isSpelt(word) || !isNative(word)) return null;
  const letters = lettersOf(lowerCase(word, language.bcp47)).map((letter) => letter.replaceAll("ς", "σ"));
  if (letters.length < fewestLetters || letters.length > mostLetters) return null;
  if (new Set(letters).size < fewestDifferent) return null;
  for (let attempt = 0; attempt < tries; attempt += 1) {
    const shown = chance.disorder(letters);
    const fold = foldWord(shown.join(""), language);
    // The shuffled letters must not show the word itself or another word of the story.
    if (fold !== foldWord(word, language) && !counts.has(fold))
      return { letters: shown, answer: word, gloss };
  }
  return null;
}
