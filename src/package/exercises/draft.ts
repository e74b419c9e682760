import type { Question } from "../../lessons/questions/question.ts";
import type { LanguageFacts } from "../../shared/languages/languages.ts";
import type { Chance } from "./chance.ts";
import type { HeardItem } from "./exercise.ts";
import type { GapWord } from "./gaps/gap-words.ts";
import type { KindOf } from "./gaps/word-kinds.ts";
import type { Shown } from "./shown.ts";
import type { Exchanges } from "./statements/exchange.ts";
import type { Story } from "./story.ts";

/** What an exercise is made from. */
export interface Draft {
  readonly story: Story;
  readonly chance: Chance;
  /** Candidates in their order, but first those that the other version doesn't ask in this exercise: by sentence or by folded answer. */
  readonly newFirst: <T>(candidates: readonly T[], of: (candidate: T) => number | string) => T[];
  /** What the sheet shows and asks for so far. */
  readonly shown: Shown;
  readonly room: Room;
  /** The language of the glosses. */
  readonly reader: LanguageFacts;
  /** What is chosen for a true statement and for a false one, in that language. */
  readonly verdicts: readonly [isTrue: string, isFalse: string];
  readonly questions: readonly Question[];
  /** Words for gaps: those of the list, and of the story. */
  readonly listed: readonly GapWord[];
  readonly others: readonly GapWord[];
  readonly kindOf: KindOf;
  readonly exchanges: Exchanges;
  /** The sentences that can be played alone, by index. */
  readonly heard: ReadonlyMap<number, HeardItem>;
}

/** The maximum number of sentences that each exercise of a sheet may use, so that a short story has enough for all of them. */
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

/** How many of the candidates one version takes, so that the other version can take different ones if there are enough for both. */
export function fairShare(candidates: number, most: number, fewest: number): number {
  return candidates >= fewest * 2 ? Math.min(most, Math.ceil(candidates / 2)) : most;
}

// A story with this many sentences has room for everything; in one with fewer than the second number, the first exercises take what they need.
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
