import type { Lesson, Volume } from "../../contents/contents.ts";
import { readAlongOf } from "../../contents/read-along.ts";
import { madeEntry } from "../../zip/entry.ts";
import { type Format, type FormatEntry, listed } from "../format.ts";

export const subtitles: Format = {
  id: null,
  entries,
};

/** The story as WebVTT beside each recording whose times are known: a cue per sentence, or per paragraph. */
function entries(volume: Volume): FormatEntry[] {
  return volume.lessons.flatMap((lesson) => {
    const cues = cuesOf(lesson);
    if (cues.length === 0) return [];
    const path = `${volume.folder}/audio/${lesson.name}.vtt`;
    const entry = madeEntry(path, () => `WEBVTT\n\n${cues.join("\n")}`);
    return [listed("subtitles", entry, { volume, lesson })];
  });
}

function cuesOf(lesson: Lesson): string[] {
  const parts = readAlongOf(lesson)?.parts ?? [];
  return parts.map(({ id, paragraph, from, to, startMs, endMs }) => {
    const text = lesson.paragraphs[paragraph]?.text.slice(from, to) ?? "";
    return `${id}\n${clock(startMs)} --> ${clock(endMs)}\n${escapeCue(text)}\n`;
  });
}

/** Escapes text for a cue: no tags, and no line that would end the cue. */
function escapeCue(text: string): string {
  const escaped = text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
  return escaped
    .split(/[\r\n]+/)
    .filter((line) => line.trim() !== "")
    .join("\n");
}

/** `hh:mm:ss.mmm` */
function clock(ms: number): string {
  const pad = (count: number, digits = 2) => String(count).padStart(digits, "0");
  const seconds = Math.floor(ms / 1_000);
  return `${pad(Math.floor(seconds / 3_600))}:${pad(Math.floor(seconds / 60) % 60)}:${pad(seconds % 60)}.${pad(ms % 1_000, 3)}`;
}
