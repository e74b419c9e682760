import { basename } from "node:path";
import type { SavedAlignment } from "../../lessons/align/alignment.ts";
import type { SentencePlace } from "../../lessons/text/story-text.ts";
import { canonicalJson } from "../../shared/canonical-json.ts";
import { type Sums, sumsOf, sumsWith } from "../../shared/crc32.ts";
import { wholeOf } from "../../shared/files/file-pieces.ts";
import type { ZipFile } from "../../shared/files/zip.ts";
import { grouped } from "../../shared/grouped.ts";
import { sha256 } from "../../shared/hash.ts";
import { type LanguageFacts, languageOf } from "../../shared/languages/languages.ts";
import type { BookFacts, BookPart } from "../books/inspect-book.ts";
import { type Locale, labelled, levelName, localeFor } from "../locales/locale.ts";
import type { PackageProblem } from "../package-problem.ts";
import {
  type Approval,
  type CorrectedParts,
  type Course,
  exportedFolder,
  isTextCorrected,
  type LessonImage,
  type LessonSource,
  type PlacedLesson,
  type SoundFormat,
  volumeFolder,
} from "./course.ts";
import { type LessonText, lessonText } from "./lesson-text.ts";
import { type ReadAlong, readAlongOf } from "./read-along.ts";

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
  /** The language and level, such as "Spanish, Level 2", in the language of the pages. */
  readonly level: string;
  /** The full title, which distinguishes the volumes and editions of a course on a shelf. */
  readonly title: string;
  /** `urn:uuid:…`, the same for every release of an edition: a corrected book replaces the earlier one on a reader's shelf. */
  readonly identifier: string;
  /** Page progression: right to left if most of its stories are. */
  readonly progression: "ltr" | "rtl";
}

