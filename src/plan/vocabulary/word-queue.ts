import type { Table } from "./spread-table.ts";

/** The words that are to be met again. */
export interface WordQueue {
  /** The next word of some word groups, which then waits no longer; `null` where none waits. */
  readonly next: (groups: Iterable<number>) => number | null;
  /** Lets a word wait again, once it was met. */
  readonly wait: (word: number) => void;
}

/**
 * The next word is the one that was met least often; among several it is the one that was not met for longest, and among those the first of the lists.
 * Words of one group come one after the other in that order, so each group is a queue, and only the fronts are compared.
 */
export function makeWordQueue({ wordGroups, groupOf, met, offers }: Table): WordQueue {
  const lessons = offers.ofLesson.length;
  const queues = wordGroups.map((words) => [...words]);
  const fronts = new Int32Array(wordGroups.length);
  // Less than 2^53, whatever a plan may hold.
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
