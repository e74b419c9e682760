import { put, type Table, take } from "./spread-table.ts";

/** A lesson that a word could move to, and its current lesson; -1 for a word that is met too rarely. */
interface Step {
  readonly word: number;
  readonly from: number;
}

/** The lessons that offer a word group, except those proven to be unable to make room. */
type Open = (readonly number[])[];

/**
 * Adds words that are met too rarely to full lessons where other words can make room: by moving, possibly in a chain, to a lesson with
 * room, or by giving up a meeting if they have more. Words never met come first, then those met once, and so on. Afterwards there are as
 * many meetings as possible, as evenly as possible. No lesson may be registered.
 */
export function makeRoom(table: Table, encounters: number): void {
  const { met } = table;
  if (met.every((lessons) => lessons.length >= encounters)) return;
  const open: number[][] = table.wordGroups.map(() => []);
  for (const [lesson, groups] of table.offered.entries())
    for (const wordGroups of groups) open[wordGroups]?.push(lesson);
  const offering = open.map((lessons) => lessons.length);
  for (let round = 1; round <= encounters; round += 1) {
    for (const [word, lessons] of met.entries()) {
      const most = offering[table.groupOf[word] ?? 0] ?? 0;
      if (lessons.length === round - 1 && round <= most) bringIn(table, open, { word, round });
    }
  }
}

/** Searches breadth first for a chain of moves that ends in room, or in a word met more than `round` times, and carries it out. */
function bringIn(table: Table, open: Open, { word, round }: { word: number; round: number }): void {
  const { held, met, perStory } = table;
  const steps = new Map<number, Step>();
  const left = new Map<number, readonly number[]>();
  reach(table, { open, left, steps }, { word, from: -1 });
  // Iterating a Map also visits entries added meanwhile.
  for (const lesson of steps.keys()) {
    const words = held[lesson] ?? [];
    const spare = words.find((one) => (met[one]?.length ?? 0) > round);
    if (words.length < perStory || spare !== undefined) {
      if (words.length >= perStory && spare !== undefined) take(table, spare, lesson);
      follow(table, steps, lesson);
      return;
    }
    for (const one of words) reach(table, { open, left, steps }, { word: one, from: lesson });
  }
  // No word of these lessons can leave them, in this or a later round.
  for (const wordGroups of left.keys())
    open[wordGroups] = open[wordGroups]?.filter((lesson) => !steps.has(lesson)) ?? [];
}

interface Search {
  readonly open: Open;
  /** By word group: the lessons not reached yet. */
  readonly left: Map<number, readonly number[]>;
  readonly steps: Map<number, Step>;
}

/** Queues the lessons that a word could move to and that were not reached before. */
function reach({ groupOf, met }: Table, { open, left, steps }: Search, step: Step): void {
  const wordGroups = groupOf[step.word] ?? 0;
  const lessons = left.get(wordGroups) ?? open[wordGroups] ?? [];
  const here = met[step.word] ?? [];
  const stay: number[] = [];
  for (const lesson of lessons) {
    if (steps.has(lesson)) continue;
    if (here.includes(lesson)) stay.push(lesson);
    else steps.set(lesson, step);
  }
  left.set(wordGroups, stay);
}

function follow(table: Table, steps: ReadonlyMap<number, Step>, end: number): void {
  for (let lesson = end; lesson >= 0; ) {
    const { word, from } = steps.get(lesson) ?? { word: 0, from: -1 };
    if (from >= 0) take(table, word, from);
    put(table, word, lesson);
    lesson = from;
  }
}