export interface Lesson extends LessonText, Pick<LessonSource, CopiedFact> {
  /** From 1, within the volume. */
  readonly number: number;
  /** The base name of all files of the lesson, such as `lesson-01`. */
  readonly name: string;
  readonly book: LessonBook | null;
  /** The recording: `part` has its media type, size, duration and SHA-256, and reads its bytes. Null: none. */
  readonly sound: PackagedPart | null;
  /** When its sentences are heard; null without a recording, or before it was aligned. */
  readonly times: SavedAlignment | null;
  /** The same for the pages, by parts; null without times. */
  readonly readAlong: ReadAlong | null;
  /** The corrected sentences that differ from the recording. */
  readonly unheard: readonly SentencePlace[];
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

interface LessonBook extends Pick<BookFacts, "file"> {
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
 * The contents of a course's package, made from all its lessons in plan order. Volumes come in the order in which the plan first names
 * them. Pure.
 */
export function contentsOf(course: Course, lessons: readonly Lesson[]): Contents {
  const groups = grouped(lessons, ({ language, difficulty }) =>
    volumeFolder({ lang: language.code, difficulty }),
  );
  const reader = languageOf(course.reader);
  const volumes = [...groups].map(([folder, own]) => volumeOf(folder, own, course, localeFor(reader)));
  return {
    course,
    soundIn: new Set(course.soundIn),
    reader,
    volumes,
    warnings: volumes.flatMap((volume) => volume.lessons.flatMap((lesson) => [...warningsOf(lesson)])),
  };
}

function volumeOf(
  folder: string,
  lessons: readonly Lesson[],
  { service, course, edition, title }: Course,
  strings: Locale,
): Volume {
  const { language, difficulty } = lessons[0] as Lesson;
  const level = levelName({ language, difficulty }, strings);
  const rtl = lessons.filter(({ direction }) => direction.dir === "rtl").length;
  return {
    folder,
    language,
    difficulty,
    lessons,
    level,
    title: labelled(title, edition === "1" ? level : `${level}, ${strings.edition(edition)}`, strings),
    identifier: uuidOf(canonicalJson({ service, course, edition, volume: folder })),
    progression: rtl * 2 > lessons.length ? "rtl" : "ltr",
  };
}

// A version 8 UUID (RFC 9562), derived from a name.
function uuidOf(name: string): string {
  const hex = sha256(name);
  const variant = "89ab"[Number.parseInt(hex[16] ?? "0", 16) % 4];
  return `urn:uuid:${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

function* warningsOf({ job, book, sound }: Lesson): Generator<PackageProblem> {
  if (book === null) return;
  const { file, extras, leftOut } = book;
  const more = extras.length;
  const path = sound?.path ?? `books/${basename(file.path)}`;
  if (sound === null) yield { code: "book_not_audio", job, path, contentType: file.contentType };
  else if (more > 0) yield { code: "book_in_parts", job, path, more };
  if (leftOut > 0) yield { code: "book_text_left_out", job, files: leftOut };
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
  return formats.some((format) => soundIn.has(format)) && lessons.some(({ sound }) => sound !== null);
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

export function viewOf(volume: Volume, contents: Contents): VolumeView {
  return { volume, contents, strings: localeFor(contents.reader) };
}

/** A view of each of the volume's lessons. */
export function lessonViews(view: VolumeView): View[] {
  return view.volume.lessons.map((lesson) => ({ ...view, lesson }));
}

/** A lesson for the package. `facts`: what was found out about the lesson's book; null if there is no book. Pure. */
export function makeLesson(placed: PlacedLesson, facts: BookFacts | null, course: Course): Lesson {
  const { source, number, name, folder } = placed;
  const { job, topicId, topic, difficulty, length, storyId, times = null, corrected = null } = source;
  const text = lessonText(source, course);
  const sounds = `${folder}/${course.without?.includes("audio") ? "web" : "audio"}/${name}`;
  const sound = facts?.sound == null ? null : named(sounds, facts.sound);
  return {
    ...text,
    job,
    topicId,
    topic,
    difficulty,
    length,
    storyId,
    number,
    name,
    book: facts === null ? null : bookOf(facts, placed, { sounds, isExported: course.exported }),
    sound,
    times,
    readAlong: readAlongOf({ times, sound, paragraphs: text.paragraphs }),
    unheard: sound === null ? [] : (corrected?.unheard ?? []),
    image: source.image ?? null,
    prompts: source.prompts ?? [],
    corrected,
    approvals: source.approvals ?? [],
  };
}

function named(stem: string, part: BookPart): PackagedPart {
  return { path: `${stem}.${part.extension}`, part, tag: null };
}

function numbered(stem: string, parts: readonly BookPart[]): PackagedPart[] {
  return parts.map((part, index) => named(`${stem}-extra-${index + 1}`, part));
}

function bookOf(
  { file, kept, extras }: BookFacts,
  { source, folder, name }: PlacedLesson,
  { sounds, isExported }: { readonly sounds: string; readonly isExported: boolean },
): LessonBook {
  const others = `${exportedFolder(folder)}/${name}`;
  const besides = extras.filter(({ audio }) => !audio);
  const rest = [...(kept === null ? [] : [named(others, kept)]), ...numbered(others, besides)];
  const exported = isExported ? rest : [];
  // Once the text is corrected, any extra file that is no sound may still contain the old text.
  const isLeftOut = isTextCorrected(source.corrected ?? null);
  return {
    file,
    extras: numbered(
      sounds,
      extras.filter(({ audio }) => audio),
    ),
    exported: isLeftOut ? [] : exported,
    leftOut: isLeftOut ? exported.length : 0,
  };
}

/** A part of a book as a file of an archive. */
export function partFile(path: string, { part, tag }: Omit<PackagedPart, "path">): ZipFile {
  const pieces = () => (tag === null ? part.pieces() : taggedPieces(part, tag));
  return {
    path,
    isSound: part.audio,
    read: () => wholeOf(pieces()),
    pieces,
    sums: packagedSums({ part, tag }),
  };
}

/** The sums of a part in the package, including its tag. */
export function packagedSums({ part, tag }: Omit<PackagedPart, "path">): Sums {
  return tag === null ? part : sumsWith(part, { from: part.tags, to: sumsOf(tag) });
}

/** The sound with its own tags replaced by ours. */
async function* taggedPieces(part: BookPart, tag: Buffer): AsyncGenerator<Buffer> {
  yield tag;
  let before = part.tags.bytes;
  for await (const piece of part.pieces()) {
    const sound = piece.subarray(before);
    before = Math.max(0, before - piece.length);
    if (sound.length > 0) yield sound;
  }
}
