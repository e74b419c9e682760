import type { SavedAlignment } from "../../lessons/align/alignment.ts";
import type { SentencePlace } from "../../lessons/text/story-text.ts";
import type { Ruby } from "../../shared/languages/ruby.ts";
import type { CorrectedParts } from "./course.ts";
import type { Paragraph, WordMark } from "./lesson-words.ts";

/** A range of a recording, in ms from its beginning. */
export interface SoundStretch {
  readonly startMs: number;
  readonly endMs: number;
}

/** A range of a lesson's text, and when it is heard: a sentence, or a paragraph if there are no times for single sentences. */
export interface ReadAlongPart extends SentencePlace, SoundStretch {
  /** `s1`, `s2` ...: its id in every page that contains it. Its times are whole ms, and its end is later than its start. */
  readonly id: string;
  /** From 0 (a guess) to 1. */
  readonly confidence: number;
}

/** The data for reading along with a lesson. */
export interface ReadAlong {
  /** When the title is heard, or null. */
  readonly title: SoundStretch | null;
  readonly parts: readonly ReadAlongPart[];
}

/** The data that determines when each part of a lesson is heard. */
export interface RecordedLesson {
  readonly times: SavedAlignment | null;
  readonly sound: object | null;
  readonly paragraphs: readonly Pick<Paragraph, "text">[];
}

/** The parts of a lesson that have times, in text order; null for a lesson without a recording or without times. Pure. */
export function readAlongOf({ times, sound, paragraphs }: RecordedLesson): ReadAlong | null {
  if (times === null || times.level === "none" || sound === null) return null;
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

/** The parts of a text in order, with the corrected sentences that differ from its recording. Pure. */
export function partsToShow(
  unheard: readonly SentencePlace[],
  readAlong: ReadAlong | null,
): (ReadAlongPart | UnheardPart)[] {
  const shown = unheard.map((place): UnheardPart => ({ ...place, isUnheard: true }));
  return [...(readAlong?.parts ?? []), ...shown].sort(
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
  { text, marks, readings }: Paragraph,
  number: number,
  parts: readonly Part[],
): ReadAlongPiece<Part>[] {
  const own = parts.filter(({ paragraph }) => paragraph === number);
  const over = (at: number) => marks.find(({ start, end }) => start < at && at < end)?.end ?? at;
  const pieces: ReadAlongPiece<Part>[] = [];
  let at = 0;
  const upTo = (end: number, part: Part | null): void => {
    const above = readings && { readings: readingsIn(readings, at, end) };
    if (end > at) pieces.push({ text: text.slice(at, end), marks: marksIn(marks, at, end), ...above, part });
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

function readingsIn(readings: readonly Ruby[], start: number, end: number): Ruby[] {
  return readings
    .filter(({ from, to }) => from >= start && to <= end)
    .map((one) => ({ ...one, from: one.from - start, to: one.to - start }));
}

/** The confidence from which a sentence is played alone, out of context. */
const sureConfidence = 0.5;

// A margin before a voice becomes clear and after it fades, as far as no other sentence is heard there.
const beforeMs = 40;
const behindMs = 80;

/**
 * The range of the recording to play for each of a lesson's sentences alone, by position. Each range has a small margin, which never
 * reaches into another sentence or a corrected passage. Null if the lesson's times are unknown or not certain enough. Pure.
 */
export function heardAlone(
  lesson: RecordedLesson & { readonly corrected: Pick<CorrectedParts, "unwritten"> | null },
): (place: SentencePlace) => SoundStretch | null {
  const parts = lesson.times?.level === "sentences" ? (readAlongOf(lesson)?.parts ?? []) : [];
  const unwritten = lesson.corrected?.unwritten ?? [];
  const spoken: SoundStretch[] = [...parts, ...unwritten].sort((one, other) => one.startMs - other.startMs);
  const indexes = new Map(spoken.map((stretch, index) => [stretch, index]));
  const places = new Map(parts.map((part) => [keyOf(part), part]));
  return (place) => {
    const part = places.get(keyOf(place));
    if (part === undefined || part.confidence < sureConfidence) return null;
    const index = indexes.get(part) ?? -1;
    return {
      startMs: Math.max(spoken[index - 1]?.endMs ?? 0, part.startMs - beforeMs),
      endMs: Math.min(spoken[index + 1]?.startMs ?? Number.POSITIVE_INFINITY, part.endMs + behindMs),
    };
  };
}

function keyOf({ paragraph, from, to }: SentencePlace): string {
  return `${paragraph}:${from}-${to}`;
}
