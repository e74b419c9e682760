import type { Chance } from "./chance.ts";
import { itemOf } from "./cloze.ts";
import type { FirstLetter } from "./exercise.ts";
import { type ChosenGap, chooseGaps, type GapWord } from "./gaps.ts";
import { isSpelt, lettersOf } from "./letters.ts";
import type { Story } from "./story.ts";

const mostItems = 6;
const fewestItems = 3;
const fewestLetters = 3;

/** Gaps with a first letter, preferably with words and sentences that the cloze doesn't use. Null if fewer than three are possible. */
export function firstLetter(
  words: readonly GapWord[],
  { cloze, story, chance }: { cloze: readonly ChosenGap[]; story: Story; chance: Chance },
): FirstLetter | null {
  const asked = new Set(cloze.map(({ word }) => word.key));
  const spelt = words.filter(({ word }) => isSpelt(word) && lettersOf(word).length >= fewestLetters);
  const avoid = new Set(cloze.map(({ place }) => place.sentence));
  const fresh = spelt.filter(({ key }) => !asked.has(key)).slice(0, mostItems * 4);
  const choose = (from: readonly GapWord[]) => chooseGaps(from, { story, chance, most: mostItems, avoid });
  let gaps = choose(fresh);
  if (gaps.length < fewestItems) gaps = choose(spelt);
  if (gaps.length < fewestItems) return null;
  const items = chance.shuffle(gaps).map((gap) => {
    const letters = lettersOf(gap.place.answer);
    return { ...itemOf(gap), first: letters[0] ?? "", letters: letters.length };
  });
  return { kind: "first-letter", items };
}
