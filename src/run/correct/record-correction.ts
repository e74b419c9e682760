import { join } from "node:path";
import type { EventBody } from "../../ledger/format/event.ts";
import {
  newestCorrections,
  overlayInForce,
  respokenInForce,
} from "../../ledger/format/review/corrections.ts";
import type { Correction, Seen, StoryFacts } from "../../ledger/format/state.ts";
import type { LedgerStore } from "../../ledger/store.ts";
import type { CorrectedStory } from "../../lessons/correction/corrected-story.ts";
import { type Corrections, overlayFile, writeOverlay } from "../../lessons/correction/overlay.ts";
import {
  type RespokenFacts,
  readRespoken,
  respokenFile,
  writeRespoken,
} from "../../lessons/correction/respoken-file.ts";
import type { RevoicingRefusal } from "../../lessons/revoicing/refusal.ts";
import {
  type Revoiced,
  revoice,
  type SentenceNarrator,
  type SoundToRevoice,
} from "../../lessons/revoicing/revoice.ts";
import { inspectBook } from "../../package/books/inspect-book.ts";
import type { BookFile } from "../../package/contents/course.ts";
import { BufferPool } from "../../shared/buffer-pool.ts";
import { Failure } from "../../shared/failure.ts";
import { measureFile } from "../../shared/files/file-pieces.ts";
import type { Files } from "../../shared/files/files.ts";
import { sha256 } from "../../shared/hash.ts";
import {
  bookOf,
  type CourseFolder,
  compareRecorded,
  type RecordedFile,
  readRecorded,
  readTimesOf,
  saveFile,
} from "../course-folder.ts";
import type { RecordName } from "../lesson.ts";
import type { RunProblem } from "../problem.ts";

/** Whose lesson is corrected, by whom, and what that person had before them. */
export interface CorrectionOf {
  readonly recordName: RecordName;
  readonly story: StoryFacts;
  /** Identifies the correction wherever it is copied to. */
  readonly correction: string;
  readonly who: string;
  readonly seen: Seen;
}

interface CorrectionMeans {
  readonly store: LedgerStore;
  readonly files: Files;
  readonly folder: string;
  /** In ms since 1970. */
  readonly now: number;
}

type Corrected = Extract<EventBody, { type: "lesson.corrected" }>;

/**
 * Records everything that is corrected in a story from now on. Its file is durable before the ledger names it; earlier files stay as they
 * are, to be taken back to. Buys and sends nothing. Throws a Failure if the ledger can't be written.
 */
export async function recordCorrection(
  about: CorrectionOf,
  corrections: Corrections,
  means: CorrectionMeans,
): Promise<void> {
  const { story, who } = about;
  const { title, sentences, glosses } = corrections;
  const counts = { sentences: sentences.length, glosses: glosses.length, title: title !== null };
  let overlay: Corrected["overlay"] = null;
  if (title !== null || sentences.length > 0 || glosses.length > 0) {
    const at = new Date(means.now).toISOString();
    const of = { story: story.id, text: story.saved?.sha256 ?? "", who, at };
    const content = writeOverlay({ ...of, title, sentences, glosses });
    overlay = await saveFile(overlayFile(story.id, sha256(content)), content, means);
  }
  await means.store.append({ ...eventOf(about), overlay, ...counts, undoes: null });
}

/** Takes the newest correction of a story back: what was corrected before it is in force again. Needs none of their files. */
export async function undoCorrection(
  about: CorrectionOf,
  { store }: Pick<CorrectionMeans, "store">,
): Promise<void> {
  const { newest, before } = newestCorrections(about.story);
  if (newest === null) throw new Error(`nothing to undo: ${about.story.id}`);
  const { overlay, sentences, glosses, title } = before ?? nothing;
  const undoes = newest.correction;
  await store.append({ ...eventOf(about), overlay, sentences, glosses, title, undoes });
}

const nothing: Pick<Correction, "overlay" | "sentences" | "glosses" | "title"> = {
  overlay: null,
  sentences: 0,
  glosses: 0,
  title: false,
};

function eventOf({
  recordName,
  story: { id },
  correction,
  who,
  seen,
}: CorrectionOf): Pick<Corrected, "type" | "edition" | "job" | "id" | "correction" | "who" | "seen"> {
  return { type: "lesson.corrected", ...recordName, id, correction, who, seen };
}

/** A lesson whose corrected sentences are to be spoken anew. */
interface LessonToRespeak {
  readonly job: string;
  readonly lang: string;
  readonly story: StoryFacts;
  readonly corrected: CorrectedStory;
  /** The hash of the correction's file. */
  readonly correction: string;
}

/**
 * Speaks what is corrected in a lesson and sounds different anew, and splices it into the recording as it was bought. Writes and records nothing.
 * Sends these sentences to the narrator, and nothing to the story service. Throws a Failure if a file is not what the ledger recorded.
 */
