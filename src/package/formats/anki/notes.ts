import { placedSentences, placeInSentence } from "../../../lessons/text/sentences.ts";
import type { SentencePlace } from "../../../lessons/text/story-text.ts";
import { foldWord } from "../../../lessons/words/exact.ts";
import { sha256 } from "../../../shared/hash.ts";
import { html } from "../../../shared/html.ts";
import type { Contents, Lesson, Volume } from "../../contents/contents.ts";
import { glossaryOf } from "../../contents/glossary.ts";
import type { WordMark } from "../../contents/lesson-words.ts";

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
  const glossary = glossaryOf(volume);
  return glossary.entries.map((entry) => {
    const { word, glosses, usedIn, first } = entry;
    const met = usedIn.find(({ marked }) => marked)?.lesson ?? null;
    return {
      guid: guidOf(course.course, volume, word),
      word,
      glosses,
      sentence:
        met === null ? null : sentenceIn(met, (index) => glossary.entryOf(met, index) === entry, volume),
      lesson: met ?? first,
      tags: [course.course, volume.folder, (met ?? first).name],
    };
  });
}

// The level is part of the id: Anki adds no card for a note that it has, so the deck of another level would lack the word.
function guidOf(course: string, { folder, language }: Volume, word: string): string {
  return sha256(JSON.stringify([course, folder, foldWord(word, language)])).slice(0, 20);
}

/** The first sentence that has a word of the lesson, as it is listed if there is one. */
function sentenceIn(
  lesson: Lesson,
  isWord: (word: number) => boolean,
  { language }: Volume,
): Sentence | null {
  const places = lesson.paragraphs.flatMap(({ marks, occurrences }, paragraph) =>
    marks
      .filter(({ word }) => isWord(word))
      .map((mark) => ({
        ...mark,
        paragraph,
        isExact: occurrences.some((one) => isSame(one, mark) && one.found === "exact"),
      })),
  );
  const place = places.find(({ isExact }) => isExact) ?? places[0];
  const text = lesson.paragraphs[place?.paragraph ?? 0]?.text ?? "";
  if (place === undefined) return null;
  const { paragraph, start, end } = place;
  const sentence = placedSentences(text, language).find(({ from, to }) => from <= start && end <= to);
  if (sentence === undefined) return null;
  const inside = { start: placeInSentence(text, sentence, start), end: placeInSentence(text, sentence, end) };
  return {
    before: endOf(sentence.text.slice(0, inside.start)),
    word: sentence.text.slice(inside.start, inside.end),
    after: startOf(sentence.text.slice(inside.end)),
    place: { paragraph, from: sentence.from, to: sentence.to },
  };
}

function isSame(one: WordMark, other: WordMark): boolean {
  return one.start === other.start && one.end === other.end && one.word === other.word;
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

/** Text as an Anki field: HTML, in which square and curly brackets could mean a sound, a formula or a gap. All these brackets are escaped. */
export function field(text: string): string {
  return html`${text}`.toString().replace(/[[\]{}\\]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

/** The note's sentence with its word highlighted; empty if the note has no sentence. */
export function sentenceField({ sentence }: Note): string {
  if (sentence === null) return "";
  const { before, word, after } = sentence;
  return `${field(before)}<b>${field(word)}</b>${field(after)}`;
}

/** All meanings of a word. */
export function meaningField({ glosses }: Note): string {
  return glosses.map(field).join("; ");
}
