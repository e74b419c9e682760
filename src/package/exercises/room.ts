import type { Story } from "./story.ts";

/** The most sentences that each exercise of a sheet may use, so that a short story has enough for all of them. */
export interface Room {
  /** Whether the story is too short for all exercises; then gaps have priority. */
  readonly isShort: boolean;
  readonly cloze: number;
  readonly firstLetter: number;
  readonly order: number;
  readonly wordOrder: number;
  /** True statements; as many false ones come with them. */
  readonly statements: number;
  /** To be left for listening exercises. */
  readonly heard: number;
}

// A story with this many sentences has room for everything; in one with fewer than the second number, the first exercises take what they
// need.
const enoughSentences = 40;
const fewSentences = 12;
const shareOfHeard = 0.2;

/** The limits for a story's sheets. */
export function roomIn({ sentences }: Pick<Story, "sentences">): Room {
  const count = sentences.length;
  const share = count < fewSentences ? 1 : Math.min(1, count / enoughSentences);
  const atLeast = (least: number, most: number) => Math.max(least, Math.round(most * share));
  return {
    isShort: count < fewSentences,
    cloze: atLeast(5, 10),
    firstLetter: atLeast(3, 6),
    order: atLeast(4, 6),
    wordOrder: atLeast(3, 5),
    statements: atLeast(2, 3),
    heard: count < fewSentences ? 0 : Math.round(count * shareOfHeard),
  };
}
