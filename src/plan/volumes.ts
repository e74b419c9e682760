import { addTo } from "../shared/grouped.ts";
import type { MatrixEntry } from "./matrix/matrix-entry.ts";
import type { ResolvedTopic } from "./matrix/resolve-defaults.ts";
import type { StoriesResult } from "./matrix/stories.ts";
import type { ListWord } from "./plan.ts";
import type { Offers } from "./vocabulary/spread-table.ts";

/** The lessons of one language at one difficulty, in order, by their positions among the plan's jobs. */
export interface Volume {
  readonly lang: string;
  /** More than one if the same topics are made at several: their lessons have the same words. */
  readonly difficulties: readonly number[];
  /** By lesson: the words of its topic's lists. */
  readonly lists: readonly (readonly ListWord[])[];
  /** The same by word number. */
  readonly offers: Offers;
  /** The words by number, each as the first lesson with it lists it. */
  readonly words: readonly ListWord[];
}

export interface FoundVolume {
  readonly volume: Volume;
  /** For each difficulty, the positions of its lessons among the matrix entries. */
  readonly members: readonly (readonly number[])[];
}

/** A plan's volumes. Volumes of one language with the same topics in the same order are merged, since the spread is the same. */
export function findVolumes(entries: readonly MatrixEntry[], stories: StoriesResult): readonly FoundVolume[] {
  const byEntry = new Map<string, number[]>();
  const topics = new Map<ResolvedTopic, number>();
  for (const [place, { topic, lang, difficulty }] of entries.entries()) {
    addTo(byEntry, `${lang}.${difficulty}`, place);
    if (!topics.has(topic)) topics.set(topic, topics.size);
  }
  const alike = new Map<string, MatrixEntry[][]>();
  const members = new Map<string, number[][]>();
  for (const places of byEntry.values()) {
    const lessons = places.flatMap((place) => entries[place] ?? []);
    const name = `${lessons[0]?.lang}:${lessons.map(({ topic }) => topics.get(topic)).join()}`;
    addTo(alike, name, lessons);
    addTo(members, name, places);
  }
  return [...alike].map(([name, volumes]) => ({
    volume: readVolume(volumes, stories),
    members: members.get(name) ?? [],
  }));
}

function readVolume(alike: readonly (readonly MatrixEntry[])[], stories: StoriesResult): Volume {
  const lessons = alike[0] ?? [];
  const numbers = new Map<string, number>();
  const words: ListWord[] = [];
  const offerOf = new Map<readonly ListWord[], readonly number[]>();
  const lists = lessons.map((entry) => stories.matterOf(entry.topic, entry.lang)?.words ?? []);
  const ofLesson = lists.map((list) => {
    const known = offerOf.get(list);
    if (known !== undefined) return known;
    const offer = list.map((word) => {
      const number = numbers.get(word.key) ?? words.length;
      if (number === words.length) {
        numbers.set(word.key, number);
        words.push(word);
      }
      return number;
    });
    offerOf.set(list, offer);
    return offer;
  });
  const difficulties = alike.flatMap(([first]) => first?.difficulty ?? []);
  return {
    lang: lessons[0]?.lang ?? "",
    difficulties,
    lists,
    offers: { ofLesson, words: words.length },
    words,
  };
}
