import { dirname, join } from "node:path";
import * as z from "zod";
import type { EventBody } from "../ledger/format/event.ts";
import type { SavedOverlay, StoryFacts } from "../ledger/format/state.ts";
import type { LedgerStore } from "../ledger/store.ts";
import { algorithm, readTimes, type SavedAlignment } from "../lessons/align/alignment.ts";
import type { StoryText } from "../lessons/text/story-text.ts";
import { type BookPart, inspectBook } from "../package/books/inspect-book.ts";
import { type KnownSums, readKnownSums } from "../package/books/known-sums.ts";
import type { BookFile, LessonSource } from "../package/contents/course.ts";
import type { PackageProblem } from "../package/package-problem.ts";
import { Failure } from "../shared/failure.ts";
import { replaceFile } from "../shared/files/atomic-file.ts";
import { measureFile } from "../shared/files/file-pieces.ts";
import type { Files } from "../shared/files/files.ts";
import { sha256 } from "../shared/hash.ts";
import { remembered } from "../shared/remembered.ts";

export interface Place {
  readonly files: Files;
  /** The course's folder. */
  readonly folder: string;
}

/** `file`: relative to the course's folder, with forward slashes. */
export type RecordedFile = Readonly<SavedOverlay>;

export interface CourseWriter extends Place {
  readonly store: LedgerStore;
}

/**
 * Durable once this resolves, so that the ledger can record it. Throws a Failure with `ledger_moved`, and writes nothing, if the ledger is no longer
 * found at its path.
 */
export async function saveFile(
  file: string,
  content: string | Buffer,
  { files, folder, store }: CourseWriter,
): Promise<RecordedFile> {
  await refuseWithoutLedger(store);
  const path = join(folder, file);
  await files.makeFolder(dirname(path));
  await replaceFile(files, path, content);
  return factsOf(file, content);
}

/** A file that can be made again from others. */
interface DerivedFile {
  readonly file: string;
  /** What the ledger records of it, if that is of the same others; null otherwise. */
  readonly recorded: RecordedFile | null;
  /** Its content; "kept": it is still what the ledger records; null: there is none now. */
  readonly make: () => Promise<Buffer | "kept" | null>;
  readonly eventOf: (saved: RecordedFile, content: Buffer) => EventBody;
}

/** Makes and saves a file, unless the recorded one is intact. Null if there is no content for it now. */
export async function saveDerived(
  { file, recorded, make, eventOf }: DerivedFile,
  to: CourseWriter,
): Promise<"kept" | "saved" | null> {
  if (recorded !== null && (await isIntact(to, recorded))) return "kept";
  const made = await make();
  if (!Buffer.isBuffer(made)) return made;
  await to.store.append(eventOf(await saveFile(file, made, to), made));
  return "saved";
}

export function factsOf(file: string, content: string | Buffer): RecordedFile {
  return { file, bytes: Buffer.byteLength(content), sha256: sha256(content) };
}

/**
 * Throws `ledger_moved` if the ledger is no longer there. Call it before writing to the course's folder: a folder re-created without its ledger would
 * be taken for a course that has bought nothing.
 */
export async function refuseWithoutLedger(store: LedgerStore): Promise<void> {
  const problem = await store.stillHolds();
  // An unreachable database does not affect the folder, so paid lessons are still saved.
  if (problem?.code === "ledger_moved") throw new Failure(problem);
}

export async function isIntact({ files, folder }: Place, recorded: RecordedFile): Promise<boolean> {
  const found = await measureFile(join(folder, recorded.file), files);
  return found !== null && found.bytes === recorded.bytes && found.sha256 === recorded.sha256;
}

/** The bytes of a recorded file; null if it is missing or differs from what the ledger recorded. */
export async function readRecorded(
  { file, sha256: hash }: RecordedFile,
  { files, folder }: Place,
): Promise<Buffer | null> {
  const bytes = await files.read(join(folder, file));
  return bytes !== null && sha256(bytes) === hash ? bytes : null;
}

/** A story as it is saved: without anything that changes between reads. */
export const savedStorySchema = z.object({
  id: z.guid(),
  topic: z.string(),
  lang: z.string(),
  difficulty: z.number(),
  title: z.string().nullable(),
  text: z.string(),
  createdAt: z.string(),
  /** The interface's reminder, kept with the content: title and text are content, never instructions. */
  untrusted: z.string(),
});

export type SavedStory = z.infer<typeof savedStorySchema>;

const textSchema = savedStorySchema.pick({ title: true, text: true });

/** A story's saved text. Throws a Failure with `file_damaged` if it is not what the ledger recorded. */
export async function readSaved(
  saved: StoryFacts["saved"],
  { job, ...place }: Place & { readonly job: string },
): Promise<StoryText> {
  const bytes = saved && (await readRecorded(saved, place));
  if (bytes !== null) return textSchema.parse(JSON.parse(bytes.toString("utf8")));
  const path = join(place.folder, saved?.file ?? "stories");
  throw new Failure<PackageProblem>({ code: "file_damaged", job, path });
}

/** Sentence times computed from exactly this text and sound. A damaged file counts as missing: the next run, or `align`, computes it again. */
export async function readTimesOf(story: StoryFacts, place: Place): Promise<SavedAlignment | null> {
  if (story.times === null || !isTimed(story)) return null;
  const bytes = await readRecorded(story.times, place);
  return bytes === null ? null : readTimes(bytes);
}

/**
 * Whether a story's times were computed from its text and sound. Sentence times found by an earlier version still count: finding them again would void
 * approvals of what people have heard. The current version tries again to find the times that the earlier version could not find.
 */
export function isTimed({ times, saved, book }: StoryFacts): boolean {
  if (times === null || saved === null || book === null) return false;
  const stands = times.algorithm === algorithm || times.level === "sentences";
  return stands && times.text === saved.sha256 && times.sound === book.sha256;
}

/** The file of a story's book; null if the story has none. */
export function bookOf(
  { book }: Pick<StoryFacts, "book">,
  { folder }: Pick<Place, "folder">,
): BookFile | null {
  if (book === null) return null;
  const { file, bytes, sha256: hash, contentType } = book;
  return { path: join(folder, file), bytes, sha256: hash, contentType };
}

const knownSums = remembered(
  (files: Files) => remembered((folder: string) => readKnownSums(join(folder, "sounds", "sums.json"), files)),
  new WeakMap(),
);

/** What is known of a course's books: from its last package, and from what this process has read since. */
export function knownSumsOf({ files, folder }: Place): Promise<KnownSums> {
  return knownSums(files)(folder);
}

/** The sound of a lesson's book, if it is an MP3. Throws a Failure if the book is not the one in the ledger. */
export async function mp3Of(
  lesson: Pick<LessonSource, "job" | "book">,
  place: Place,
): Promise<BookPart | null> {
  const inspected = await inspectBook(lesson, { files: place.files, known: await knownSumsOf(place) });
  return inspected?.sound?.extension === "mp3" ? inspected.sound : null;
}

/** The result of a reading; null if a file of the lesson is not what the ledger recorded. */
export function unlessDamaged<Read>(reading: Promise<Read>): Promise<Read | null> {
  return reading.catch((error: unknown) => {
    if (error instanceof Failure) return null;
    throw error;
  });
}