export async function respeak(
  { job, lang, story, corrected, correction }: LessonToRespeak,
  { courseFolder, narrator }: { readonly courseFolder: Place; readonly narrator: SentenceNarrator },
): Promise<Revoiced | ({ readonly kind: "refused" } & RevoicingRefusal)> {
  const book = bookOf(story, courseFolder);
  if (book === null) return { kind: "refused", why: "no_times" };
  const lesson = { story: story.id, lang, corrected, correction, book: story.book?.sha256 ?? "" };
  const inspected = await inspectBook({ job, book }, { files: courseFolder.files, pool: new BufferPool() });
  const sound = inspected?.sound?.extension === "mp3" ? inspected.sound : null;
  const recording = sound === null ? null : { bytes: await sound.read(), soundStart: sound.soundStart };
  const times = await readTimesOf(story, courseFolder);
  const earlier = await earlierRecording(story, narrator.name, courseFolder);
  return revoice(lesson, { recording, times, earlier }, narrator);
}

/** The newest recording that a narrator spoke for this book; null if there is none, or if its files are not as they were saved. */
async function earlierRecording(
  { respoken, book }: Pick<StoryFacts, "respoken" | "book">,
  narrator: string,
  courseFolder: Place,
): Promise<SoundToRevoice["earlier"]> {
  const newest = respoken.findLast((one) => one.narrator === narrator && one.book === book?.sha256);
  if (newest === undefined) return null;
  const content = await readRecorded(newest.times, courseFolder);
  const facts = content === null ? null : readRespoken(content);
  const sound = facts === null ? null : await readRecorded(newest.sound, courseFolder);
  return facts === null || sound === null ? null : { sound, facts };
}

type Place = Pick<CourseFolder, "files" | "folder">;

/** Whose lesson it is, and who asked for it. */
interface RespokenOf {
  readonly recordName: RecordName;
  readonly story: StoryFacts;
  /** Identifies it wherever it is copied to. */
  readonly respoken: string;
  readonly who: string;
}

/**
 * Records a recording with sentences spoken anew. Both files are durable before the ledger names them, beside the book, which stays as it is. False
 * if the lesson's correction or book is another one by now: nothing is recorded then. Throws a Failure if the ledger can't be written.
 */
export async function recordRespoken(
  { recordName, story, respoken, who }: RespokenOf,
  { sound, facts }: Pick<Revoiced, "sound" | "facts">,
  means: CorrectionMeans,
): Promise<boolean> {
  const { correction, book, narrator, parts } = facts;
  if (overlayInForce(story)?.sha256 !== correction || story.book?.sha256 !== book) return false;
  const content = writeRespoken({ ...facts, who, at: new Date(means.now).toISOString() });
  const save = (kind: "sound" | "times", bytes: string | Buffer): Promise<RecordedFile> =>
    saveFile(respokenFile(kind, story.id, sha256(bytes)), bytes, means);
  await means.store.append({
    type: "lesson.respoken",
    ...recordName,
    id: story.id,
    respoken,
    who,
    narrator,
    sound: await save("sound", sound),
    times: await save("times", content),
    correction,
    book,
    sentences: parts.filter(({ place }) => place !== null).length,
    title: parts.some(({ place }) => place === null),
  });
  return true;
}

/** A recording with sentences that were spoken anew, and what is known about it. */
export interface RespokenSound {
  readonly book: BookFile;
  readonly facts: RespokenFacts;
}

/**
 * The recording in force that has corrected sentences spoken anew; null: the book's own sound is in force. Throws a Failure with
 * `correction_unusable` if it is not what the ledger recorded: the book's sound would not be what people approved.
 */
export async function respokenSound(
  story: Pick<StoryFacts, "corrections" | "book" | "respoken">,
  job: string,
  { files, folder }: Place,
): Promise<RespokenSound | null> {
  const recorded = respokenInForce(story);
  if (recorded === null) return null;
  const { sound, times } = recorded;
  const unusable = (file: string, why: "missing" | "changed"): Failure =>
    new Failure<RunProblem>({ code: "correction_unusable", job, path: join(folder, file), why });
  const content = await compareRecorded(times, { files, folder });
  if (typeof content === "string") throw unusable(times.file, content);
  const facts = readRespoken(content);
  if (facts === null || facts.sound.sha256 !== sound.sha256) throw unusable(times.file, "changed");
  const measured = await measureFile(join(folder, sound.file), files);
  if (measured === null) throw unusable(sound.file, "missing");
  if (measured.sha256 !== sound.sha256) throw unusable(sound.file, "changed");
  const { file, bytes, sha256 } = sound;
  return { book: { path: join(folder, file), bytes, sha256, contentType: "audio/mpeg" }, facts };
}
