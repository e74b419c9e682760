import { join } from "node:path";
import { isSilent } from "../ledger/format/job-status.ts";
import type { StoryFacts } from "../ledger/format/state.ts";
import type { Aligner } from "../lessons/align/aligner.ts";
import {
  type Alignment,
  type Hint,
  type Level,
  type Reason,
  readTimes,
  type SavedAlignment,
  withoutTimes,
  writeTimes,
} from "../lessons/align/alignment.ts";
import { scriptOf } from "../lessons/align/script.ts";
import { readMeasures, type SoundMeasures, writeMeasures } from "../lessons/recording/sound-measures.ts";
import { type BookFacts, inspectBook } from "../package/books/inspect-book.ts";
import type { BookFile } from "../package/contents/course.ts";
import { errorCode, Failure, isSystemError } from "../shared/failure.ts";
import { replaceFile } from "../shared/files/atomic-file.ts";
import { sha256 } from "../shared/hash.ts";
import { languageOf } from "../shared/languages/languages.ts";
import {
  bookOf,
  type CourseWriter,
  isIntact,
  isTimed,
  knownSumsOf,
  mp3Of,
  type Place,
  readSaved,
  refuseWithoutLedger,
  saveDerived,
  unlessDamaged,
} from "./course-folder.ts";
import type { Lesson } from "./lesson.ts";
import { problemOfError } from "./problem.ts";
import type { LessonTimesReport, RunContext } from "./run-context.ts";

/** The story of a lesson with text and recording; null for any other lesson. */
function recordedOf({ status }: Lesson) {
  if (status.kind !== "done") return null;
  const { saved, book } = status.story;
  if (saved === null || book === null) return null;
  return { lang: status.attempt.intended.request.lang, story: { ...status.story, saved, book } };
}

type Recorded = NonNullable<ReturnType<typeof recordedOf>>;

export function timesOf(lessons: readonly Lesson[]): LessonTimesReport[] {
  return lessons.flatMap((lesson) => {
    const recorded = recordedOf(lesson);
    return recorded === null || isSilent(lesson.status) ? [] : [timesOfStory(lesson.name, recorded.story)];
  });
}

export function timesOfStory(job: string, facts: StoryFacts): LessonTimesReport {
  if (facts.times === null || !isTimed(facts)) return { job, level: null, why: null, hints: [] };
  const { level, why, hints } = facts.times;
  return { job, level: level as Level, why: why as Reason | null, hints: hints as Hint[] };
}

/** `damaged`: its text or book differs from what the ledger recorded; the next run reads it again. */
export type TimesOutcome = "kept" | "saved" | "stopped" | "damaged";

// Another machine or another attempt may succeed, so these outcomes are not final.
const passing: ReadonlySet<string> = new Set(["no_engine", "broken"]);

/** Whether times were found, or can never be found. */
export function isTimedForGood(facts: StoryFacts): boolean {
  return isTimed(facts) && !passing.has(facts.times?.why ?? "");
}

interface TimesContext extends CourseWriter {
  readonly aligner: Aligner;
  readonly signal: AbortSignal;
  readonly tell: (found: { kind: "timed" } & LessonTimesReport) => void;
}

/**
 * Saves the times of a recording. Times of the same text, sound and method are not computed again. Also measures the recording, so that later checks are
 * fast. Null if the lesson has no recording. Throws a Failure if the ledger is gone.
 */
export async function saveTimes(lesson: Lesson, context: TimesContext): Promise<TimesOutcome | null> {
  const recorded = recordedOf(lesson);
  if (recorded === null) return null;
  const { story } = recorded;
  const source = { text: story.saved.sha256, sound: story.book.sha256 };
  const outcome = await saveDerived<"damaged" | "kept">(
    {
      file: `times/${story.id}.json`,
      recorded: isTimedForGood(story) ? story.times : null,
      make: async () => {
        const alignment = await alignmentOf(lesson.name, recorded, context);
        if (alignment === "damaged" || alignment === null) return alignment;
        const content = Buffer.from(writeTimes(alignment, source));
        // Report only once what this machine can't do, unless its file was lost: a package has it.
        const isSame = story.times?.sha256 === sha256(content) && (await isIntact(context, story.times));
        return isSame ? "kept" : content;
      },
      eventOf: (saved, content) => {
        const { algorithm, level, why, hints } = readTimes(content) as SavedAlignment;
        const of = { ...lesson.recordName, id: story.id, ...saved, ...source };
        return { type: "times.saved", ...of, algorithm, level, why, hints };
      },
    },
    context,
  );
  await refuseWithoutLedger(context.store);
  const book = bookOf(story, context);
  // The next run saves a damaged book again.
  if (book !== null) await unlessDamaged(soundMeasuresOf({ id: story.id, job: lesson.name, book }, context));
  if (outcome === "saved") for (const times of timesOf([lesson])) context.tell({ kind: "timed", ...times });
  return outcome ?? "stopped";
}

