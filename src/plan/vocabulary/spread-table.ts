/** The words that a volume's lessons may request. Words are numbered from 0 in the order in which lessons first offer them. */
export interface Offers {
  /** By lesson, in order: the words of its topic's lists. Lessons with the same lists share one array. */
  readonly ofLesson: readonly (readonly number[])[];
  readonly words: number;
}

/**
 * Which word is met in which lesson, during spreading. Words offered by the same lessons form a word group and are interchangeable. Every
 * look-up is by word group, of which there are few, not by word.
 */
export interface Table {
  readonly offers: Offers;
  /** The most words of a lesson. */
  readonly perStory: number;
  /** The words of each lesson. */
  readonly held: number[][];
  /** The lessons of each word. */
  readonly met: number[][];
  readonly groupOf: Int32Array;
  /** The words of each group, in their order. */
  readonly wordGroups: readonly (readonly number[])[];
  /** The word groups that a lesson offers. */
  readonly offered: readonly ReadonlySet<number>[];
  /** For the registered lessons: by word group and number of words, those that hold a word of the group. */
  readonly holders: (Set<number> | undefined)[][];
  /** For the registered lessons: how many have each number of words. */
  readonly loads: Int32Array;
}

/** Groups the offered words, with no word placed yet. `perStory`: the most words of a lesson. */
export function makeTable(offers: Offers, perStory: number): Table {
  const { groupOf, wordGroups } = findWordGroups(offers);
  const sets = new Map<readonly number[], ReadonlySet<number>>();
  for (const offer of offers.ofLesson) {
    if (!sets.has(offer)) sets.set(offer, new Set(offer.map((word) => groupOf[word] ?? 0)));
  }
  return {
    offers,
    perStory,
    held: offers.ofLesson.map(() => []),
    met: Array.from({ length: offers.words }, () => []),
    groupOf,
    wordGroups,
    offered: offers.ofLesson.map((offer) => sets.get(offer) ?? new Set()),
    holders: wordGroups.map(() => Array.from({ length: perStory + 1 }, () => undefined)),
    loads: new Int32Array(perStory + 1),
  };
}

/**
 * Partition refinement: every distinct offer splits the words into those that it has and those that it hasn't; words never split form a
 * word group.
 */
function findWordGroups(offers: Offers): Pick<Table, "groupOf" | "wordGroups"> {
  const part = new Int32Array(offers.words);
  let parts = 1;
  for (const offer of new Set(offers.ofLesson)) {
    const divided = new Map<number, number>();
    for (const word of offer) {
      const before = part[word] ?? 0;
      const now = divided.get(before) ?? parts;
      if (now === parts) {
        divided.set(before, now);
        parts += 1;
      }
      part[word] = now;
    }
  }
  const numbers = new Map<number, number>();
  const wordGroups: number[][] = [];
  const groupOf = part.map((one, word) => {
    const number = numbers.get(one) ?? wordGroups.length;
    numbers.set(one, number);
    const members = wordGroups[number];
    if (members === undefined) wordGroups.push([word]);
    else members.push(word);
    return number;
  });
  return { groupOf, wordGroups };
}

export function put({ held, met }: Table, word: number, lesson: number): void {
  held[lesson]?.push(word);
  met[word]?.push(lesson);
}

export function take({ held, met }: Table, word: number, lesson: number): void {
  drop(held[lesson], word);
  drop(met[word], lesson);
}

function drop(list: number[] | undefined, value: number): void {
  list?.splice(list.indexOf(value), 1);
}

/** Indexes a lesson by its words. Undo before its words change, and redo afterwards. */
export function register(table: Table, lesson: number): void {
  const words = table.held[lesson] ?? [];
  const load = words.length;
  table.loads[load] = (table.loads[load] ?? 0) + 1;
  for (const word of words) {
    const byLoad = table.holders[table.groupOf[word] ?? 0];
    const holders = byLoad?.[load];
    if (holders !== undefined) holders.add(lesson);
    else if (byLoad !== undefined) byLoad[load] = new Set([lesson]);
  }
}

export function unregister(table: Table, lesson: number): void {
  const words = table.held[lesson] ?? [];
  const load = words.length;
  table.loads[load] = (table.loads[load] ?? 0) - 1;
  for (const word of words) table.holders[table.groupOf[word] ?? 0]?.[load]?.delete(lesson);
}
