import { join } from "node:path";
import type { EventBody } from "../ledger/format/event.ts";
import { newestCorrections, overlayInForce, respokenInForce } from "../ledger/format/reviews.ts";
import type { Correction, Seen, StoryFacts } from "../ledger/format/state.ts";
import type { LedgerStore } from "../ledger/store.ts";
import type { SavedAlignment } from "../lessons/align/times-file.ts";
import { applyCorrections } from "../lessons/correction/apply-overlay.ts";
import type { CorrectedStory } from "../lessons/correction/corrected-story.ts";
import {
  type Corrections,
  noCorrections,
  type Overlay,
  overlayFile,
  readOverlay,
  writeOverlay,
} from "../lessons/correction/overlay.ts";
import {
  type RespokenFacts,
  readRespoken,
  respokenFile,
  writeRespoken,
} from "../lessons/correction/respoken-file.ts";
import type { RevoicingRefusal } from "../lessons/revoicing/refusal.ts";
import type { Revoiced, SentenceNarrator, SoundToRevoice } from "../lessons/revoicing/revoice.ts";
import type { SentencePlace } from "../lessons/text/story-text.ts";
import { inspectBook } from "../package/books/inspect-book.ts";
import type { BookFile, CorrectedParts } from "../package/contents/course.ts";
import { BufferPool } from "../shared/buffer-pool.ts";
import { Failure } from "../shared/failure.ts";
import { measureFile } from "../shared/files/file-pieces.ts";
import type { Files } from "../shared/files/files.ts";
import { sha256 } from "../shared/hash.ts";
import { cleanLine } from "../shared/text.ts";
import {
  bookOf,
  type CourseFolder,
  compareRecorded,
  type RecordedFile,
  readRecorded,
  readSaved,
  readTimesOf,
  saveFile,
} from "./course-folder.ts";
import type { RecordName } from "./lesson.ts";
import type { RunProblem } from "./problem.ts";

type Place = Pick<CourseFolder, "files" | "folder">;

/** The text of a story as it is now. */
type ReadCorrected = CorrectedStory & { readonly kind: "read" };

type DamageProblem = Extract<RunProblem, { code: "file_damaged" | "correction_unusable" }>;

/** Its text, or the file of its correction, is not what the ledger recorded. */
interface DamagedStory {
  readonly kind: "damaged";
  readonly problem: DamageProblem;
}

/** Reads the text of a job's story with its corrections. Never returns the text without the corrections: a corrected error must not come back unnoticed. */
export async function readCorrected(
  story: Pick<StoryFacts, "saved" | "corrections">,
  job: string,
  courseFolder: Place,
): Promise<ReadCorrected | DamagedStory> {
  const { folder } = courseFolder;
  const original = await readSaved(story.saved, courseFolder);
  if (original === null || story.saved === null) {
    const path = join(folder, story.saved?.file ?? "stories");
    return { kind: "damaged", problem: { code: "file_damaged", job, path } };
  }
  const read = await overlayOf(story, courseFolder);
  if (read === null) return { kind: "read", ...original, original, corrections: noCorrections, laid: null };
  const path = join(folder, read.file);
  const unusable = (why: Extract<DamageProblem, { code: "correction_unusable" }>["why"]): DamagedStory => ({
    kind: "damaged",
    problem: { code: "correction_unusable", job, path, why },
  });
  const { overlay } = read;
  if (typeof overlay === "string") return unusable(overlay);
  const laid = overlay.text === story.saved.sha256 ? applyCorrections(original, overlay) : null;
  if (laid === null) return unusable("other_text");
  return { kind: "read", title: laid.title, text: laid.text, original, corrections: overlay, laid };
}

/** The overlay in force, or why it can't be read; null: there is none. */
async function overlayOf(
  story: Pick<StoryFacts, "corrections">,
  courseFolder: Place,
): Promise<{ file: string; overlay: Overlay | "missing" | "changed" } | null> {
  const saved = overlayInForce(story);
  if (saved === null) return null;
  const { file } = saved;
  const read = await compareRecorded(saved, courseFolder);
  return { file, overlay: typeof read === "string" ? read : (readOverlay(read) ?? "changed") };
}

/**
 * The files of corrections and of re-recorded sentences that events name but the course's folder lacks: the lessons concerned can't be packaged until the
 * files are copied there.
 */
export async function missingCorrections(
  events: readonly EventBody[],
  courseFolder: Place,
): Promise<string[]> {
  const missing = new Set<string>();
  for (const named of events.flatMap(filesNamedIn))
    if ((await readRecorded(named, courseFolder)) === null) missing.add(named.file);
  return [...missing];
}

function filesNamedIn(event: EventBody): RecordedFile[] {
  if (event.type === "lesson.corrected") return event.overlay === null ? [] : [event.overlay];
  return event.type === "lesson.respoken" ? [event.sound, event.times] : [];
}

