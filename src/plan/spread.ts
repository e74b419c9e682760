import { addTo } from "../shared/grouped.ts";

export interface Vocabulary {
  readonly perStory: number;
  readonly encounters: number;
}

/** The words that a volume's lessons may request. Words are numbered from 0 in the order in which lessons first offer them. */
export interface Offers {
  /** By lesson, in order: the words of its topic's lists. Lessons with the same lists share one array. */
  readonly ofLesson: readonly (readonly number[])[];
  readonly words: number;
}

/**
 * Spreads a volume's words over its lessons: returns the words of each lesson, without duplicates, in no particular order. Deterministic for the same
 * offers.
 *
 * Lessons are filled in order. Each lesson takes the words that have been met least often; among equals, those not met for longest; then those that
 * come first in the lists. So a word returns only after all others that could take its place, which spreads its meetings as far apart as possible. Then
 * lessons with few words take some from the fullest lessons, again in order. They take only words whose meetings stay at least as far apart as with
 * even spacing, the most crowded words first.
 *
 * Promises:
 *
 * - No lesson has more than `perStory` words, or a word that it doesn't offer.
 * - Every word is met `encounters` times, or in every lesson that offers it if those are fewer. If there isn't enough room, all of it is used, and no
 *   word is met a second time while another is left out because of it, nor a third while another is met once, and so on.
 * - No word could be moved to a lesson that has two words fewer. Lessons with the same offers differ by at most one word.
 * - If all lessons offer the same, adding one at the end gives earlier lessons no new words: it only takes some away, and no meeting is lost. If
 *   lessons offer different words, a few may move to an earlier lesson, to make room there or to even out the lessons.
 */
export function spreadWords(offers: Offers, { perStory, encounters }: Vocabulary): number[][] {
  const spread = new Spread(offers, perStory);
  spread.fill(encounters);
  spread.makeRoom(encounters);
  spread.level();
  return spread.held;
}

/**
 * Words offered by the same lessons form a word group and are interchangeable. There are few, so look-ups are by group, not by word.
 *
 * Partition refinement: every distinct offer splits the words into those that it has and those that it doesn't have; words that are never separated
 * form a word group.
 */
function findWordGroups({ ofLesson, words }: Offers) {
  const offers = new Set(ofLesson);
  const part = new Int32Array(words);
  let parts = 1;
  for (const offer of offers) {
    const divided = new Map<number, number>();
    for (const word of offer) {
      const before = part[word] ?? 0;
      const now = divided.get(before) ?? parts;
      parts = Math.max(parts, now + 1);
      divided.set(before, now);
      part[word] = now;
    }
  }
  const members = new Map<number, number[]>();
  for (const [word, one] of part.entries()) addTo(members, one, word);
  const numbers = new Map([...members.keys()].map((one, number) => [one, number]));
  const groupOf = part.map((one) => numbers.get(one) ?? 0);
  const sets = new Map([...offers].map((offer) => [offer, new Set(offer.map((word) => groupOf[word] ?? 0))]));
  return {
    groupOf,
    words: [...members.values()],
    offered: ofLesson.map((offer) => sets.get(offer) ?? new Set<number>()),
  };
}

/** A word that could move, and the lesson that it would leave; -1 for none. */
interface Step {
  readonly word: number;
  readonly from: number;
}

interface Move extends Step {
  /** The distance, in lessons, from its new place to its nearest other meeting (as far as that matters), and from its old place. */
  readonly nearest: number;
  readonly crowd: number;
}

// How many lessons' words are compared. Comparing more takes time and hardly improves the result.
const donorsMost = 3;

class Spread {
  readonly held: number[][];
  readonly #met: number[][];
  readonly #groups: ReturnType<typeof findWordGroups>;
  readonly #perStory: number;
  /** While lessons are levelled: by word group and number of words, the lessons that hold a word of the group. */
  readonly #holders: Map<number, Set<number>>[];

