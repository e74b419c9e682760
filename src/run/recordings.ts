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
import { inspectBook, isNoBook } from "../package/books/inspect-book.ts";
import type { LessonSource } from "../package/contents/course.ts";
import { errorCode, isSystemError } from "../shared/failure.ts";
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

// Another machine or another attempt may succeed, so these outcomes are not final.
const passing: ReadonlySet<string> = new Set(["no_engine", "broken"]);

interface TimesContext extends CourseWriter {
  readonly aligner: Aligner;
  readonly signal: AbortSignal;
  readonly tell: (found: { kind: "timed" } & LessonTimesReport) => void;
}

/**
 * Saves the times of a recording. Times of the same text, sound and method are not computed again. Also measures the recording, so that later checks are
 * fast. Null if the lesson has no recording, or if told to stop. Throws a Failure: `file_damaged` if its text or book is not the one in the ledger, or
 * `ledger_moved`.
 */
export async function saveTimes(lesson: Lesson, context: TimesContext): Promise<"kept" | "saved" | null> {
  const recorded = recordedOf(lesson);
  if (recorded === null) return null;
  const { story } = recorded;
  const source = { text: story.saved.sha256, sound: story.book.sha256 };
  const outcome = await saveDerived(
    {
      file: `times/${story.id}.json`,
      recorded: isTimed(story) && !passing.has(story.times?.why ?? "") ? story.times : null,
      make: async () => {
        const alignment = await alignmentOf(lesson.name, recorded, context);
        if (alignment === null) return null;
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
  await soundMeasuresOf({ id: story.id, job: lesson.name, book: bookOf(story, context) }, context);
  if (outcome === "saved") for (const times of timesOf([lesson])) context.tell({ kind: "timed", ...times });
  return outcome;
}

async function alignmentOf(
  job: string,
  { lang, story }: Recorded,
  { aligner, signal, ...place }: TimesContext,
): Promise<Alignment | null> {
  const saved = await readSaved(story.saved, { ...place, job });
  const sound = await mp3Of({ job, book: bookOf(story, place) }, place);
  if (sound === null) return withoutTimes("not_mp3");
  const script = scriptOf(saved, languageOf(lang));
  return aligner.align({ lang, script, sound: sound.pieces() }, { signal });
}

/**
 * The measures of a book's recording. They are saved, because decoding takes longer than all other checks of a lesson; the file is only a cache. Null
 * if there is no recording, or none that can be decoded. Throws a Failure if the book is not the one in the ledger.
 */
export async function soundMeasuresOf(
  { id, job, book }: { readonly id: string } & Pick<LessonSource, "job" | "book">,
  place: Place,
): Promise<SoundMeasures | null> {
  if (book === null) return null;
  const { files, folder } = place;
  const path = join(folder, "sounds", `${id}.json`);
  const kept = await files.read(path);
  const known = kept === null ? undefined : readMeasures(kept, book.sha256);
  if (known !== undefined) return known;
  const sound = await mp3Of({ job, book }, place);
  // Loads the decoder for the first recording: many courses have none.
  const decoder = sound && (await import("../lessons/recording/measure-sound.ts"));
  const measures = sound && decoder && (await decoder.measureSound(sound.pieces()));
  try {
    await files.makeFolder(join(folder, "sounds"));
    await replaceFile(files, path, writeMeasures(measures, book.sha256));
  } catch (error) {
    // The check also works in a read-only folder.
    if (!isSystemError(error)) throw error;
  }
  return measures;
}

/** Whether a story's exported book is no book; false if it isn't the one in the ledger. */
export async function hasNoBook(
  story: Pick<StoryFacts, "book">,
  job: string,
  place: Place,
): Promise<boolean> {
  const known = await knownSumsOf(place);
  const lesson = { job, book: bookOf(story, place) };
  const found = await unlessDamaged(inspectBook(lesson, { files: place.files, known }));
  return found !== null && isNoBook(found);
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
      // The next run reads and exports damaged files again.
      if (problem?.code === "file_damaged") return;
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
