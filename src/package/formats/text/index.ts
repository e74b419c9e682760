import type { Lesson, Volume } from "../../contents/contents.ts";
import { madeEntry, type PackageEntry } from "../../zip/entry.ts";
import { type Format, lessonFiles } from "../format.ts";

export const text: Format = {
  id: null,
  entries,
  describe: (volume) => [
    lessonFiles(volume, (name) => `text/${name}.txt`, { kind: "texts", group: "reading" }),
  ],
};

/** Each story as plain UTF-8: the title and the paragraphs, separated by empty lines. */
function entries(volume: Volume): PackageEntry[] {
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