  constructor(offers: Offers, perStory: number) {
    this.held = offers.ofLesson.map(() => []);
    this.#met = Array.from({ length: offers.words }, () => []);
    this.#groups = findWordGroups(offers);
    this.#perStory = perStory;
    this.#holders = this.#groups.words.map(() => new Map());
  }

  /** Words of one group come in the order in which they are due, so each group is a queue, and only the fronts are compared. */
  fill(encounters: number): void {
    const queues = this.#groups.words.map((words) => [...words]);
    // Less than 2^53 for any valid plan.
    const rankOf = (word: number): number => {
      const lessons = this.#lessonsOf(word);
      return (lessons.length * (this.held.length + 1) + (lessons.at(-1) ?? -1) + 1) * this.#met.length + word;
    };
    const takeNext = (groups: Iterable<number>): number | undefined => {
      let [next, lowest]: [number[], number] = [[], Number.POSITIVE_INFINITY];
      for (const group of groups) {
        const queue = queues[group] ?? [];
        const rank = queue[0] === undefined ? lowest : rankOf(queue[0]);
        if (rank < lowest) [next, lowest] = [queue, rank];
      }
      return next.shift();
    };
    for (const [lesson, groups] of this.#groups.offered.entries()) {
      const words: number[] = [];
      while (words.length < this.#perStory) {
        const word = takeNext(groups);
        if (word === undefined) break;
        words.push(word);
      }
      for (const word of words) {
        this.#put(word, lesson);
        if (this.#lessonsOf(word).length < encounters) queues[this.#groupOf(word)]?.push(word);
      }
    }
  }

  /**
   * Adds words that are met too rarely to full lessons where other words can make room: by moving, possibly in a chain, to a lesson with room, or by
   * giving up a meeting if they have more.
   */
  makeRoom(encounters: number): void {
    if (this.#met.every((lessons) => lessons.length >= encounters)) return;
    // The lessons that offer a word group, except those proven to be unable to make room.
    const open: number[][] = this.#groups.words.map(() => []);
    for (const [lesson, groups] of this.#groups.offered.entries())
      for (const group of groups) open[group]?.push(lesson);
    const offering = open.map((lessons) => lessons.length);
    for (let round = 1; round <= encounters; round += 1) {
      for (const [word, lessons] of this.#met.entries()) {
        const most = offering[this.#groupOf(word)] ?? 0;
        if (lessons.length === round - 1 && round <= most) this.#bringIn(word, round, open);
      }
    }
  }

  /** Searches breadth first for a chain of moves that ends in room, or in a word met more than `round` times, and carries it out. */
  #bringIn(wanted: number, round: number, open: number[][]): void {
    const steps = new Map<number, Step>();
    // The lessons not reached yet, by word group.
    const left = new Map<number, number[]>();
    /** Queues the lessons that a word could move to and that were not reached before. */
    const reach = (step: Step): void => {
      const group = this.#groupOf(step.word);
      const here = this.#lessonsOf(step.word);
      const unreached = (left.get(group) ?? open[group] ?? []).filter((lesson) => !steps.has(lesson));
      for (const lesson of unreached) if (!here.includes(lesson)) steps.set(lesson, step);
      left.set(
        group,
        unreached.filter((lesson) => here.includes(lesson)),
      );
    };
    reach({ word: wanted, from: -1 });
    // Iterating a Map also visits entries added meanwhile.
    for (const lesson of steps.keys()) {
      const words = this.#wordsOf(lesson);
      const spare = words.find((one) => this.#lessonsOf(one).length > round);
      const isFull = words.length >= this.#perStory;
      if (isFull && spare === undefined) {
        for (const word of words) reach({ word, from: lesson });
        continue;
      }
      if (isFull && spare !== undefined) this.#take(spare, lesson);
      for (let at = lesson; at >= 0; ) {
        const { word, from } = steps.get(at) ?? { word: wanted, from: -1 };
        if (from >= 0) this.#take(word, from);
        this.#put(word, at);
        at = from;
      }
      return;
    }
    // No word of these lessons can leave them, in this or a later round.
    for (const group of left.keys()) open[group] = open[group]?.filter((lesson) => !steps.has(lesson)) ?? [];
  }

  /** Moves words to lessons from others with at least two more. It ends, because each move makes the numbers more even. */
  level(): void {
    for (const lesson of this.held.keys()) this.#register(lesson);
    for (let hasMoved = true; hasMoved; ) {
      hasMoved = false;
      for (const lesson of this.held.keys()) {
        const before = this.#wordsOf(lesson).length;
        this.#unregister(lesson);
        this.#levelOne(lesson);
        this.#register(lesson);
        hasMoved ||= this.#wordsOf(lesson).length > before;
      }
    }
  }

  #levelOne(lesson: number): void {
    for (let load = this.#perStory; load >= this.#wordsOf(lesson).length + 2; ) {
      const move = this.#findMove(lesson, load);
      if (move === null) load -= 1;
      else {
        this.#unregister(move.from);
        this.#take(move.word, move.from);
        this.#register(move.from);
        this.#put(move.word, lesson);
      }
    }
  }

  /**
   * A word that a lesson could take from a lesson with this many words: among those words that stay as far apart as even spacing puts them, the one
   * whose place is most crowded.
   */
  #findMove(to: number, load: number): Move | null {
    const groups = this.#groups.offered[to] ?? new Set();
    let best: Move | null = null;
    let donors = 0;
    for (const group of groups) {
      for (const from of this.#holders[group]?.get(load) ?? []) {
        for (const word of this.#wordsOf(from)) {
          const lessons = this.#lessonsOf(word);
          if (!groups.has(this.#groupOf(word)) || lessons.includes(to)) continue;
          const even = Math.ceil((to + 1) / (lessons.length + 1));
          const nearest = Math.min(even, distance(to, lessons, from));
          if (best !== null && nearest < best.nearest) continue;
          const crowd = distance(from, lessons, from);
          const isBefore =
            best === null ||
            nearest > best.nearest ||
            crowd < best.crowd ||
            (crowd === best.crowd && word > best.word);
          if (isBefore) best = { word, from, nearest, crowd };
        }
        donors += 1;
        if (best !== null && donors >= donorsMost) return best;
      }
    }
    return best;
  }

  #wordsOf(lesson: number): readonly number[] {
    return this.held[lesson] ?? [];
  }

  #lessonsOf(word: number): readonly number[] {
    return this.#met[word] ?? [];
  }

  #groupOf(word: number): number {
    return this.#groups.groupOf[word] ?? 0;
  }

  #put(word: number, lesson: number): void {
    this.held[lesson]?.push(word);
    this.#met[word]?.push(lesson);
  }

  #take(word: number, lesson: number): void {
    const [words, lessons] = [this.held[lesson], this.#met[word]];
    words?.splice(words.indexOf(word), 1);
    lessons?.splice(lessons.indexOf(lesson), 1);
  }

  /** Indexes a lesson by its words. Undo before its words change, and redo afterwards. */
  #register(lesson: number): void {
    const words = this.#wordsOf(lesson);
    for (const word of words) {
      const byLoad = this.#holders[this.#groupOf(word)];
      byLoad?.set(words.length, (byLoad.get(words.length) ?? new Set()).add(lesson));
    }
  }

  #unregister(lesson: number): void {
    const words = this.#wordsOf(lesson);
    for (const word of words) this.#holders[this.#groupOf(word)]?.get(words.length)?.delete(lesson);
  }
}

function distance(lesson: number, others: readonly number[], left: number): number {
  return others.reduce(
    (nearest, other) => (other === left ? nearest : Math.min(nearest, Math.abs(other - lesson))),
    Number.POSITIVE_INFINITY,
  );
}
