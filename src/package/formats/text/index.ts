import type { Lesson, Volume } from "../../contents/contents.ts";
import { madeEntry, type PackageEntry } from "../../zip/entry.ts";

/** Each story as plain UTF-8: the title, an empty line, the paragraphs with empty lines between them. */
export function storyTexts(volume: Volume): PackageEntry[] {
  return volume.lessons.map((lesson) =>
    madeEntry(
      storyTextPath(lesson, volume),
      () => `${[lesson.title, ...lesson.paragraphs.map(({ text }) => text)].join("\n\n")}\n`,
    ),
  );
}

export function storyTextPath(lesson: Lesson, volume: Volume): string {
  return `${volume.folder}/text/${lesson.name}.txt`;
}
