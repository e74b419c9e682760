import { cleanLine, shorten } from "../../shared/text.ts";
import type { PackagedPart } from "./contents.ts";
import { type ReadAlongPart, type RecordedLesson, readAlongOf } from "./read-along.ts";

/** A chapter of a recording, as players show it. */
export interface Chapter {
  readonly title: string;
  readonly startMs: number;
  readonly endMs: number;
}

// Paragraphs of one short sentence are no chapters of their own, and one of several minutes has more than one.
const shortestMs = 20_000;
const longestMs = 60_000;

/** A table of contents counts its chapters in one byte; no player shows so many. */
const mostChapters = 200;

const longestTitle = 40;

interface RecordedText extends RecordedLesson {
  readonly book: { readonly sound: Pick<PackagedPart, "part"> | null } | null;
}

/**
 * The chapters of a lesson's recording, each from a paragraph to the next one that is far enough from it, or from a sentence in the midst of a long
 * one; called by its first words. Together they last as long as the recording. Empty where its times are not known, or it would be one alone. Pure.
 */
export function chaptersOf(lesson: RecordedText): Chapter[] {
  const parts = readAlongOf(lesson)?.parts ?? [];
  const durationMs = lesson.book?.sound?.part.durationMs ?? 0;
  const shortest = Math.max(shortestMs, Math.ceil(durationMs / mostChapters));
  const starts = parts.filter(startsWithin({ shortest, durationMs }));
  if (starts.length < 2) return [];
  return starts.map((part, index) => ({
    title: firstWords(part, lesson),
    startMs: index === 0 ? 0 : part.startMs,
    endMs: starts[index + 1]?.startMs ?? durationMs,
  }));
}

/** Tells, asked of one part after another, which of them begin a chapter. */
function startsWithin(most: { shortest: number; durationMs: number }): (part: ReadAlongPart) => boolean {
  const { shortest, durationMs } = most;
  const longest = Math.max(longestMs, shortest);
  let chapter: { readonly startMs: number } | null = null;
  let paragraph = -1;
  return (part) => {
    const isNewParagraph = part.paragraph !== paragraph;
    paragraph = part.paragraph;
    const past = part.startMs - (chapter?.startMs ?? 0);
    const isFarEnough = past >= (isNewParagraph ? shortest : longest);
    // What is left behind it would be shorter than a chapter is.
    const isTooLate = durationMs - part.startMs < shortest;
    if (chapter !== null && (!isFarEnough || isTooLate)) return false;
    chapter = part;
    return true;
  };
}

function firstWords({ paragraph, from, to }: ReadAlongPart, { paragraphs }: RecordedText): string {
  const text = cleanLine(paragraphs[paragraph]?.text.slice(from, to) ?? "");
  const space = text.lastIndexOf(" ", longestTitle - 2);
  // A word is cut only where there is no space, or only one far before.
  if (text.length <= longestTitle || space < longestTitle / 2) return shorten(text, longestTitle);
  return `${text.slice(0, space)} …`;
}
