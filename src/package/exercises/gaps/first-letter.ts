import type { Chance } from "../chance.ts";
import type { FirstLetter } from "../exercise.ts";
import { isSpelt, lettersOf } from "../letters.ts";
import type { Shown } from "../shown.ts";
import type { Story } from "../story.ts";
import { itemOf } from "./cloze.ts";
import type { ChosenGap, GapWord } from "./gap-words.ts";
import { chooseGaps } from "./gaps.ts";

const manyWords = 24;
const fewestItems = 3;
const fewestLetters = 3;

/** Gaps with the first letter given, for words that the sheet doesn't show. Null if fewer than three are possible. */
export function firstLetter(
  words: readonly GapWord[],
  { shown, story, chance, most }: { shown: Shown; story: Story; chance: Chance; most: number },
): { exercise: FirstLetter; gaps: readonly ChosenGap[] } | null {
  const spelt = words.filter(({ word }) => isSpelt(word) && lettersOf(word).length >= fewestLetters);
  const choose = (from: readonly GapWord[]) => chooseGaps(from, { story, chance, most, shown });
  let gaps = choose(spelt.slice(0, manyWords));
  if (gaps.length < fewestItems) gaps = choose(spelt);
  if (gaps.length < fewestItems) return null;
  const items = chance.shuffle(gaps).map((gap) => {
    const letters = lettersOf(gap.place.answer);
    return { ...itemOf(gap), first: letters[0] ?? "", letters: letters.length };
  });
  return { exercise: { kind: "first-letter", items }, gaps };
}
