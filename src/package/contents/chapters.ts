import { cleanLine, shorten } from "../../shared/text.ts";
import type { Lesson } from "./contents.ts";
import { type ReadAlongPart, readAlongOf } from "./read-along.ts";

/** A chapter of a recording, as players show it. */
export interface Chapter {
  readonly title: string;
  readonly startMs: number;
  readonly endMs: number;
}

// A paragraph of one short sentence is too short for a chapter, and one of several minutes becomes several.
const shortestMs = 20_000;
const longestMs = 60_000;

/** An ID3 table of contents counts its chapters in one byte; no player shows that many. */
const mostChapters = 200;

const longestTitle = 40;

/**
 * The chapters of a lesson's recording. Each begins at a paragraph far enough from the one before, or at a sentence inside a long
 * paragraph, and is named by its first words. Together they cover the whole recording. Empty if its times are unknown or there would be
 * only one. Pure.
 */
export function chaptersOf(lesson: Lesson): Chapter[] {
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

/** A function that is called for the parts in order and says which of them begin a chapter. */
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
    // The rest would be shorter than a chapter.
    const isTooLate = durationMs - part.startMs < shortest;
    if (chapter !== null && (!isFarEnough || isTooLate)) return false;
    chapter = part;
    return true;
  };
}

function firstWords({ paragraph, from, to }: ReadAlongPart, { paragraphs }: Lesson): string {
  const text = cleanLine(paragraphs[paragraph]?.text.slice(from, to) ?? "");
  const space = text.lastIndexOf(" ", longestTitle - 2);
  // Cut inside a word only if there is no space, or only one far before.
  if (text.length <= longestTitle || space < longestTitle / 2) return shorten(text, longestTitle);
  return `${text.slice(0, space)} …`;
}
