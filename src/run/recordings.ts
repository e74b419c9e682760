import { join } from "node:path";
import type { StoryFacts } from "../ledger/format/state.ts";
import type { Aligner, AlignOptions } from "../lessons/align/aligner.ts";
import {
  type Alignment,
  type Hint,
  type Level,
  type Reason,
  readTimes,
  withoutTimes,
  writeTimes,
} from "../lessons/align/alignment.ts";
import { scriptOf } from "../lessons/align/script.ts";
import { readMeasures, type SoundMeasures, writeMeasures } from "../lessons/recording/sound-measures.ts";
import { inspectBook } from "../package/books/inspect-book.ts";
import type { BookFile } from "../package/contents/course.ts";
import { errorCode, Failure, isSystemError } from "../shared/failure.ts";
import { replaceFile } from "../shared/files/atomic-file.ts";
import type { Files } from "../shared/files/files.ts";
import { languageOf } from "../shared/languages/languages.ts";
import {
  bookOf,
  type CourseWriter,
  isIntact,
  isTimed,
  isTimedFrom,
  readSaved,
  refuseWithoutLedger,
  saveDerived,
} from "./course-folder.ts";
import type { Lesson } from "./lesson.ts";
import { problemOfError } from "./problem.ts";
import type { LessonTimes, LessonTimesReport, RunContext } from "./run-context.ts";

interface Recorded {
  readonly lang: string;
  readonly facts: StoryFacts & {
    readonly saved: NonNullable<StoryFacts["saved"]>;
    readonly book: NonNullable<StoryFacts["book"]>;
  };
}

/** The recorded facts about a lesson's recording; null for a lesson without text or recording. */
function recordedOf({ status }: Lesson): Recorded | null {
  if (status.kind !== "done") return null;
  const { saved, book } = status.story;
  if (saved === null || book === null) return null;
  return { lang: status.attempt.intended.request.lang, facts: { ...status.story, saved, book } };
}

