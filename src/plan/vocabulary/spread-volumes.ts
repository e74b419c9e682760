import type { MatrixEntry } from "../matrix/matrix-entry.ts";
import type { StoriesResult } from "../matrix/stories.ts";
import type { ListWord } from "../plan.ts";
import { isError, type PlanProblem } from "../problem.ts";
import { findVolumes, type Volume } from "../volumes.ts";
import { spreadWords } from "./spread.ts";
import type { Vocabulary } from "./vocabulary.ts";
import { tellShortages } from "./volume-problems.ts";

/** If there are this many times more words than room, it is an error without spreading them, which would only take long. */
const hopelessTimes = 10;

export interface Spreading {
  /** The words of each job, in job order. */
  readonly words: readonly (readonly ListWord[])[];
  readonly problems: readonly PlanProblem[];
}

/** Gives each job its share of the words in its topic's lists within its volume, in list order. */
export function spreadVolumes(
  entries: readonly MatrixEntry[],
  stories: StoriesResult,
  vocabulary: Vocabulary,
): Spreading {
  const words: (readonly ListWord[])[] = [];
  const problems: PlanProblem[] = [];
  let hasError = false;
  for (const { volume, members } of findVolumes(entries, stories)) {
    const room = volume.lists.filter((list) => list.length > 0).length * vocabulary.perStory;
    const isHopeless = volume.words.length > room * hopelessTimes;
    const held = isHopeless ? null : spreadWords(volume.offers, vocabulary);
    const found = tellShortages(volume, held, vocabulary);
    problems.push(...found);
    hasError ||= found.some(isError);
    if (hasError) continue;
    const ofLesson = wordsOf(volume, held ?? []);
    for (const places of members) {
      for (const [lesson, place] of places.entries()) words[place] = ofLesson[lesson] ?? [];
    }
  }
  return { words, problems };
}

/** The words of each lesson, in list order. */
function wordsOf({ lists, offers }: Volume, held: readonly (readonly number[])[]): (readonly ListWord[])[] {
  const placesOf = new Map<readonly number[], ReadonlyMap<number, number>>();
  return lists.map((list, lesson) => {
    const offer = offers.ofLesson[lesson] ?? [];
    const places = placesOf.get(offer) ?? new Map(offer.map((word, place) => [word, place]));
    placesOf.set(offer, places);
    const inOrder = (held[lesson] ?? []).map((word) => places.get(word) ?? 0).sort((a, b) => a - b);
    return inOrder.flatMap((place) => list[place] ?? []);
  });
}
