import type { Chance } from "./chance.ts";
import { itemOf } from "./cloze.ts";
import type { HeardItem, ListeningCloze } from "./exercise.ts";
import { type ChosenGap, chooseGaps, type GapPlace, type GapWord } from "./gaps.ts";
import type { Story } from "./story.ts";

const mostItems = 5;
const fewestItems = 2;

interface ListeningSource {
  readonly story: Story;
  /** The sentences to choose from, by index. */
  readonly heard: ReadonlyMap<number, HeardItem>;
  /** The gaps of the sheet's other cloze, whose words are used only if necessary. */
  readonly asked: readonly ChosenGap[];
  readonly chance: Chance;
}

/** Gaps in sentences that are played. Null if fewer than two are possible. */
export function listeningCloze(
  words: readonly GapWord[],
  { story, heard, asked, chance }: ListeningSource,
): { exercise: ListeningCloze; sentences: readonly Pick<GapPlace, "sentence">[] } | null {
  const known = new Set(asked.map(({ word }) => word.key));
  const audible = words
    .map((word) => ({ ...word, places: word.places.filter(({ sentence }) => heard.has(sentence)) }))
    .filter(({ places }) => places.length > 0);
  const choose = (from: readonly GapWord[]) =>
    chooseGaps(from, { story, chance, most: mostItems, avoid: new Set() });
  let gaps = choose(audible.filter(({ key }) => !known.has(key)).slice(0, mostItems * 4));
  if (gaps.length < fewestItems) gaps = choose(audible);
  if (gaps.length < fewestItems) return null;
  const items = gaps.flatMap((gap) => {
    const item = heard.get(gap.place.sentence);
    return item === undefined ? [] : [{ ...itemOf(gap), ...item }];
  });
  return {
    exercise: { kind: "listening-cloze", items: items.sort((a, b) => a.heard.startMs - b.heard.startMs) },
    sentences: gaps.map(({ place }) => place),
  };
}
