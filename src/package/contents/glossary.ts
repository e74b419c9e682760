import type { Lesson, Volume } from "./contents.ts";
import { foldWord } from "./find-words.ts";

/** A word of a volume, once, however many lessons require it. */
export interface GlossaryEntry {
  /** From 1, over the volume. */
  readonly number: number;
  readonly word: string;
  readonly glosses: readonly string[];
  /** The lesson that first requires it. */
  readonly first: Lesson;
  /** The stories that have it in this form. */
  readonly usedIn: readonly Use[];
}

interface Use {
  readonly lesson: Lesson;
  /** False where the story has it only inside a longer word of its list, which is marked instead. */
  readonly marked: boolean;
}

export interface Glossary {
  /** In the order in which the lessons require them. */
  readonly entries: readonly GlossaryEntry[];
  /** The entry of a lesson's word, by its place in the lesson's list. */
  entryOf(lesson: Lesson, word: number): GlossaryEntry | undefined;
}

interface Growing {
  readonly number: number;
  readonly word: string;
  readonly glosses: string[];
  readonly first: Lesson;
  readonly usedIn: Use[];
}

/** Gathers the words of all lessons of a volume: two that differ only in case or optional points are one. */
export function glossaryOf(volume: Volume): Glossary {
  const entries = new Map<string, Growing>();
  const keyOf = (word: string) => foldWord(word, volume.language);
  for (const lesson of volume.lessons) {
    const marked = new Set(lesson.paragraphs.flatMap(({ marks }) => marks.map((mark) => mark.word)));
    for (const [index, { word, gloss, used }] of lesson.words.entries()) {
      const key = keyOf(word);
      const entry = entries.get(key) ?? newEntry(word, { number: entries.size + 1, first: lesson });
      entries.set(key, entry);
      if (gloss !== null && !entry.glosses.includes(gloss)) entry.glosses.push(gloss);
      if (used) entry.usedIn.push({ lesson, marked: marked.has(index) });
    }
  }
  return {
    entries: [...entries.values()],
    entryOf: (lesson, word) => entries.get(keyOf(lesson.words[word]?.word ?? "")),
  };
}

function newEntry(word: string, place: Pick<Growing, "number" | "first">): Growing {
  return { ...place, word, glosses: [], usedIn: [] };
}
