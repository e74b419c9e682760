import type { SentencePlace } from "../../../lessons/align/script.ts";
import { placedSentences } from "../../../lessons/text/sentences.ts";
import { foldWord } from "../../../lessons/words/exact.ts";
import { sha256 } from "../../../shared/hash.ts";
import type { Contents, Lesson, Volume } from "../../contents/contents.ts";
import { findWords } from "../../contents/find-words.ts";
import { type GlossaryEntry, glossaryOf } from "../../contents/glossary.ts";

/** A word to learn and where it occurs. All plain text. */
export interface Note {
  /** The same for a word of a course in every edition, so that an import updates the existing note. */
  readonly guid: string;
  readonly word: string;
  readonly glosses: readonly string[];
  /** A sentence of the story that contains the word, in three pieces; null if no story contains the word in this form. */
  readonly sentence: Sentence | null;
  readonly lesson: Lesson;
  /** For Anki's tags: only `a-z 0-9 -`. */
  readonly tags: readonly string[];
}

export interface Sentence {
  readonly before: string;
  readonly word: string;
  readonly after: string;
  /** The position of the whole sentence in the lesson. */
  readonly place: SentencePlace;
}

// A longer sentence does not fit a card on a phone.
const mostAround = 160;

/** The words of a volume without duplicates, in lesson order. */
export function notesOf(volume: Volume, { course }: Contents): Note[] {
  return glossaryOf(volume).entries.map((entry) => {
    const { word, glosses, usedIn, first } = entry;
    const met = usedIn.find(({ marked }) => marked)?.lesson ?? null;
    return {
      guid: guidOf(course.course, volume, word),
      word,
      glosses,
      sentence: met === null ? null : sentenceIn(met, entry, volume),
      lesson: met ?? first,
      tags: [course.course, volume.folder, (met ?? first).name],
    };
  });
}

// The level is part of the id: Anki adds no card for a note that it has, so the deck of another level would lack the word.
function guidOf(course: string, { folder, language }: Volume, word: string): string {
  return sha256(JSON.stringify([course, folder, foldWord(word, language)])).slice(0, 20);
}

function sentenceIn(lesson: Lesson, { word }: GlossaryEntry, { language }: Volume): Sentence | null {
  for (const [paragraph, { text }] of lesson.paragraphs.entries()) {
    for (const { text: sentence, from, to } of placedSentences(text, language)) {
      const mark = findWords(sentence, [word], language).marks[0];
      if (mark === undefined) continue;
      return {
        before: endOf(sentence.slice(0, mark.start)),
        word: sentence.slice(mark.start, mark.end),
        after: startOf(sentence.slice(mark.end)),
        place: { paragraph, from, to },
      };
    }
  }
  return null;
}

function endOf(text: string): string {
  if (text.length <= mostAround) return text;
  const space = text.indexOf(" ", text.length - mostAround);
  return space === -1 ? `…${wholeClusters(text, -mostAround)}` : `…${text.slice(space)}`;
}

function startOf(text: string): string {
  if (text.length <= mostAround) return text;
  const space = text.lastIndexOf(" ", mostAround);
  return space <= 0 ? `${wholeClusters(text, mostAround)}…` : `${text.slice(0, space)} …`;
}

/** Up to `count` characters from a text's start, or from its end if negative, without splitting surrogate pairs or marks from their letters. */
function wholeClusters(text: string, count: number): string {
  if (count < 0) return text.slice(count).replace(/^(?:[\udc00-\udfff]|[\p{M}\u200d])+/u, "");
  return text.slice(0, count).replace(/(?:[\ud800-\udbff]|\u200d)$/u, "");
}
