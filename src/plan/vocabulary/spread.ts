import { makeRoom } from "./spread-room.ts";
import { makeTable, type Offers, put, register, type Table, take, unregister } from "./spread-table.ts";
import type { Vocabulary } from "./vocabulary.ts";
import { makeWordQueue } from "./word-queue.ts";

/**
 * Spreads the words of a volume over its lessons: gives the words of each lesson, none twice, in no order. The same for the same offers, always.
 *
 * Lessons are filled in their order. Each takes the words that were met least often; among several those that were not met for longest; among
 * those the first of the lists. So a word comes back once all others that could stand in its place have had their turn, which is as far apart
 * as they allow. Then lessons with few words take some over from the fullest, again in their order: words that will be met no nearer than even
 * spacing has it, those first that are crowded where they are.
 *
 * What it promises:
 *
 * - No lesson has more than `perStory` words, or a word that it does not offer.
 * - Every word is met `encounters` times, or in every lesson that offers it where those are fewer. Where there is no room for that all room
 *   is used, and no word is met a second time while another is left out for it, nor a third while another is met once, and so on.
 * - No word could be moved to a lesson that has two words fewer. Lessons that offer the same have as many words each, but for one.
 * - Where all lessons offer the same, a further one at the end gives none of those before it a word that it did not have: it takes some away,
 *   and that is all. So what the lessons before it were asked for holds every word that they are asked for now, and no meeting is lost. Where
 *   lessons offer different words a few may come to an earlier lesson, to make room or to level it.
 * - A further word at the end of the lists moves about one word a lesson where `perStory` is just what the lessons need. Where they could take far
 *   more, most meetings may move.
 */
export function spreadWords(offers: Offers, { perStory, encounters }: Vocabulary): Table["held"] {
  const table = makeTable(offers, perStory);
  deal(table, encounters);
  makeRoom(table, encounters);
  for (const lesson of table.held.keys()) register(table, lesson);
  let hasMoved = true;
  while (hasMoved) hasMoved = levelAll(table);
  return table.held;
}

/** Fills the lessons in their order. */
function deal(table: Table, encounters: number): void {
  const queue = makeWordQueue(table);
  for (const [lesson, groups] of table.offered.entries()) {
    const words: number[] = [];
    while (words.length < table.perStory) {
      const word = queue.next(groups);
      if (word === null) break;
      words.push(word);
    }
    for (const word of words) {
      put(table, word, lesson);
      if ((table.met[word]?.length ?? 0) < encounters) queue.wait(word);
    }
  }
}

/** Levels every lesson once; whether that moved anything. Ends, because each move makes the loads more even. */
function levelAll(table: Table): boolean {
  let hasMoved = false;
  for (const lesson of table.held.keys()) {
    unregister(table, lesson);
    hasMoved = level(table, lesson) || hasMoved;
    register(table, lesson);
  }
  return hasMoved;
}

/** Moves words to a lesson, which is not registered, from those that have two more at least. */
function level(table: Table, lesson: number): boolean {
  const words = table.held[lesson] ?? [];
  const before = words.length;
  for (let load = table.perStory; load >= words.length + 2; ) {
    const move = table.loads[load] === 0 ? null : findMove(table, lesson, load);
    if (move === null) load -= 1;
    else {
      unregister(table, move.from);
      take(table, move.word, move.from);
      register(table, move.from);
      put(table, move.word, lesson);
    }
  }
  return words.length > before;
}

// Of how many lessons the words are compared. More of them cost time and find nothing better to speak of.
const donorsMost = 3;

/**
 * A word that a lesson could take over from one with this load. Of those that would be met no nearer than even spacing has it, the one that is
 * most crowded where it stands.
 */
function findMove(table: Table, lesson: number, load: number): Move | null {
  let best: Move | null = null;
  let donors = 0;
  for (const wordGroups of table.offered[lesson] ?? []) {
    for (const from of table.holders[wordGroups]?.[load] ?? []) {
      best = bestMove(table, { from, to: lesson, best });
      donors += 1;
      if (best !== null && donors >= donorsMost) return best;
    }
  }
  return best;
}

interface Move {
  readonly word: number;
  readonly from: number;
  /** Lessons from its new place to its nearest other meeting, as far as that matters, and from its old place. */
  readonly nearest: number;
  readonly crowd: number;
}

interface Between {
  readonly from: number;
  readonly to: number;
  /** The best move that is known. */
  readonly best: Move | null;
}

function bestMove({ held, met, offered, groupOf }: Table, { from, to, best: known }: Between): Move | null {
  let best = known;
  const groups = offered[to];
  for (const word of held[from] ?? []) {
    const lessons = met[word] ?? [];
    if (groups?.has(groupOf[word] ?? 0) !== true || lessons.includes(to)) continue;
    const even = Math.ceil((to + 1) / (lessons.length + 1));
    const nearest = Math.min(even, distance(to, lessons, from));
    if (best !== null && nearest < best.nearest) continue;
    const crowd = distance(from, lessons, from);
    if (best === null || nearest > best.nearest || isBefore(crowd, word, best))
      best = { word, from, nearest, crowd };
  }
  return best;
}

/** Of words that are crowded alike the last of the lists moves. */
function isBefore(crowd: number, word: number, best: Move): boolean {
  return crowd < best.crowd || (crowd === best.crowd && word > best.word);
}

/** How far a lesson is from the nearest of others, one of them left out. */
function distance(lesson: number, others: readonly number[], left: number): number {
  let nearest = Number.POSITIVE_INFINITY;
  for (const other of others) {
    if (other !== left) nearest = Math.min(nearest, Math.abs(other - lesson));
  }
  return nearest;
}
