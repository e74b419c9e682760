import type { Table } from "./spread-table.ts";

/** The words waiting to be met again. */
export interface WordQueue {
  /** Removes and returns the next word of some word groups; `null` if none is waiting. */
  readonly next: (groups: Iterable<number>) => number | null;
  /** Puts a word back into the queue after it was met. */
  readonly wait: (word: number) => void;
}

/**
 * The next word is the one met least often; among several, the one not met for longest; among those, the first in the lists. Words of one
 * group come in that order, so each group is a queue, and only the fronts are compared.
 */
export function makeWordQueue({ wordGroups, groupOf, met, offers }: Table): WordQueue {
  const lessons = offers.ofLesson.length;
  const queues = wordGroups.map((words) => [...words]);
  const fronts = new Int32Array(wordGroups.length);
  // Less than 2^53 for any valid plan.
  const rankOf = (word: number | undefined): number => {
    if (word === undefined) return Number.POSITIVE_INFINITY;
    const times = met[word]?.length ?? 0;
    const last = met[word]?.at(-1) ?? -1;
    return (times * (lessons + 1) + last + 1) * offers.words + word;
  };
  const ranks = Float64Array.from(queues, (words) => rankOf(words[0]));
  return {
    next: (groups) => {
      let first = -1;
      let lowest = Number.POSITIVE_INFINITY;
      for (const one of groups) {
        const rank = ranks[one] ?? Number.POSITIVE_INFINITY;
        if (rank >= lowest) continue;
        lowest = rank;
        first = one;
      }
      const front = fronts[first] ?? 0;
      const word = queues[first]?.[front];
      if (word === undefined) return null;
      fronts[first] = front + 1;
      ranks[first] = rankOf(queues[first]?.[front + 1]);
      return word;
    },
    wait: (word) => {
      const one = groupOf[word] ?? 0;
      queues[one]?.push(word);
      ranks[one] = rankOf(queues[one]?.[fronts[one] ?? 0]);
    },
  };
}