/**
 * A lesson's corrections, for its package; null if it has none. `times`: the recording's sentence times, for the story as it was bought; `respoken`:
 * the re-recorded version, if any, which is bound instead of the bought recording.
 */
export function correctedParts(
  { corrections, laid }: CorrectedStory,
  {
    hasSound,
    times,
    respoken,
  }: {
    readonly hasSound: boolean;
    readonly times: SavedAlignment | null;
    readonly respoken: Pick<RespokenSound, "facts"> | null;
  },
): CorrectedParts | null {
  if (laid === null) return null;
  const { title, sentences, glosses } = corrections;
  const changed = sentences.flatMap((sentence) => {
    const { place, isUnheard } = laid.placeNow(sentence);
    return hasSound && isUnheard && place !== null ? [{ place, isRespoken: isIn(respoken, sentence) }] : [];
  });
  const unheard = changed.flatMap(({ place, isRespoken }) => (isRespoken ? [] : [place]));
  const counts = { title: title !== null, sentences: sentences.length, glosses: glosses.length };
  if (respoken !== null) {
    const { narrator, parts, unwritten } = respoken.facts;
    const spokenAnew = {
      narrator: cleanLine(narrator),
      title: parts.some(({ place }) => place === null),
      sentences: changed.flatMap(({ place, isRespoken }) => (isRespoken ? [place] : [])),
    };
    return { ...counts, unheard, unwritten: unwritten.map(inWholeMs), respoken: spokenAnew };
  }
  const unwritten = (times?.sentences ?? []).flatMap((sentence) => {
    const { place, isUnheard } = laid.placeNow(sentence);
    return isUnheard || place === null ? [inWholeMs(sentence)] : [];
  });
  return { ...counts, unheard, unwritten };
}

/** Whether a sentence of the story as it was bought was spoken anew. */
function isIn(
  respoken: Pick<RespokenSound, "facts"> | null,
  { paragraph, from }: Pick<SentencePlace, "paragraph" | "from">,
): boolean {
  const parts = respoken?.facts.parts ?? [];
  return parts.some(({ place }) => place?.paragraph === paragraph && place.from === from);
}

function inWholeMs({
  startMs,
  endMs,
}: CorrectedParts["unwritten"][number]): CorrectedParts["unwritten"][number] {
  return { startMs: Math.round(startMs), endMs: Math.round(endMs) };
}

/** Which lesson is corrected, by whom, and what that person saw. */
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
 * Records the complete set of corrections that apply to a story from now on. The file is durable before the ledger names it; earlier files stay as they
 * are, so that corrections can be taken back. Buys and sends nothing. Throws a Failure if the ledger can't be written.
 */
export async function recordCorrection(
  about: CorrectionOf,
  corrections: Corrections,
  means: CorrectionMeans,
): Promise<void> {
  const { story, who } = about;
  const { title, sentences, glosses, questions, edited } = corrections;
  const counts = { sentences: sentences.length, glosses: glosses.length, title: title !== null };
  let overlay: Corrected["overlay"] = null;
  if (title !== null || sentences.length + glosses.length > 0 || questions || edited) {
    const at = new Date(means.now).toISOString();
    const of = { story: story.id, text: story.saved?.sha256 ?? "", who, at };
    const added = { ...(questions && { questions }), ...(edited && { edited }) };
    const content = writeOverlay({ ...of, title, sentences, glosses, ...added });
    overlay = await saveFile(overlayFile(story.id, sha256(content)), content, means);
  }
  await means.store.append({ ...eventOf(about), overlay, ...counts, undoes: null });
}

/** Takes back the newest correction of a story, so that the earlier corrections apply again. Needs none of the correction files. */
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
 * Re-records the corrected sentences that sound different, and splices them into the recording as it was bought. Writes and records nothing.
 * Sends these sentences to the narrator, and nothing to the story service. Throws a Failure if a file differs from what the ledger recorded.
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
  // Its decoder and its encoder are large, and only the desk speaks.
  const { revoice } = await import("../lessons/revoicing/revoice.ts");
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

/** Whose lesson it is, and who asked for it. */
interface RespokenOf {
  readonly recordName: RecordName;
  readonly story: StoryFacts;
  /** Identifies it wherever it is copied to. */
  readonly respoken: string;
  readonly who: string;
}

/**
 * Records in the ledger a recording that contains re-recorded sentences. Both files are saved beside the book, which stays as it is, and are durable
 * before the ledger names them. Returns false, and records nothing, if the lesson's correction or book has changed since. Throws a Failure if the
 * ledger can't be written.
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

/** A recording with re-recorded sentences, and what is known about it. */
export interface RespokenSound {
  readonly book: BookFile;
  readonly facts: RespokenFacts;
}

/**
 * The recording in force, if it contains re-recorded corrected sentences; null: the book's own sound is in force. Throws a Failure with
 * `correction_unusable` if that recording differs from what the ledger recorded: the book's own sound can't replace it, because people have not
 * approved that sound.
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
