import type { SavedAlignment } from "../../lessons/align/alignment.ts";
import type { SentencePlace } from "../../lessons/text/story-text.ts";
import type { CorrectedParts } from "./course.ts";
import type { Paragraph, WordMark } from "./lesson-words.ts";

/** A range of a lesson's text, and when it is heard: a sentence, or a paragraph if there are no times for single sentences. */
export interface ReadAlongPart {
  /** `s1`, `s2` ...: its id in every page that contains it. */
  readonly id: string;
  /** The index of its paragraph and its position in it in UTF-16 units, all from 0. */
  readonly paragraph: number;
  readonly from: number;
  readonly to: number;
  /** In whole ms from the beginning of the recording; the end is later than the start. */
  readonly startMs: number;
  readonly endMs: number;
  /** From 0 (a guess) to 1. */
  readonly confidence: number;
}

/** The data for reading along with a lesson. */
export interface ReadAlong {
  /** When the title is heard, or null. */
  readonly title: Pick<ReadAlongPart, "startMs" | "endMs"> | null;
  readonly parts: readonly ReadAlongPart[];
}

/** The data that determines when each part of a lesson is heard. */
export interface RecordedLesson {
  readonly times: SavedAlignment | null;
  readonly corrected: Pick<CorrectedParts, "unheard" | "unwritten"> | null;
  readonly book: { readonly sound: object | null } | null;
  readonly paragraphs: readonly Pick<Paragraph, "text">[];
}

/** The parts of a lesson that have times, in text order; null for a lesson without a recording or without times. Pure. */
export function readAlongOf({
  times,
  book,
  paragraphs,
}: Omit<RecordedLesson, "corrected">): ReadAlong | null {
  if (times === null || times.level === "none" || book?.sound == null) return null;
  const whole = times.level === "paragraphs";
  const parts: ReadAlongPart[] = [];
  let heard = 0;
  for (const { paragraph, from, to, startMs, endMs, confidence } of times.sentences) {
    const length = paragraphs[paragraph]?.text.length ?? 0;
    const [start, end] = [Math.max(heard, Math.round(startMs)), Math.round(endMs)];
    const last = parts.at(-1);
    const isAfter = last === undefined || paragraph > last.paragraph || from >= last.to;
    // Skip times that don't fit the text: the file is untrusted.
    if (from >= to || to > length || end <= start || !(isAfter || whole)) continue;
    heard = end;
    if (whole && last?.paragraph === paragraph) parts[parts.length - 1] = { ...last, endMs: end };
    else {
      const place = whole ? { from: 0, to: length } : { from, to };
      parts.push({ id: `s${parts.length + 1}`, paragraph, ...place, startMs: start, endMs: end, confidence });
    }
  }
  const { title } = times;
  const spoken =
    title === null ? null : { startMs: Math.round(title.startMs), endMs: Math.round(title.endMs) };
  const isFirst =
    spoken !== null && spoken.endMs > spoken.startMs && spoken.endMs <= (parts[0]?.startMs ?? 0);
  return parts.length === 0 ? null : { title: isFirst ? spoken : null, parts };
}

/** The corrected sentences of a lesson that differ from its recording. Pure. */
export function unheardIn({
  corrected,
  book,
}: Pick<RecordedLesson, "corrected" | "book">): readonly SentencePlace[] {
  return book?.sound == null ? [] : (corrected?.unheard ?? []);
}

/** The parts of a text in order, with the corrected sentences that differ from its recording. Pure. */
export function partsToShow(
  lesson: Pick<RecordedLesson, "corrected" | "book">,
  readAlong: ReadAlong | null,
): (ReadAlongPart | UnheardPart)[] {
  const unheard = unheardIn(lesson).map((place): UnheardPart => ({ ...place, isUnheard: true }));
  return [...(readAlong?.parts ?? []), ...unheard].sort(
    (one, other) => one.paragraph - other.paragraph || one.from - other.from,
  );
}

/** A corrected sentence that differs from the recording. */
export interface UnheardPart extends SentencePlace {
  readonly isUnheard: true;
}

/** A piece of a paragraph, inside one part or between two parts. Its marks are relative to the piece. */
export interface ReadAlongPiece<Part> extends Paragraph {
  readonly part: Part | null;
}

/**
 * Divides a paragraph at the boundaries of its parts, given in text order. A word that crosses a boundary belongs to the piece in which it begins.
 * Pure.
 */
export function cutByParts<Part extends SentencePlace>(
  { text, marks }: Paragraph,
  number: number,
  parts: readonly Part[],
): ReadAlongPiece<Part>[] {
  const own = parts.filter(({ paragraph }) => paragraph === number);
  const over = (at: number) => marks.find(({ start, end }) => start < at && at < end)?.end ?? at;
  const pieces: ReadAlongPiece<Part>[] = [];
  let at = 0;
  const upTo = (end: number, part: Part | null): void => {
    if (end > at) pieces.push({ text: text.slice(at, end), marks: marksIn(marks, at, end), part });
    at = Math.max(at, end);
  };
  for (const part of own) {
    upTo(over(part.from), null);
    upTo(over(part.to), part);
  }
  upTo(text.length, null);
  return pieces;
}

function marksIn(marks: readonly WordMark[], from: number, to: number): WordMark[] {
  return marks
    .filter(({ start, end }) => start >= from && end <= to)
    .map((mark) => ({ ...mark, start: mark.start - from, end: mark.end - from }));
}
