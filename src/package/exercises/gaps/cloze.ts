import type { Chance } from "../chance.ts";
import type { Cloze } from "../exercise.ts";
import type { Shown } from "../shown.ts";
import type { Story } from "../story.ts";
import type { ChosenGap, GapWord } from "./gap-words.ts";
import { chooseGaps, fillsGap } from "./gaps.ts";
import { type KindOf, likenessOfWords } from "./word-kinds.ts";

const enoughItems = 6;
const fewestItems = 3;
const extraWords = 2;

interface Words {
  readonly listed: readonly GapWord[];
  readonly others: readonly GapWord[];
  readonly story: Story;
  readonly kindOf: KindOf;
}

/** Gaps with a word bank: words of the list, and of the story if the list has too few. Null if fewer than three are possible. */
export function cloze(
  words: Words,
  { shown, chance, most }: { shown: Shown; chance: Chance; most: number },
): { exercise: Cloze; gaps: readonly ChosenGap[] } | null {
  const { listed, others, story } = words;
  // The bank shows every answer, so it does no harm if the rest of the sheet does.
  const taken = { ...shown, texts: [] };
  let gaps = chooseGaps(listed, { story, chance, most, shown: taken });
  if (gaps.length < Math.min(most, enoughItems)) {
    const both = [...gaps.map(({ word }) => word), ...others.slice(0, enoughItems * 4)];
    gaps = chooseGaps(both, { story, chance, most: Math.min(most, enoughItems), shown: taken });
  }
  if (gaps.length < fewestItems) return null;
  const items = chance.shuffle(gaps);
  const bank = [...items.map(({ word }) => word.word), ...distractors(items, words)];
  return { exercise: { kind: "cloze", bank: chance.shuffle(bank), items: items.map(itemOf) }, gaps };
}

/** The item of a gap. */
export function itemOf({ place }: ChosenGap): Cloze["items"][number] {
  return { before: place.before, answer: place.answer, after: place.after };
}

/** Words that fit no gap: for some gaps the most similar word of the list or the story. */
function distractors(gaps: readonly ChosenGap[], { listed, others, story, kindOf }: Words): string[] {
  const keys = new Set(gaps.map(({ word }) => word.key));
  const spare = [...listed, ...others].filter(({ key }) => !keys.has(key)).map(({ word }) => word);
  const unused = story.words.filter(
    ({ word, used }) => !used && /[\p{L}\p{N}]/u.test(word) && story.isNative(word),
  );
  const candidates = [...unused.map(({ word }) => word), ...spare].filter(
    (word) => !gaps.some(({ place }) => fillsGap(word, place, story)),
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
