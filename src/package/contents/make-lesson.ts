import type { BookPart } from "../books/book-part.ts";
import type { BookFacts } from "../books/inspect-book.ts";
import type { Lesson, LessonBook } from "./contents.ts";
import { type Course, isTextCorrected, type PlacedLesson } from "./course.ts";
import { exportedFolder } from "./layout.ts";
import { lessonText } from "./lesson-text.ts";

/** A lesson for the package. `facts`: what was found out about the lesson's book; null if there is no book. Pure. */
export function makeLesson(placed: PlacedLesson, facts: BookFacts | null, course: Course): Lesson {
  const { source, number, name } = placed;
  const { job, topicId, topic, difficulty, length, storyId } = source;
  return {
    ...lessonText(source, course),
    job,
    topicId,
    topic,
    difficulty,
    length,
    storyId,
    number,
    name,
    book: facts === null ? null : bookOf(facts, placed, course),
    times: source.times ?? null,
    image: source.image ?? null,
    prompts: source.prompts ?? [],
    corrected: source.corrected ?? null,
    approvals: source.approvals ?? [],
  };
}

function bookOf(
  facts: BookFacts,
  { source, folder, name }: PlacedLesson,
  { exported: isExported, without = [] }: Pick<Course, "exported" | "without">,
): LessonBook {
  const named = (stem: string, part: BookPart) => ({ path: `${stem}.${part.extension}`, part, tag: null });
  const numbered = (stem: string, parts: readonly BookPart[]) =>
    parts.map((part, index) => named(`${stem}-extra-${index + 1}`, part));
  const sounds = `${folder}/${without.includes("audio") ? "web" : "audio"}/${name}`;
  const others = `${exportedFolder(folder)}/${name}`;
  const besides = facts.extras.filter(({ audio }) => !audio);
  const rest = isExported
    ? [...(facts.kept === null ? [] : [named(others, facts.kept)]), ...numbered(others, besides)]
    : [];
  // Once the text is corrected, what is no sound may have the text as it was.
  const isLeftOut = isTextCorrected(source.corrected ?? null);
  return {
    file: facts.file,
    refusal: facts.refusal,
    sound: facts.sound && named(sounds, facts.sound),
    extras: numbered(
      sounds,
      facts.extras.filter(({ audio }) => audio),
    ),
    exported: isLeftOut ? [] : rest,
    leftOut: isLeftOut ? rest.length : 0,
  };
}
