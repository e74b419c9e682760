import type { Course, LessonSource } from "./course.ts";

/** A lesson of a course, and where it is in the package. */
export interface PlacedLesson {
  readonly source: LessonSource;
  /** Its volume's folder: the service's language code and the difficulty, such as `ar-classical-3`. */
  readonly folder: string;
  /** From 1, within the volume. */
  readonly number: number;
  /** The base name of all files of the lesson, such as `lesson-01`. */
  readonly name: string;
}

/** A course's lessons in plan order, numbered within each volume. Pure. */
export function placeLessons({ lessons }: Pick<Course, "lessons">): PlacedLesson[] {
  const sizes = new Map<string, number>();
  const numbered = lessons.map((source) => {
    const folder = volumeFolder(source);
    const number = (sizes.get(folder) ?? 0) + 1;
    sizes.set(folder, number);
    return { source, folder, number };
  });
  return numbered.map((lesson) => {
    const digits = Math.max(2, String(sizes.get(lesson.folder)).length);
    return { ...lesson, name: `lesson-${String(lesson.number).padStart(digits, "0")}` };
  });
}

/** The folder of a lesson's volume. */
export function volumeFolder({ lang, difficulty }: Pick<LessonSource, "lang" | "difficulty">): string {
  return `${lang}-${difficulty}`;
}
