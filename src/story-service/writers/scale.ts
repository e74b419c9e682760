import type { Mood } from "./language-pack.ts";

/** Target word counts by length: a few minutes of listening up to about fifteen (interface 4.2). */
export const targetWords = { short: 300, medium: 800, long: 1700 } as const;

/** The highest difficulty told in the present tense. */
export const lastPresentDifficulty = 4;

/**
 * The share of sentences with a first tail and with a second, by difficulty: sentences grow clause by clause. At 5 the past tense begins, with longer
 * cores, so the shares start over.
 */
export const tailShares: Readonly<Record<number, readonly [first: number, second: number]>> = {
  1: [0, 0],
  2: [0.3, 0],
  3: [0.7, 0],
  4: [1, 0],
  5: [0.4, 0],
  6: [0.7, 0],
  7: [1, 0],
  8: [1, 0.4],
  9: [1, 0.7],
  10: [1, 1],
};

const moods: Readonly<Record<Exclude<Mood, "everyday">, readonly string[]>> = {
  mystery: ["mystery", "thriller", "crime", "noir", "spy", "horror"],
  adventure: [
    "adventure",
    "survival",
    "action",
    "sports",
    "martial_arts",
    "post_apocalyptic",
    "sword_and_sorcery",
  ],
  wonder: ["cozy_fantasy", "romantasy", "litrpg", "sci_fi", "magical_realism"],
  heart: ["romance", "literary", "young_adult", "dark_academia", "historical"],
  fun: ["humor", "children", "middle_grade"],
};

/** The mood in which a genre's story begins and ends. */
export function moodOf(genre: string | null): Mood {
  const found = Object.entries(moods).find(([, genres]) => genre !== null && genres.includes(genre));
  return (found?.[0] as Mood | undefined) ?? "everyday";
}
