import { foldAnswer } from "../answer.ts";
import type { Draft } from "../draft.ts";
import { asShown, type Shown, showsWord } from "../shown.ts";
import type { Story } from "../story.ts";
import type { ChosenGap, GapPlace, GapWord } from "./gap-words.ts";

interface Choice extends Pick<Draft, "story" | "chance" | "shown" | "newFirst"> {
  readonly most: number;
}

/**
 * Chooses at most `most` gaps, using each word and each sentence only once. Words that occur in few sentences go first, so that most words find a
 * sentence. A chosen word never forms a sentence of the story in another word's gap, never occurs in another word's sentence, and is not already shown.
 */
export function chooseGaps(
  words: readonly GapWord[],
  { story, chance, most, shown, newFirst }: Choice,
): ChosenGap[] {
  const chosen: ChosenGap[] = [];
  const used = new Set(shown.sentences);
  const eager = (word: GapWord) => (word.listed ? word.places.length : 1000);
  const inTurn = chance.shuffle(words).sort((a, b) => eager(a) - eager(b));
  for (const word of newFirst(inTurn, (each) => foldAnswer(each.word, story.language))) {
    if (chosen.length === most) break;
    const free = chance.shuffle(word.places).filter(({ sentence }) => !used.has(sentence));
    const place = newFirst(insideFirst(free), ({ sentence }) => sentence).find((each) => {
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

function isOpen({ word, place }: ChosenGap, { texts, answers }: Shown, story: Story): boolean {
  const visible = visibleOf(place, story);
  const own = [place.answer, word.key].map((form) => asShown(form, story));
  return (
    texts.some((text) => own.some((form) => showsWord(text, form))) ||
    answers.some((answer) => showsWord(visible, answer))
  );
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
const known = new WeakMap<GapPlace, string>();

/** The visible part of a sentence with a gap. */
function visibleOf(place: GapPlace, story: Story): string {
  const before = known.get(place);
  if (before !== undefined) return before;
  const visible = `${asShown(place.before, story)}|${asShown(place.after, story)}`;
  known.set(place, visible);
  return visible;
}

/** Whether filling the gap with this word, which is not its answer, also gives a sentence of the story. */
export function fillsGap(word: string, place: GapPlace, story: Story): boolean {
  return story.hasSentence(`${place.before}${word}${place.after}`);
}
