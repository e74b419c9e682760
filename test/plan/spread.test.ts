import fc from "fast-check";
import { expect, test } from "vitest";
import type { Offers } from "../../src/plan/spread.ts";
import { spreadWords } from "../../src/plan/spread.ts";

const vocabulary = fc.record({
  perStory: fc.integer({ min: 1, max: 5 }),
  encounters: fc.integer({ min: 1, max: 4 }),
});

/** Lessons with the words of some of a few lists, which share words. */
const offers = fc
  .record({
    lists: fc.array(fc.uniqueArray(fc.nat(14), { minLength: 1, maxLength: 9 }), {
      minLength: 1,
      maxLength: 4,
    }),
    lessons: fc.array(fc.uniqueArray(fc.nat(3), { maxLength: 3 }), { minLength: 1, maxLength: 9 }),
  })
  .map(({ lists, lessons }) =>
    numbered(lessons.map((names) => [...new Set(names.flatMap((name) => lists[name] ?? []))])),
  );

/** Words as numbers in the order in which they are first offered; the same words are one array. */
function numbered(lessons: readonly (readonly number[])[]): Offers {
  const numbers = new Map<number, number>();
  const shared = new Map<string, readonly number[]>();
  const ofLesson = lessons.map((words) => {
    const offer = words.map((word) => {
      const number = numbers.get(word) ?? numbers.size;
      numbers.set(word, number);
      return number;
    });
    const same = shared.get(offer.join()) ?? offer;
    shared.set(offer.join(), same);
    return same;
  });
  return { ofLesson, words: numbers.size };
}

const alike = (lessons: number, words: number): Offers => {
  const offer = Array.from({ length: words }, (_, word) => word);
  return { ofLesson: Array.from({ length: lessons }, () => offer), words };
};

/** The lessons of each word, in order. */
function meetings(held: readonly (readonly number[])[], words: number): number[][] {
  const met = Array.from({ length: words }, (): number[] => []);
  for (const [lesson, inLesson] of held.entries()) for (const word of inLesson) met[word]?.push(lesson);
  return met;
}

/** The most meetings that can take place at all, by the plainest way of finding a maximum flow. */
function mostMeetings({ ofLesson, words }: Offers, perStory: number, encounters: number): number {
  const held = ofLesson.map(() => new Set<number>());
  const admit = (word: number, tried: Set<number>): boolean =>
    ofLesson.some((offer, lesson) => {
      const inLesson = held[lesson] ?? new Set();
      if (!offer.includes(word) || inLesson.has(word) || tried.has(lesson)) return false;
      tried.add(lesson);
      const goes = inLesson.size < perStory ? null : [...inLesson].find((one) => admit(one, tried));
      if (goes === undefined) return false;
      if (goes !== null) inLesson.delete(goes);
      inLesson.add(word);
      return true;
    });
  let sum = 0;
  for (let word = 0; word < words; word += 1) {
    for (let time = 0; time < encounters && admit(word, new Set()); time += 1) sum += 1;
  }
  return sum;
}

test("no lesson has a word twice, one that it does not offer, or more than it takes", () => {
  fc.assert(
    fc.property(offers, vocabulary, (offered, wanted) => {
      for (const [lesson, words] of spreadWords(offered, wanted).entries()) {
        expect(new Set(words).size).toBe(words.length);
        expect(words.filter((word) => !offered.ofLesson[lesson]?.includes(word))).toEqual([]);
        expect(words.length).toBeLessThanOrEqual(wanted.perStory);
      }
    }),
    { numRuns: 1_000 },
  );
});

test("as many encounters as possible are planned, and no word is repeated while another is left out for it", () => {
  fc.assert(
    fc.property(offers, vocabulary, (offered, { perStory, encounters }) => {
      const met = meetings(spreadWords(offered, { perStory, encounters }), offered.words);
      expect(Math.max(0, ...met.map(({ length }) => length))).toBeLessThanOrEqual(encounters);
      for (let times = 1; times <= encounters; times += 1) {
        const sum = met.reduce((total, { length }) => total + Math.min(length, times), 0);
        expect(sum).toBe(mostMeetings(offered, perStory, times));
      }
    }),
    { numRuns: 1_500 },
  );
});

test("no word could be moved to a lesson that has two words fewer", () => {
  fc.assert(
    fc.property(offers, vocabulary, (offered, wanted) => {
      const held = spreadWords(offered, wanted);
      for (const from of held) {
        for (const [lesson, to] of held.entries()) {
          const could = from.filter((word) => offered.ofLesson[lesson]?.includes(word) && !to.includes(word));
          if (to.length <= from.length - 2) expect(could).toEqual([]);
        }
      }
    }),
    { numRuns: 1_000 },
  );
});

const course = fc.record({
  lessons: fc.integer({ min: 1, max: 24 }),
  words: fc.integer({ min: 1, max: 60 }),
  wanted: fc.record({
    perStory: fc.integer({ min: 1, max: 20 }),
    encounters: fc.integer({ min: 1, max: 4 }),
  }),
});

test("adding a lesson at the end gives no earlier lesson a word that it did not have", () => {
  fc.assert(
    fc.property(course, ({ lessons, words, wanted }) => {
      const before = spreadWords(alike(lessons, words), wanted);
      const after = spreadWords(alike(lessons + 1, words), wanted);
      for (const [lesson, had] of before.entries()) {
        expect(after[lesson]?.filter((word) => !had.includes(word))).toEqual([]);
      }
    }),
    { numRuns: 1_000 },
  );
});

// words, lessons, perStory, encounters; the nearest that two meetings of one word come, where even spacing is lessons / encounters.
test.each([
  [60, 15, 12, 3, 5],
  [60, 15, 20, 3, 3],
  [30, 5, 12, 2, 2],
  [100, 30, 20, 3, 5],
  [10, 12, 20, 3, 2],
])(
  "%i words in %i lessons of at most %i, each %i times, come back after %i lessons at the soonest",
  (words, lessons, perStory, encounters, soonest) => {
    const met = meetings(spreadWords(alike(lessons, words), { perStory, encounters }), words);
    const gaps = met.flatMap((own) => own.slice(1).map((lesson, index) => lesson - (own[index] ?? 0)));
    expect(Math.min(...gaps)).toBe(soonest);
    const average = gaps.reduce((sum, gap) => sum + gap, 0) / gaps.length;
    expect(average).toBeGreaterThan((0.9 * lessons) / encounters);
  },
);
