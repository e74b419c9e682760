import type { Chance } from "../chance.ts";
import type { HeardItem, ListeningCloze } from "../exercise.ts";
import type { Shown } from "../shown.ts";
import type { Story } from "../story.ts";
import { itemOf } from "./cloze.ts";
import type { GapPlace, GapWord } from "./gap-words.ts";
import { chooseGaps } from "./gaps.ts";

/** The most gaps to fill by ear. */
export const mostHeardGaps = 5;

const fewestItems = 2;

interface ListeningSource {
  readonly story: Story;
  /** The sentences to choose from, by index. */
  readonly heard: ReadonlyMap<number, HeardItem>;
  readonly shown: Shown;
  readonly chance: Chance;
}

/** Gaps in sentences that are played. Null if fewer than two are possible. */
export function listeningCloze(
  words: readonly GapWord[],
  { story, heard, shown, chance }: ListeningSource,
): { exercise: ListeningCloze; sentences: readonly Pick<GapPlace, "sentence">[] } | null {
  const audible = words
    .map((word) => ({ ...word, places: word.places.filter(({ sentence }) => heard.has(sentence)) }))
    .filter(({ places }) => places.length > 0);
  const choose = (from: readonly GapWord[]) =>
    chooseGaps(from, { story, chance, most: mostHeardGaps, shown });
  let gaps = choose(audible.slice(0, mostHeardGaps * 4));
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