export function timesOf(lessons: readonly Lesson[]): LessonTimesReport[] {
  return lessons.flatMap((lesson) => {
    const recorded = recordedOf(lesson);
    return recorded === null ? [] : [timesOfStory(lesson.name, recorded.facts)];
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

/**
 * Saves the times of a recording. Times of the same text, sound and method are not computed again, even if they are only in a file and not yet in the
 * ledger. Null if the lesson has no recording.
 */
export async function saveTimes(
  lesson: Lesson,
  options: AlignOptions,
  means: CourseWriter & { readonly aligner: Aligner },
): Promise<TimesOutcome | null> {
  const recorded = recordedOf(lesson);
  if (recorded === null) return null;
  const { facts } = recorded;
  const source = { text: facts.saved.sha256, sound: facts.book.sha256 };
  const file = `times/${facts.id}.json`;
  const outcome = await saveDerived<"damaged" | "kept">(
    {
      file,
      recorded: isTimedForGood(facts) ? facts.times : null,
      isValid: (content) => {
        const found = readTimes(content);
        return found !== null && isTimedFrom(found, source) && found.level !== "none";
      },
      make: async () => {
        const alignment = await alignmentOf(lesson.name, recorded, options, means);
        if (alignment === "damaged" || alignment === null) return alignment;
        // Report only once what this machine can't do. What is final is written again where its file was lost: a package has it.
        const isKnown = facts.times?.why === alignment.why && passing.has(alignment.why ?? "");
        return isKnown && isTimedFrom(facts.times, source)
          ? "kept"
          : Buffer.from(writeTimes(alignment, source));
      },
      eventOf: (saved, content) => {
        const found = readTimes(content);
        if (found === null) throw new Error(`no times in ${file}`);
        const { algorithm: foundBy, level, why, hints } = found;
        const of = { ...lesson.recordName, id: facts.id, ...saved, ...source };
        return { type: "times.saved", ...of, algorithm: foundBy, level, why, hints };
      },
    },
    means,
  );
  return outcome ?? "stopped";
}

async function alignmentOf(
  job: string,
  { lang, facts }: Recorded,
  options: AlignOptions,
  { files, folder, aligner }: CourseWriter & { readonly aligner: Aligner },
): Promise<Alignment | null | "damaged"> {
  const saved = await readSaved(facts.saved, { files, folder });
  const book = bookOf(facts, { folder });
  if (saved === null || book === null || !(await isIntact({ files, folder }, facts.book))) return "damaged";
  try {
    const inspected = await inspectBook({ job, book }, { files });
    if (inspected?.sound?.extension !== "mp3") return withoutTimes("not_mp3");
    const script = scriptOf(saved, languageOf(lang));
    return await aligner.align({ lang, script, sound: inspected.sound.pieces() }, options);
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
  { id, job, book }: { readonly id: string; readonly job: string; readonly book: BookFile },
  { files, folder }: { readonly files: Files; readonly folder: string },
): Promise<SoundMeasures | null> {
  const path = join(folder, "sounds", `${id}.json`);
  const kept = await files.read(path);
  const known = kept === null ? undefined : readMeasures(kept, book.sha256);
  if (known !== undefined) return known;
  const inspected = await inspectBook({ job, book }, { files });
  const sound = inspected?.sound?.extension === "mp3" ? inspected.sound : null;
  const measures = sound === null ? null : await measure(sound.pieces());
  try {
    await files.makeFolder(join(folder, "sounds"));
    await replaceFile(files, path, writeMeasures(measures, book.sha256));
  } catch (error) {
    // The check also works in a read-only folder.
    if (!isSystemError(error)) throw error;
  }
  return measures;
}

async function measure(pieces: AsyncIterable<Uint8Array>): Promise<SoundMeasures | null> {
  // Loads the decoder for the first recording: many courses have none.
  const { measureSound } = await import("../lessons/recording/measure-sound.ts");
  return measureSound(pieces);
}

/** Measures a recording as soon as it is saved, so that later checks are fast. Throws a Failure if the ledger is gone. */
export async function measureRecording(
  lesson: Lesson,
  { files, folder, store }: CourseWriter,
): Promise<void> {
  const facts = recordedOf(lesson)?.facts;
  const book = facts === undefined ? null : bookOf(facts, { folder });
  if (facts === undefined || book === null) return;
  await refuseWithoutLedger(store);
  try {
    await soundMeasuresOf({ id: facts.id, job: lesson.name, book }, { files, folder });
  } catch (error) {
    // The next run saves a damaged book again.
    if (!(error instanceof Failure)) throw error;
  }
}

/**
 * Works in the background, one lesson after another. A failure never fails a lesson, which was paid for and is complete without times. Only a ledger
 * or disk that can't be written ends the run.
 */
export class TimesQueue implements LessonTimes {
  readonly #aligner: Aligner;
  #last: Promise<void> = Promise.resolve();

  constructor(aligner: Aligner) {
    this.#aligner = aligner;
  }

  add(lesson: Lesson, context: RunContext): void {
    this.#last = this.#last.then(() => this.#work(lesson, context));
  }

  async finish(lessons: readonly Lesson[], context: RunContext): Promise<void> {
    for (const lesson of lessons) this.add(lesson, context);
    await this.#last;
    await this.#aligner.close();
  }

  async #work(lesson: Lesson, context: RunContext): Promise<void> {
    const { stops, tell } = context;
    if (recordedOf(lesson) === null || stops.everything.aborted) return;
    try {
      const options = { signal: stops.everything };
      const outcome = await saveTimes(lesson, options, { ...context, aligner: this.#aligner });
      await measureRecording(lesson, context);
      const [times] = timesOf([lesson]);
      if (outcome === "saved" && times !== undefined) tell({ kind: "timed", ...times });
    } catch (error) {
      const problem = problemOfError(error);
      if (problem !== null) stops.stopEverything(problem);
      else context.world.log.error({ error: errorCode(error), job: lesson.name }, "times");
    }
  }
}
