import type { EditedItem } from "../../lessons/correction/overlay.ts";
import { writeItem } from "../../package/exercises/edited-exercise.ts";
import type { Item } from "../../package/exercises/exercise.ts";
import type { ExerciseDocument, LessonDocument } from "../documents.ts";

/** Names an item on the page, by the version of its set and by its key. */
export type ItemUnit = `item-${string}-${string}`;

/** Whether a unit is an item of an exercise. */
export function isItem(unit: unknown): unit is ItemUnit {
  return typeof unit === "string" && unit.startsWith("item-");
}

/** An item of a lesson's exercises, and how editors changed it. */
export interface FoundItem {
  readonly exercise: ExerciseDocument;
  readonly item: Item;
  /** As it is generated, and as learners get it; empty: not at all. */
  readonly was: string;
  readonly now: string;
}

/** The key of the item that a unit of the page stands for. */
export function keyOf(unit: ItemUnit): string {
  return unit.slice(unit.lastIndexOf("-") + 1);
}

/** An item by its key; null if the exercises no longer have it. Pure. */
export function foundItem({ sheets, edited }: LessonDocument, key: string): FoundItem | null {
  for (const exercise of sheets.flatMap(({ exercises }) => exercises)) {
    const item = exercise.items[exercise.keys.indexOf(key)];
    if (item === undefined) continue;
    const was = writeItem(exercise, item);
    return { exercise, item, was, now: edited.find((one) => one.item === key)?.now ?? was };
  }
  return null;
}

/** The editors' changes to a lesson's items, with one more change. Pure. */
export function editedWith(lesson: LessonDocument, item: string, now: string): readonly EditedItem[] {
  const was = foundItem(lesson, item)?.was ?? lesson.edited.find((one) => one.item === item)?.was;
  const others = lesson.edited.filter((one) => one.item !== item);
  return was === undefined || now === was ? others : [...others, { item, was, now }];
}
