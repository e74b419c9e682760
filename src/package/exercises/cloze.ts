import type { Chance } from "./chance.ts";
import type { Cloze } from "./exercise.ts";
import { type ChosenGap, chooseGaps, fillsGap, type GapWord } from "./gaps.ts";
import type { Story } from "./story.ts";

const mostItems = 10;
const enoughItems = 6;
const fewestItems = 3;
const extraWords = 2;

/** Gaps with a word bank: words of the list, and if those are too few, of the story. Null if fewer than three gaps are possible. */
export function cloze(
  { listed, others, story }: { listed: readonly GapWord[]; others: readonly GapWord[]; story: Story },
  chance: Chance,
): { exercise: Cloze; gaps: readonly ChosenGap[] } | null {
  const none: ReadonlySet<number> = new Set();
  let gaps = chooseGaps(listed, { story, chance, most: mostItems, avoid: none });
  if (gaps.length < enoughItems) {
    const both = [...gaps.map(({ word }) => word), ...others.slice(0, enoughItems * 4)];
    gaps = chooseGaps(both, { story, chance, most: enoughItems, avoid: none });
  }
  if (gaps.length < fewestItems) return null;
  const items = chance.shuffle(gaps);
  const bank = [...items.map(({ word }) => word.word), ...distractors(items, { listed, others, story })];
  return { exercise: { kind: "cloze", bank: chance.shuffle(bank), items: items.map(itemOf) }, gaps };
}

export function itemOf({ place }: ChosenGap): Cloze["items"][number] {
  return { before: place.before, answer: place.answer, after: place.after };
}

// Words that fit no gap: first words of the list that the story doesn't have, then others of the list and the story.
function distractors(
  gaps: readonly ChosenGap[],
  { listed, others, story }: { listed: readonly GapWord[]; others: readonly GapWord[]; story: Story },
): string[] {
  const keys = new Set(gaps.map(({ word }) => word.key));
  const spare = [...listed, ...others].filter(({ key }) => !keys.has(key)).map(({ word }) => word);
  const unused = story.words.filter(
    ({ word, used }) => !used && /[\p{L}\p{N}]/u.test(word) && story.isNative(word),
  );
  return [...unused.map(({ word }) => word), ...spare]
    .filter((word) => !gaps.some(({ place }) => fillsGap(word, place, story)))
    .slice(0, extraWords);
}