async function alignmentOf(
  job: string,
  { lang, story }: Recorded,
  { aligner, signal, ...place }: TimesContext,
): Promise<Alignment | null | "damaged"> {
  const saved = await readSaved(story.saved, place);
  const book = bookOf(story, place);
  if (saved === null || book === null) return "damaged";
  try {
    const sound = await mp3Of({ job, book }, place);
    if (sound === null) return withoutTimes("not_mp3");
    const script = scriptOf(saved, languageOf(lang));
    return await aligner.align({ lang, script, sound: sound.pieces() }, { signal });
  } catch (error) {
    if (error instanceof Failure) return "damaged";
    throw error;
  }
}

/**
 * The measures of a book's recording. They are saved, because decoding takes longer than all other checks of a lesson; the file is only a cache. Null
 * if the recording can't be decoded. Throws a Failure if the book is not the one in the ledger.
 */
export async function soundMeasuresOf(
  { id, ...lesson }: { readonly id: string; readonly job: string; readonly book: BookFile },
  place: Place,
): Promise<SoundMeasures | null> {
  const { files, folder } = place;
  const path = join(folder, "sounds", `${id}.json`);
  const kept = await files.read(path);
  const known = kept === null ? undefined : readMeasures(kept, lesson.book.sha256);
  if (known !== undefined) return known;
  const sound = await mp3Of(lesson, place);
  // Loads the decoder for the first recording: many courses have none.
  const decoder = sound && (await import("../lessons/recording/measure-sound.ts"));
  const measures = sound && decoder && (await decoder.measureSound(sound.pieces()));
  try {
    await files.makeFolder(join(folder, "sounds"));
    await replaceFile(files, path, writeMeasures(measures, lesson.book.sha256));
  } catch (error) {
    // The check also works in a read-only folder.
    if (!isSystemError(error)) throw error;
  }
  return measures;
}

/**
 * Records which exports are no books, but web pages, or files that should hold sound and don't: their lessons are finished without sound, and the
 * next run exports them again, at no cost. A file of any other type is taken as it is (interface 4.6 doesn't show the export's form).
 */
export async function recordSilence(
  lessons: readonly Lesson[],
  { files, folder, store }: CourseWriter,
): Promise<void> {
  const known = await knownSumsOf({ files, folder });
  for (const lesson of lessons) {
    const recorded = recordedOf(lesson);
    if (recorded === null || isSilent(lesson.status)) continue;
    const asked = { job: lesson.name, book: bookOf(recorded.story, { folder }) };
    const found = await unlessDamaged(inspectBook(asked, { files, known }));
    const cause = found && whyNoBook(found);
    if (cause === null) continue;
    await store.append({ type: "book.unavailable", ...lesson.recordName, id: recorded.story.id, cause });
  }
}

/** What the service sent instead of a book, as a clause; null if it may be one. */
function whyNoBook({ file: { contentType }, sound, kept, refusal }: BookFacts): string | null {
  if (sound !== null) return null;
  if (refusal !== null)
    return `the service sent an archive that could not be opened: ${refusal.replaceAll("_", " ")}`;
  if (/^\s*text\/html\b/i.test(contentType ?? "")) return "the service sent a web page";
  // Also what something in between has compressed, and an archive whose recording is empty.
  const isPacked = kept?.extension === "zip" || kept?.extension === "gz";
  const shouldHold = isPacked || /^\s*(audio\/|application\/zip\b)/i.test(contentType ?? "");
  return shouldHold ? "the service sent a file that holds no sound" : null;
}

/**
 * Finds the times of a lesson's recording in the background, one lesson after another. A failure never fails a lesson, which was paid for and is
 * complete without times. Only a ledger or disk that can't be written ends the run.
 */
export function queueTimes(lesson: Lesson, context: RunContext): void {
  const { aligner, background, stops, world } = context;
  if (aligner === null) return;
  void background.add(async () => {
    if (stops.everything.aborted) return;
    try {
      await saveTimes(lesson, { ...context, aligner, signal: stops.everything });
    } catch (error) {
      const problem = problemOfError(error);
      if (problem !== null) stops.stopEverything(problem);
      else world.log.error({ error: errorCode(error), job: lesson.name }, "times");
    }
  });
}

/** Processes the other ones of these that are finished, and resolves once that is done or the run was told to stop. */
export async function finishTimes(lessons: readonly Lesson[], context: RunContext): Promise<void> {
  for (const lesson of lessons) queueTimes(lesson, context);
  await context.background.onIdle();
  await context.aligner?.close();
}
