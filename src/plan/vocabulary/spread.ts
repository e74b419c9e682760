import { makeRoom } from "./spread-room.ts";
import { makeTable, type Offers, put, register, type Table, take, unregister } from "./spread-table.ts";
import type { Vocabulary } from "./vocabulary.ts";
import { makeWordQueue } from "./word-queue.ts";

/**
 * Spreads a volume's words over its lessons: returns the words of each lesson, without duplicates, in no particular order. Deterministic
 * for the same offers.
 *
 * Lessons are filled in order. Each takes the words met least often; among several, those not met for longest; among those, the first in
 * the lists. So a word returns only after all others that could take its place, which spreads its meetings as far apart as possible. Then lessons with few
 * words take some from the fullest, again in order: only words that stay at least as far apart as even spacing puts them, the most crowded
 * first.
 *
 * Promises:
 *
 * - No lesson has more than `perStory` words, or a word that it doesn't offer.
 * - Every word is met `encounters` times, or in every lesson that offers it if those are fewer. If there isn't enough room, all of it is
 *   used, and no word is met a second time while another is left out because of it, nor a third while another is met once, and so on.
 * - No word could be moved to a lesson that has two words fewer. Lessons with the same offers differ by at most one word.
 * - If all lessons offer the same, adding one at the end gives earlier lessons no new words: it only takes some away. So the earlier
 *   lessons' previous requests contain every word that they request now, and no meeting is lost. If lessons offer different words, a few
 *   may move to an earlier lesson, to make room or to level it.
 * - Adding a word at the end of the lists moves about one word per lesson if `perStory` is just what the lessons need. If lessons could
 *   take far more, most meetings may move.
 */
export function spreadWords(offers: Offers, { perStory, encounters }: Vocabulary): Table["held"] {
  const table = makeTable(offers, perStory);
  assignWords(table, encounters);
  makeRoom(table, encounters);
  for (const lesson of table.held.keys()) register(table, lesson);
  let hasMoved = true;
  while (hasMoved) hasMoved = levelAll(table);
  return table.held;
}

/** Fills the lessons in order. */
function assignWords(table: Table, encounters: number): void {
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

/** Levels every lesson once; returns whether anything moved. Repeating it terminates, because each move makes the loads more even. */
function levelAll(table: Table): boolean {
  let hasMoved = false;
  for (const lesson of table.held.keys()) {
    unregister(table, lesson);
    hasMoved = level(table, lesson) || hasMoved;
    register(table, lesson);
  }
  return hasMoved;
}

/** Moves words to a lesson, which is not registered, from lessons with at least two more. */
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

// How many lessons' words are compared. More take time and hardly improve the result.
const donorsMost = 3;

/**
 * A word that a lesson could take from one with this load: among those that stay at least as far apart as even spacing puts them, the most
 * crowded at its current place.
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
  /** Distance in lessons from its new place to its nearest other meeting (as far as that matters), and from its old place. */
  readonly nearest: number;
  readonly crowd: number;
}

interface Between {
  readonly from: number;
  readonly to: number;
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

/** Among equally crowded words, the last one of the lists moves. */
function isBefore(crowd: number, word: number, best: Move): boolean {
  return crowd < best.crowd || (crowd === best.crowd && word > best.word);
}

/** The distance of a lesson from the nearest of others, excluding one. */
function distance(lesson: number, others: readonly number[], left: number): number {
  let nearest = Number.POSITIVE_INFINITY;
  for (const other of others) {
    if (other !== left) nearest = Math.min(nearest, Math.abs(other - lesson));
  }
  return nearest;
}
