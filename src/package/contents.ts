import { type LanguageFacts, languageOf } from "../shared/languages.ts";
import { cleanLine } from "../shared/text.ts";
import type { BookFacts, BookPart } from "./books/inspect-book.ts";
import type { AudioChoice, Course, LessonSource } from "./course.ts";
import type { ExerciseSheet } from "./exercises/exercise.ts";
import { exerciseSheets } from "./exercises/exercise-sheets.ts";
import { type LessonWord, lessonWords, type Paragraph, paragraphsOf } from "./lesson-words.ts";
import type { PackageProblem } from "./package-problem.ts";
import { type TextDirection, textDirection } from "./text-direction.ts";
import { type TextSize, textSize } from "./text-size.ts";

/** Everything a package holds, decided once, as plain data. The writers of the formats read it and decide nothing. */
export interface Contents {
  readonly course: Course;
  /** Whether files that hold others (EPUBs, cartridges, Anki's packages) hold the sound too, or say where it is in the package. */
  readonly audio: AudioChoice;
  readonly reader: LanguageFacts;
  readonly volumes: readonly Volume[];
  readonly warnings: readonly PackageProblem[];
}

/** All lessons of one language at one difficulty: one graded reader. */
export interface Volume {
  /** The service's code and the difficulty, such as `ar-classical-3`. */
  readonly folder: string;
  readonly language: LanguageFacts;
  readonly difficulty: number;
  readonly lessons: readonly Lesson[];
}

export interface Lesson {
  readonly source: LessonSource;
  readonly job: string;
  /** From 1, within the volume. */
  readonly number: number;
  /** `lesson-01`: what every file of the lesson is called. */
  readonly name: string;
  readonly title: string;
  /** One line; empty where it says no more than the title. */
  readonly topic: string;
  readonly language: LanguageFacts;
  readonly direction: TextDirection;
  readonly size: TextSize;
  readonly paragraphs: readonly Paragraph[];
  readonly words: readonly LessonWord[];
  /** The versions A and B, the same items in every format. */
  readonly exercises: readonly ExerciseSheet[];
  readonly book: LessonBook | null;
}

export interface LessonBook extends Pick<BookFacts, "file"> {
  /** The recording: `part` has its media type, size, duration and SHA-256, and reads its bytes. */
  readonly sound: PackagedPart | null;
  /** A book without sound, as it came. */
  readonly kept: PackagedPart | null;
  /** What came in one archive with the sound. */
  readonly extras: readonly PackagedPart[];
}

export interface PackagedPart {
  /** In the package, such as `es-2/audio/lesson-01.mp3`. */
  readonly path: string;
  readonly part: BookPart;
}

/**
 * Decides what the package holds: volumes in the order in which the plan first names them, lessons numbered within each in the
 * plan's order. `books` has the facts of each job's exported book. Pure.
 */
export function contentsOf(source: Course, books: ReadonlyMap<string, BookFacts>): Contents {
  const groups = new Map<string, LessonSource[]>();
  for (const lesson of source.lessons) {
    const folder = `${lesson.lang}-${lesson.difficulty}`;
    const group = groups.get(folder);
    if (group === undefined) groups.set(folder, [lesson]);
    else group.push(lesson);
  }
  const volumes = [...groups].map(([folder, lessons]) =>
    volumeOf({ folder, lessons, books, course: source }),
  );
  const warnings = volumes.flatMap((volume) => volume.lessons.flatMap((lesson) => warningsOf(lesson, books)));
  const { audio } = source;
  return { course: cleanCourse(source), audio, reader: languageOf(source.reader), volumes, warnings };
}

// As with a lesson's texts: what was cleaned when it was read stays as it is, and nothing reaches a format unclean.
function cleanCourse(source: Course): Course {
  const line = (text: string | null) => (text === null ? null : cleanLine(text) || null);
  return {
    ...source,
    title: cleanLine(source.title) || source.course,
    description: line(source.description),
    publisher: line(source.publisher),
    license: line(source.license),
    gaps: source.gaps.map((gap) => ({ ...gap, topic: cleanLine(gap.topic) })),
  };
}

interface VolumeSource {
  readonly folder: string;
  readonly lessons: readonly LessonSource[];
  readonly books: ReadonlyMap<string, BookFacts>;
  readonly course: Course;
}

function volumeOf({ folder, lessons, books, course }: VolumeSource): Volume {
  const language = languageOf(lessons[0]?.lang ?? "");
  const digits = Math.max(2, String(lessons.length).length);
  return {
    folder,
    language,
    difficulty: lessons[0]?.difficulty ?? 0,
    lessons: lessons.map((source, index) => {
      const name = `lesson-${String(index + 1).padStart(digits, "0")}`;
      const book = bookOf(books.get(source.job), `${folder}/audio/${name}`);
      return lessonOf({ source, number: index + 1, name, language, book, course });
    }),
  };
}

interface NumberedLesson extends Pick<Lesson, "source" | "number" | "name" | "language" | "book"> {
  readonly course: Course;
}

function lessonOf({ source, number, name, language, book, course }: NumberedLesson): Lesson {
  const topic = cleanLine(source.topic);
  const title = cleanLine(source.title ?? "") || topic || source.topicId;
  const texts = paragraphsOf(source.text);
  const { words, paragraphs } = lessonWords(texts, source.words, language);
  const seed = { course: course.course, job: source.job };
  const reader = languageOf(course.reader);
  return {
    source: { ...source, topic },
    job: source.job,
    number,
    name,
    title,
    topic: topic === title ? "" : topic,
    language,
    direction: textDirection(source.text, language),
    size: textSize(source.text, language),
    paragraphs,
    words,
    exercises: exerciseSheets({ ...seed, paragraphs, words, language, reader }),
    book,
  };
}

function bookOf(facts: BookFacts | undefined, stem: string): LessonBook | null {
  if (facts === undefined) return null;
  const named = (part: BookPart | null) =>
    part === null ? null : { path: `${stem}.${part.extension}`, part };
  const extras = facts.extras.map((part, index) => ({
    path: `${stem}-extra-${index + 1}.${part.extension}`,
    part,
  }));
  return { file: facts.file, sound: named(facts.sound), kept: named(facts.kept), extras };
}

function warningsOf(lesson: Lesson, books: ReadonlyMap<string, BookFacts>): PackageProblem[] {
  const { job, direction, book } = lesson;
  const warnings: PackageProblem[] = [];
  if (direction.overruled)
    warnings.push({ code: "text_direction", job, dir: direction.dir, tag: direction.tag });
  const sounds = book?.extras.filter(({ part }) => part.audio).length ?? 0;
  if (book?.sound != null && sounds > 0)
    warnings.push({ code: "book_in_parts", job, path: book.sound.path, more: sounds });
  if (book === null || book.kept === null) return warnings;
  const { path } = book.kept;
  const reason = books.get(job)?.refusal ?? null;
  if (reason !== null) warnings.push({ code: "book_archive_refused", job, path, reason });
  else if (book.sound === null) {
    warnings.push({ code: "book_not_audio", job, path, contentType: book.file.contentType });
  }
  return warnings;
}
