import { basename } from "node:path";
import type { SavedAlignment } from "../../lessons/align/alignment.ts";
import { type LanguageFacts, languageOf } from "../../shared/languages/languages.ts";
import type { BookFacts, BookPart } from "../books/inspect-book.ts";
import type { Locale } from "../locales/locale.ts";
import type { PackageProblem } from "../package-problem.ts";
import {
  type Approval,
  type CorrectedParts,
  type Course,
  isTextCorrected,
  type LessonImage,
  type LessonSource,
  type PlacedLesson,
  type SoundFormat,
  volumeFolder,
} from "./course.ts";
import { exportedFolder } from "./layout.ts";
import { type LessonText, lessonText } from "./lesson-text.ts";

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

export interface Lesson extends LessonText, Pick<LessonSource, CopiedFact> {
  /** From 1, within the volume. */
  readonly number: number;
  /** The base name of all files of the lesson, such as `lesson-01`. */
  readonly name: string;
  readonly book: LessonBook | null;
  /** When its sentences are heard; null without a recording, or before it was aligned. */
  readonly times: SavedAlignment | null;
  /** The plan's picture for its topic. */
  readonly image: LessonImage | null;
  /** The plan's questions to talk about. */
  readonly prompts: readonly string[];
  /** What people have corrected; null: nothing. */
  readonly corrected: CorrectedParts | null;
  /** Who approved exactly this text, recording, times and correction. */
  readonly approvals: readonly Approval[];
}

type CopiedFact = "job" | "topicId" | "topic" | "difficulty" | "length" | "storyId";

export interface LessonBook extends Pick<BookFacts, "file" | "refusal"> {
  /** The recording: `part` has its media type, size, duration and SHA-256, and reads its bytes. */
  readonly sound: PackagedPart | null;
  /** The other recordings of the archive that contained the sound. */
  readonly extras: readonly PackagedPart[];
  /** What else the export holds, unchanged, for a publisher who asked for it: a book without sound, or the other files of an archive. */
  readonly exported: readonly PackagedPart[];
  /** How many files the publisher doesn't get although they were asked for, because they may have the text before its correction. */
  readonly leftOut: number;
}

export interface PackagedPart {
  /** In the package, such as `es-2/web/lesson-01.mp3`. */
  readonly path: string;
  readonly part: BookPart;
  /** The tag that replaces the sound's own tags; null if the part goes into the package unchanged. */
  readonly tag: Buffer | null;
}

/**
 * The contents of a cleaned course's package, made from all its lessons in plan order. Volumes come in the order in which the plan first names
 * them. Pure.
 */
export function contentsOf(course: Course, lessons: readonly Lesson[]): Contents {
  const groups = new Map<string, [Lesson, ...Lesson[]]>();
  for (const lesson of lessons) {
    const folder = volumeFolder({ lang: lesson.language.code, difficulty: lesson.difficulty });
    const group = groups.get(folder);
    if (group === undefined) groups.set(folder, [lesson]);
    else group.push(lesson);
  }
  const volumes = [...groups].map(([folder, own]) => volumeOf(folder, own));
  const { soundIn, reader } = course;
  return {
    course,
    soundIn: new Set(soundIn),
    reader: languageOf(reader),
    volumes,
    warnings: [
      ...volumes.flatMap((volume) => volume.lessons.flatMap(warningsOf)),
      ...lessons.flatMap(textLeftOut),
    ],
  };
}

function volumeOf(folder: string, lessons: readonly [Lesson, ...Lesson[]]): Volume {
  const [{ language, difficulty }] = lessons;
  return { folder, language, difficulty, lessons };
}

function warningsOf({ job, direction, book }: Lesson): PackageProblem[] {
  const warnings: PackageProblem[] = [];
  if (direction.overruled)
    warnings.push({ code: "text_direction", job, dir: direction.dir, tag: direction.tag });
  const more = book?.extras.length ?? 0;
  if (book?.sound != null && more > 0)
    warnings.push({ code: "book_in_parts", job, path: book.sound.path, more });
  if (book === null || book.sound !== null) return warnings;
  const { file, refusal: reason } = book;
  const path = `books/${basename(file.path)}`;
  warnings.push({ code: "book_not_audio", job, path, contentType: file.contentType, reason });
  return warnings;
}

function textLeftOut({ job, book }: Lesson): PackageProblem[] {
  const files = book?.leftOut ?? 0;
  return files === 0 ? [] : [{ code: "book_text_left_out", job, files }];
}

/** Whether the package has an extra that a course can do without. */
export function hasExtra(extra: "audio" | "sheets", { course }: Pick<Contents, "course">): boolean {
  return course.without?.includes(extra) !== true;
}

/** Whether a file may contain sound: the course requests sound in one of these formats, and one of these lessons has a recording. */
export function mayHoldSound(
  formats: readonly SoundFormat[],
  lessons: readonly Lesson[],
  { soundIn }: Contents,
): boolean {
  return (
    formats.some((format) => soundIn.has(format)) &&
    lessons.some(({ book }) => book !== null && book.sound !== null)
  );
}

/** What the pages and files of a volume are made from; `strings` are the texts in its reader's language. */
export interface VolumeView {
  readonly volume: Volume;
  readonly contents: Contents;
  readonly strings: Locale;
}

/** What the pages, questions and files of one of the volume's lessons are made from. */
export interface View extends VolumeView {
  readonly lesson: Lesson;
}

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
  // Once the text is corrected, any extra file that is no sound may still contain the old text.
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
