import type { EditedItem } from "../../lessons/correction/overlay.ts";
import { writeItem } from "../../package/exercises/edited-exercise.ts";
import type { Item } from "../../package/exercises/exercise.ts";
import type { ExerciseDocument, LessonDocument } from "../documents.ts";

/** Names an item on the page, by the version of its set and by its key. */
export type ItemUnit = `item-${string}-${string}`;

/** What can be marked and corrected in one go: the title, a sentence by its number, or an item of an exercise. */
export type Unit = "title" | number | ItemUnit;

/** Whether a unit is an item of an exercise. */
export function isItem(unit: unknown): unit is ItemUnit {
  return typeof unit === "string" && unit.startsWith("item-");
}

/** The key of the item that a unit of the page stands for. */
export function keyOf(unit: ItemUnit): string {
  return unit.slice(unit.lastIndexOf("-") + 1);
}

/** The units of a lesson in the order of the page. A sentence that is left out is none of them. Pure. */
function unitsOf(lesson: LessonDocument): Unit[] {
  const sentences = lesson.paragraphs.flat().flatMap(({ sentence }) => sentence ?? []);
  return ["title", ...new Set(sentences), ...itemsOf(lesson).flat()];
}

/** The items of each exercise. Pure. */
function itemsOf({ sheets }: LessonDocument): ItemUnit[][] {
  return sheets.flatMap(({ version, exercises }) =>
    exercises.map(({ keys }) => keys.map((key): ItemUnit => `item-${version}-${key}`)),
  );
}

/** A unit if the lesson has it; else the sentence after it, or the lesson's last unit. Pure. */
export function unitIn(lesson: LessonDocument, asked: Unit): Unit {
  const units = unitsOf(lesson);
  const next = units.find((one) => typeof one === "number" && typeof asked === "number" && one > asked);
  return units.includes(asked) ? asked : (next ?? units.at(-1) ?? "title");
}

/** The unit after or before another one. Pure. */
export function unitBeside(lesson: LessonDocument, unit: Unit, by: 1 | -1): Unit {
  const units = unitsOf(lesson);
  const at = Math.max(0, units.indexOf(unit) + by);
  return units[Math.min(units.length - 1, at)] ?? unit;
}

/** The first item of the next exercise after a unit; after the last exercise, that of the first one. Pure. */
export function nextExercise(lesson: LessonDocument, unit: Unit): Unit {
  const units = unitsOf(lesson);
  const heads = itemsOf(lesson).flatMap(([head]) => head ?? []);
  return heads.find((head) => units.indexOf(head) > units.indexOf(unit)) ?? heads[0] ?? unit;
}

/** An item of a lesson's exercises, and how editors changed it. */
export interface FoundItem {
  readonly exercise: ExerciseDocument;
  readonly item: Item;
  /** As it is generated, and as learners get it; empty: not at all. */
  readonly was: string;
  readonly now: string;
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
