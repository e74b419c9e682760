import type { Cell } from "./cell.ts";
import type { Offers } from "./spread-table.ts";
import type { StoriesReading } from "./stories.ts";
import type { SurveyedTopic } from "./survey.ts";
import type { ListWord } from "./word-lists.ts";

/** The lessons of one language at one difficulty, in their order, by their places among the plan's jobs. */
export interface Volume {
  readonly lang: string;
  /** More than one where the same topics are made at several: their lessons have the same words. */
  readonly difficulties: readonly number[];
  /** By lesson: the words of its topic's lists. */
  readonly lists: readonly (readonly ListWord[])[];
  /** The same by number. */
  readonly offers: Offers;
  /** The words by number, each as the first of its lessons lists it. */
  readonly words: readonly ListWord[];
}

export interface FoundVolume {
  readonly volume: Volume;
  /** For each difficulty the places of its lessons among the cells. */
  readonly members: readonly (readonly number[])[];
}

/** The volumes of a plan. Those of one language with the same topics in the same order are one: what is spread over them is the same. */
export function findVolumes(cells: readonly Cell[], stories: StoriesReading): readonly FoundVolume[] {
  const byCell = new Map<string, number[]>();
  const topics = new Map<SurveyedTopic, number>();
  for (const [place, { topic, lang, difficulty }] of cells.entries()) {
    const name = `${lang}.${difficulty}`;
    const places = byCell.get(name);
    if (places === undefined) byCell.set(name, [place]);
    else places.push(place);
    if (!topics.has(topic)) topics.set(topic, topics.size);
  }
  const alike = new Map<string, Cell[][]>();
  const members = new Map<string, number[][]>();
  for (const places of byCell.values()) {
    const lessons = places.flatMap((place) => cells[place] ?? []);
    const name = `${lessons[0]?.lang}:${lessons.map(({ topic }) => topics.get(topic)).join()}`;
    alike.set(name, [...(alike.get(name) ?? []), lessons]);
    members.set(name, [...(members.get(name) ?? []), places]);
  }
  return [...alike].map(([name, volumes]) => ({
    volume: readVolume(volumes, stories),
    members: members.get(name) ?? [],
  }));
}

function readVolume(alike: readonly (readonly Cell[])[], stories: StoriesReading): Volume {
  const lessons = alike[0] ?? [];
  const numbers = new Map<string, number>();
  const words: ListWord[] = [];
  const offerOf = new Map<readonly ListWord[], readonly number[]>();
  const lists = lessons.map((cell) => stories.matterOf(cell.topic, cell.lang)?.words ?? []);
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
