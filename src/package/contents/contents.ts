import { basename } from "node:path";
import { type LanguageFacts, languageOf } from "../../shared/languages/languages.ts";
import type { BookPart } from "../books/book-part.ts";
import type { BookFacts } from "../books/inspect-book.ts";
import type { PackageProblem } from "../package-problem.ts";
import { type Course, isTextCorrected, type LessonSource, type SoundFormat } from "./course.ts";
import { exportedFolder } from "./layout.ts";
import type { LessonText } from "./lesson-text.ts";

/** Everything in a package, decided once, as plain data. The format writers read it and decide nothing. */
export interface Contents {
  readonly course: Course;
  /** The formats whose files contain the sound; the files of the others say where it is in the package. */
  readonly soundIn: ReadonlySet<SoundFormat>;
  readonly reader: LanguageFacts;
  readonly volumes: readonly Volume[];
  readonly warnings: readonly PackageProblem[];
}

/** All lessons of one language at one difficulty: one graded reader. */
export interface Volume {
  /** The service's language code and the difficulty, such as `ar-classical-3`. */
  readonly folder: string;
  readonly language: LanguageFacts;
  readonly difficulty: number;
  readonly lessons: readonly Lesson[];
}

export interface Lesson extends LessonText {
  readonly source: LessonSource;
  readonly job: string;
  /** From 1, within the volume. */
  readonly number: number;
  /** The base name of all files of the lesson, such as `lesson-01`. */
  readonly name: string;
  readonly book: LessonBook | null;
}

export interface LessonBook extends Pick<BookFacts, "file"> {
  /** The recording: `part` has its media type, size, duration and SHA-256, and reads its bytes. */
  readonly sound: PackagedPart | null;
  /** The other recordings of the archive that contained the sound. */
  readonly extras: readonly PackagedPart[];
  /** What else the export holds, unchanged, for a publisher who asked for it: a book without sound, or the other files of an archive. */
  readonly exported: readonly PackagedPart[];
}

export interface PackagedPart {
  /** In the package, such as `es-2/audio/lesson-01.mp3`. */
  readonly path: string;
  readonly part: BookPart;
  /** The tag that replaces the sound's own tags; null if the part goes into the package unchanged. */
  readonly tag: Buffer | null;
}

/** What is known about a single lesson. */
export interface ReadLesson {
  readonly source: LessonSource;
  readonly text: LessonText;
  readonly book: BookFacts | null;
}

/**
 * Decides what the package of a cleaned course contains: volumes in the order in which the plan first names them, lessons numbered within
 * each in plan order. Pure.
 */
export function contentsOf(course: Course, read: readonly ReadLesson[]): Contents {
  const groups = new Map<string, ReadLesson[]>();
  for (const lesson of read) {
    const folder = `${lesson.source.lang}-${lesson.source.difficulty}`;
    const group = groups.get(folder);
    if (group === undefined) groups.set(folder, [lesson]);
    else group.push(lesson);
  }
  const volumes = [...groups].map(([folder, lessons]) => volumeOf(folder, lessons, course));
  const facts = new Map(read.map(({ source, book }) => [source.job, book]));
  const warnings = volumes.flatMap(({ lessons }) =>
    lessons.flatMap((lesson) => warningsOf(lesson, facts.get(lesson.job) ?? null)),
  );
  for (const { source, book } of read) {
    const files =
      book === null || !course.exported ? 0 : filesOf(book) - filesOf(withoutOldText(book, source));
    if (files > 0) warnings.push({ code: "book_text_left_out", job: source.job, files });
  }
  const { soundIn, reader } = course;
  return {
    course,
    soundIn: new Set(soundIn),
    reader: languageOf(reader),
    volumes,
    warnings,
  };
}

function volumeOf(folder: string, read: readonly ReadLesson[], course: Course): Volume {
  const { lang = "", difficulty = 0 } = read[0]?.source ?? {};
  const digits = Math.max(2, String(read.length).length);
  const lessons = read.map(({ source, text, book }, index): Lesson => {
    const name = `lesson-${String(index + 1).padStart(digits, "0")}`;
    return {
      ...text,
      source,
      job: source.job,
      number: index + 1,
      name,
      book: bookOf(book === null ? null : withoutOldText(book, source), { folder, name, course }),
    };
  });
  return { folder, language: languageOf(lang), difficulty, lessons };
}

/** A lesson's book. Once the text is corrected, what is no sound is left out: it may have the text as it was. */
function withoutOldText(book: BookFacts, source: LessonSource): BookFacts {
  return isTextCorrected(source)
    ? { ...book, kept: null, extras: book.extras.filter(({ audio }) => audio) }
    : book;
}

function filesOf({ kept, extras }: BookFacts): number {
  return extras.length + (kept === null ? 0 : 1);
}

interface BookPlace {
  readonly folder: string;
  readonly name: string;
  readonly course: Course;
}

function bookOf(facts: BookFacts | null, { folder, name, course }: BookPlace): LessonBook | null {
  if (facts === null) return null;
  const named = (stem: string, part: BookPart) => ({ path: `${stem}.${part.extension}`, part, tag: null });
  const sounds = `${folder}/audio/${name}`;
  const others = `${exportedFolder(folder)}/${name}`;
  const numbered = (stem: string, parts: readonly BookPart[]) =>
    parts.map((part, index) => named(`${stem}-extra-${index + 1}`, part));
  const rest = [
    ...(facts.kept === null ? [] : [named(others, facts.kept)]),
    ...numbered(
      others,
      facts.extras.filter(({ audio }) => !audio),
    ),
  ];
  return {
    file: facts.file,
    sound: facts.sound && named(sounds, facts.sound),
    extras: numbered(
      sounds,
      facts.extras.filter(({ audio }) => audio),
    ),
    exported: course.exported ? rest : [],
  };
}

function warningsOf(lesson: Lesson, facts: BookFacts | null): PackageProblem[] {
  const { job, direction, book } = lesson;
  const warnings: PackageProblem[] = [];
  if (direction.overruled)
    warnings.push({ code: "text_direction", job, dir: direction.dir, tag: direction.tag });
  const more = book?.extras.length ?? 0;
  if (book?.sound != null && more > 0)
    warnings.push({ code: "book_in_parts", job, path: book.sound.path, more });
  if (facts === null || facts.sound !== null) return warnings;
  const { file, refusal: reason } = facts;
  const path = `books/${basename(file.path)}`;
  if (reason === null) warnings.push({ code: "book_not_audio", job, path, contentType: file.contentType });
  else warnings.push({ code: "book_archive_refused", job, path, reason });
  return warnings;
}
