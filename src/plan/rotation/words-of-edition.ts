import { limits } from "../../contract/limits.ts";
import type { MatrixEntry } from "../matrix/matrix-entry.ts";
import type { StoriesResult } from "../matrix/stories.ts";
import type { ListWord } from "../plan.ts";
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

/**
 * The words of each of an edition's jobs, in job order: its share of its topic's lists, and what comes back of earlier editions. `words` is
 * null if every story takes all words of its lists and nothing comes back.
 */
export function wordsOfEdition(
  pooled: Pooled,
): Omit<Spreading, "words"> & { words: Spreading["words"] | null } {
  const { pool, stories, vocabulary, turn } = pooled;
  const entries = entriesOfEdition(pool, turn);
  const own = vocabulary === null ? null : spreadVolumes(entries, stories, vocabulary);
  if (turn.recalled.length === 0) return { words: own?.words ?? null, problems: own?.problems ?? [] };
  const words = own?.words ?? entries.map((entry) => listsOf(entry, stories));
  const lessons = { entries, words, perStory: vocabulary?.perStory ?? limits.wordsPerStory };
  const recalled = recallWords(lessons, recalledWords(pooled));
  return { words: recalled.words, problems: [...(own?.problems ?? []), ...recalled.problems] };
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
