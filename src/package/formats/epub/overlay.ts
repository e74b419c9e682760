import { html } from "../../../shared/html.ts";
import { type Book, chapterHref } from "../../contents/book.ts";
import type { Lesson } from "../../contents/contents.ts";
import { type ReadAlongPart, readAlongOf } from "../../contents/read-along.ts";

/** The class that a reading system gives to the part being played (EPUB 3.3, 9.3.2). */
export const activeClass = "-epub-media-overlay-active";

/** A chapter's media overlay: when each part of the chapter is heard, in SMIL 3.0 (EPUB 3.3, part 9). */
export interface Overlay {
  readonly id: string;
  readonly href: string;
  /** Total duration of its clips in ms, which EPUBCheck compares. */
  readonly durationMs: number;
  readonly smil: string;
}

interface Clip extends Pick<ReadAlongPart, "startMs" | "endMs"> {
  readonly target: string;
}

/** The overlay of a lesson whose recording is in the book and whose times are known; else null. */
export function overlayOf(lesson: Lesson, { sounds }: Book): Overlay | null {
  const sound = sounds.get(lesson.job);
  const readAlong = readAlongOf(lesson);
  if (sound === undefined || readAlong === null) return null;
  const { title, parts } = readAlong;
  const clips: Clip[] = [
    ...(title === null ? [] : [{ ...title, target: "title" }]),
    ...parts.map((part) => ({ ...part, target: part.id })),
  ];
  return {
    id: `overlay-${lesson.number}`,
    href: `${lesson.name}.smil`,
    durationMs: clips.reduce((sum, { startMs, endMs }) => sum + endMs - startMs, 0),
    smil: smilOf(clips, { chapter: chapterHref(lesson), sound: sound.href }),
  };
}

function smilOf(
  clips: readonly Clip[],
  { chapter, sound }: { readonly chapter: string; readonly sound: string },
): string {
  return html`<?xml version="1.0" encoding="UTF-8"?>
<smil xmlns="http://www.w3.org/ns/SMIL" version="3.0">
<body>
${clips.map(
  ({ target, startMs, endMs }) =>
    html`<par id="par-${target}"><text src="${chapter}#${target}"/><audio src="${sound}" clipBegin="${clockOf(startMs)}" clipEnd="${clockOf(endMs)}"/></par>\n`,
)}</body>
</smil>
`.toString();
}

/** A time as a SMIL clock value in seconds. */
export function clockOf(ms: number): string {
  return `${(ms / 1_000).toFixed(3)}s`;
}
