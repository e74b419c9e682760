import { type Lesson, lessonViews, type View, type Volume } from "../../contents/contents.ts";
import { madeFile } from "../../entry.ts";
import { type Format, type FormatEntry, listed } from "../format.ts";

/**
 * Each story as plain UTF-8: the title and the paragraphs, separated by empty lines. Also as WebVTT beside each recording whose times are known: a cue
 * per sentence, or per paragraph.
 */
export const text: Format = (view) => {
  const views = lessonViews(view);
  return [...views.map(storyText), ...views.flatMap(subtitles)];
};

function storyText(of: View): FormatEntry {
  const { title, paragraphs } = of.lesson;
  const story = [title, ...paragraphs.map((paragraph) => paragraph.text)];
  const path = storyTextPath(of.lesson, of.volume);
  return listed(
    "texts",
    madeFile(path, () => `${story.join("\n\n")}\n`),
    of,
  );
}

export function storyTextPath(lesson: Lesson, volume: Volume): string {
  return `${volume.folder}/text/${lesson.name}.txt`;
}

function subtitles(of: View): FormatEntry[] {
  const cues = cuesOf(of.lesson);
  const path = `${of.volume.folder}/audio/${of.lesson.name}.vtt`;
  const entry = madeFile(path, () => `WEBVTT\n\n${cues.join("\n")}`);
  return cues.length === 0 ? [] : [listed("subtitles", entry, of)];
}

function cuesOf(lesson: Lesson): string[] {
  const parts = lesson.readAlong?.parts ?? [];
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
