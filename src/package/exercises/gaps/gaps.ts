import type { Chance } from "../chance.ts";
import type { GapItem } from "../exercise.ts";
import { asShown, type Shown, showsWord } from "../shown.ts";
import type { Story } from "../story.ts";
import type { ChosenGap, GapPlace, GapWord } from "./gap-words.ts";

interface Choice {
  readonly story: Story;
  readonly chance: Chance;
  readonly most: number;
  /** What the sheet shows and asks for so far. */
  readonly shown: Shown;
}

/**
 * Chooses at most `most` gaps, each word and each sentence once. Words with few sentences go first, so that most words find one. No chosen
 * word yields a sentence of the story in another's gap, occurs in another's sentence, or is shown already.
 */
export function chooseGaps(words: readonly GapWord[], { story, chance, most, shown }: Choice): ChosenGap[] {
  const chosen: ChosenGap[] = [];
  const used = new Set(shown.sentences);
  const eager = (word: GapWord) => (word.listed ? word.places.length : 1000);
  for (const word of chance.shuffle(words).sort((a, b) => eager(a) - eager(b))) {
    if (chosen.length === most) break;
    const free = chance.shuffle(word.places).filter(({ sentence }) => !used.has(sentence));
    const place = insideFirst(free).find((each) => {
      const gap = { word, place: each };
      return !isOpen(gap, shown, story) && !isAmbiguous(gap, chosen, story);
    });
    if (place === undefined) continue;
    for (const same of story.alike(place.sentence)) used.add(same);
    chosen.push({ word, place });
  }
  return chosen;
}

// Prefers a gap inside a sentence: at its beginning, the capital gives the word away.
function insideFirst(places: readonly GapPlace[]): GapPlace[] {
  const isInside = ({ before }: GapPlace) => /[\p{L}\p{N}]/u.test(before);
  return [...places.filter(isInside), ...places.filter((place) => !isInside(place))];
}

function isOpen({ place }: ChosenGap, { texts, answers }: Shown, story: Story): boolean {
  const visible = visibleOf(place, story);
  const own = asShown(place.answer, story);
  return texts.some((text) => showsWord(text, own)) || answers.some((answer) => showsWord(visible, answer));
}

function isAmbiguous(candidate: ChosenGap, chosen: readonly ChosenGap[], story: Story): boolean {
  const answer = asShown(candidate.place.answer, story);
  const visible = visibleOf(candidate.place, story);
  return chosen.some(
    (other) =>
      other.word.key === candidate.word.key ||
      showsWord(visibleOf(other.place, story), answer) ||
      showsWord(visible, asShown(other.place.answer, story)) ||
      fillsGap(candidate.word.word, other.place, story) ||
      fillsGap(other.word.word, candidate.place, story),
  );
}

// Each gap is compared with many others, in every sheet of its story.
const known = new WeakMap<GapItem, string>();

/** The visible part of a sentence with a gap. */
function visibleOf(place: GapItem, story: Story): string {
  const before = known.get(place);
  if (before !== undefined) return before;
  const visible = `${asShown(place.before, story)}|${asShown(place.after, story)}`;
  known.set(place, visible);
  return visible;
}

/** Whether the gap filled with this word, which is not its answer, is also a sentence of the story. */
export function fillsGap(word: string, place: GapItem, story: Story): boolean {
  return story.hasSentence(`${place.before}${word}${place.after}`);
}
