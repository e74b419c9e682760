import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import type { Course, LessonSource } from "../../../src/package/contents/course.ts";
import { course, lesson } from "../fixtures.ts";

interface Written extends Pick<Course, "title" | "description" | "publisher" | "license" | "gaps"> {
  readonly lessons: readonly (Partial<Omit<LessonSource, "words">> & {
    readonly words: Readonly<Record<string, string>>;
  })[];
}

const written = parse(readFileSync(join(import.meta.dirname, "showcase.yaml"), "utf8")) as Written;

// One without a title, and one in Japanese.
const silent = ["letter", "rain"];

/** A small course that shows what a package can contain: three scripts, words with glosses, sound, a gap. */
export function showcase(book: LessonSource["book"]): Course {
  const lessons = written.lessons.map(({ words, ...rest }) =>
    lesson({
      ...rest,
      words: Object.entries(words).map(([word, gloss]) => ({ word, gloss })),
      book: silent.includes(rest.topicId ?? "") ? null : book,
    }),
  );
  return course({ ...written, lessons });
}
