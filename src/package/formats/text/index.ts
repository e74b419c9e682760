import type { Lesson, Volume } from "../../contents/contents.ts";
import { madeEntry } from "../../zip/entry.ts";
import { type Format, type FormatEntry, listed } from "../format.ts";

export const text: Format = {
  id: null,
  entries,
};

/** Each story as plain UTF-8: the title and the paragraphs, separated by empty lines. */
function entries(volume: Volume): FormatEntry[] {
  return volume.lessons.map((lesson) =>
    listed(
      "texts",
      madeEntry(
        storyTextPath(lesson, volume),
        () => `${[lesson.title, ...lesson.paragraphs.map(({ text }) => text)].join("\n\n")}\n`,
      ),
      { volume, lesson },
    ),
  );
}

export function storyTextPath(lesson: Lesson, volume: Volume): string {
  return `${volume.folder}/text/${lesson.name}.txt`;
}
