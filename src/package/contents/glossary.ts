import { foldWord } from "../../lessons/words/exact.ts";
import type { Lesson, Volume } from "./contents.ts";
import { wordsMarked } from "./lesson-words.ts";

/** A word of a volume, listed once, however many lessons require it. */
export interface GlossaryEntry {
  /** From 1, across the volume. */
  readonly number: number;
  readonly word: string;
  readonly reading?: string;
  readonly glosses: readonly string[];
  /** The first lesson that requires it. */
  readonly first: Lesson;
  /** The stories that contain it in any form. */
  readonly usedIn: readonly Use[];
}

interface Use {
  readonly lesson: Lesson;
  /** False if the story contains it only inside something longer that is marked as another word of its list. */
  readonly marked: boolean;
}

export interface Glossary {
  /** In the order in which the lessons require them. */
  readonly entries: readonly GlossaryEntry[];
  /** The same by the first lesson that requires them; without lessons that require no new word. */
  readonly groups: readonly { readonly lesson: Lesson; readonly entries: readonly GlossaryEntry[] }[];
  /** The entry of a lesson's word, by its index in the lesson's list. */
  entryOf(lesson: Lesson, word: number): GlossaryEntry | undefined;
}

type Growing = GlossaryEntry & { readonly glosses: string[]; readonly usedIn: Use[] };

/** Collects the words of all lessons of a volume; words that differ only in case or optional marks become one entry. */
export function glossaryOf(volume: Volume): Glossary {
  const entries = new Map<string, Growing>();
  const keyOf = (word: string) => foldWord(word, volume.language);
  for (const lesson of volume.lessons) {
    const marked = new Set(lesson.paragraphs.flatMap(({ marks }) => wordsMarked(marks)));
    for (const [index, { word, gloss, reading, used }] of lesson.words.entries()) {
      const key = keyOf(word);
      const entry = entries.get(key) ?? {
        number: entries.size + 1,
        word,
        ...(reading !== undefined && { reading }),
        glosses: [],
        first: lesson,
        usedIn: [],
      };
      entries.set(key, entry);
      if (gloss !== null && !entry.glosses.includes(gloss)) entry.glosses.push(gloss);
      if (used) entry.usedIn.push({ lesson, marked: marked.has(index) });
    }
  }
  const all = [...entries.values()];
  const groups = volume.lessons.map((lesson) => ({
    lesson,
    entries: all.filter(({ first }) => first === lesson),
  }));
  return {
    entries: all,
    groups: groups.filter(({ entries: own }) => own.length > 0),
    entryOf: (lesson, word) => entries.get(keyOf(lesson.words[word]?.word ?? "")),
  };
}
