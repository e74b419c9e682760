import { limits } from "../../contract/limits.ts";
import type { MatrixEntry } from "../matrix/matrix-entry.ts";
import type { StoriesResult } from "../matrix/stories.ts";
import type { ListWord, RepeatedWords } from "../plan.ts";
import { type Spreading, spreadVolumes } from "../vocabulary/spread-volumes.ts";
import type { Vocabulary } from "../vocabulary/vocabulary.ts";
import type { Turn } from "./read-rotation.ts";
import { recallWords, volumeOf } from "./recall-words.ts";

interface Pooled {
  /** The jobs of all topics, whichever edition's turn they are. */
  readonly pool: readonly MatrixEntry[];
  readonly stories: StoriesResult;
  /** Null: every story is asked for all words of its lists. */
  readonly vocabulary: Vocabulary | null;
  readonly turn: Turn;
}

/** The jobs of an edition among those of all topics. */
export function entriesOfEdition(pool: readonly MatrixEntry[], { topics }: Turn): readonly MatrixEntry[] {
  return topics === null ? pool : pool.filter(({ topic }) => topics.has(topic.id));
}

export interface EditionWords extends Omit<Spreading, "words"> {
  /** The words of each of its jobs, in job order; null if every story takes all words of its lists and nothing comes back. */
  readonly words: Spreading["words"] | null;
  readonly repeated: readonly RepeatedWords[];
}

/** Which words an edition's stories are asked for: their share of their topics' lists, and what comes back of earlier editions. */
export function wordsOfEdition(pooled: Pooled): EditionWords {
  const { pool, stories, vocabulary, turn } = pooled;
  const entries = entriesOfEdition(pool, turn);
  const own = vocabulary === null ? null : spreadVolumes(entries, stories, vocabulary);
  const ofOwn = own?.problems ?? [];
  if (turn.recalled.length === 0) return { words: own?.words ?? null, repeated: [], problems: ofOwn };
  const words = own?.words ?? entries.map((entry) => listsOf(entry, stories));
  const lessons = { entries, words, perStory: vocabulary?.perStory ?? limits.wordsPerStory };
  const recalled = recallWords(lessons, recalledWords(pooled));
  return { ...recalled, problems: [...ofOwn, ...recalled.problems] };
}

/** The words that earlier editions asked for, by volume, in the order in which they come back. */
function recalledWords({
  pool,
  stories,
  vocabulary,
  turn,
}: Pooled): ReadonlyMap<string, readonly ListWord[]> {
  const recalled = new Map<string, ListWord[]>();
  for (const topics of turn.recalled) {
    const entries = pool.filter(({ topic }) => topics.has(topic.id));
    const spread = vocabulary === null ? null : spreadVolumes(entries, stories, vocabulary).words;
    for (const [place, entry] of entries.entries()) {
      const volume = volumeOf(entry);
      const words = spread === null ? listsOf(entry, stories) : (spread[place] ?? []);
      recalled.set(volume, [...(recalled.get(volume) ?? []), ...words]);
    }
  }
  return recalled;
}

function listsOf({ topic, lang }: MatrixEntry, stories: StoriesResult): readonly ListWord[] {
  return stories.matterOf(topic, lang)?.words ?? [];
}
