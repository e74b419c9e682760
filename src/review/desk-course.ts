import type { JobRecord, LedgerState } from "../ledger/format/state.ts";
import type { LedgerStore } from "../ledger/store.ts";
import { scriptOf } from "../lessons/align/script.ts";
import type { OriginalItem, OriginalLesson } from "../lessons/correction/change-corrections.ts";
import type { CorrectedStory } from "../lessons/correction/corrected-story.ts";
import type { RespokenFacts } from "../lessons/correction/respoken-file.ts";
import type { StoryText } from "../lessons/text/story-text.ts";
import { requiredWords } from "../lessons/words/story-words.ts";
import { inspectBook } from "../package/books/inspect-book.ts";
import type { LessonSource } from "../package/contents/course.ts";
import { lessonText } from "../package/contents/lesson-text.ts";
import { type DraftedExercise, readItem, writeItem } from "../package/exercises/edited-exercise.ts";
import { draftedExercise } from "../package/exercises/exercise-sheets.ts";
import { localeFor } from "../package/locales/locale.ts";
import type { Plan } from "../plan/plan.ts";
import { sourceOf } from "../run/bind.ts";
import { readCorrected, respokenSound } from "../run/corrections.ts";
import { knownSumsOf, type Place } from "../run/course-folder.ts";
import { type MatchedPlan, matchLessons } from "../run/match.ts";
import { checkCourse, type QualityReport } from "../run/quality.ts";
import { type LessonReview, reviewsOf } from "../run/reviews.ts";
import { lessonList } from "../run/words.ts";
import { closing } from "../shared/closing.ts";
import { wholeOf } from "../shared/files/file-pieces.ts";
import { realFiles } from "../shared/files/real-files.ts";
import { languageOf } from "../shared/languages/languages.ts";
import type { SheetDocument } from "./documents.ts";

/** Where the desk finds its course. */
export interface DeskSource {
  readonly plan: Plan;
  /** The course's folder. */
  readonly folder: string;
  /** A text that changes whenever something is recorded in the ledger, here or elsewhere. */
  readonly version: () => Promise<string>;
  /** Reads the ledger without locking it. */
  readonly read: () => Promise<LedgerState>;
  /** Opens the ledger for writing, and locks it. Throws a Failure, such as `ledger_held`. */
  readonly hold: () => Promise<LedgerStore>;
}

/** The course's state at the time of a request. */
export interface CourseNow {
  readonly plan: MatchedPlan;
  readonly state: LedgerState;
  readonly reviews: readonly LessonReview[];
}

/** A lesson that can be reviewed, with the data that a package would be made from. */
export interface ReviewedLesson {
  readonly review: LessonReview;
  readonly record: JobRecord;
  readonly source: LessonSource;
  readonly story: CorrectedStory;
  /** The facts about what was spoken anew in its recording; null: nothing was. */
  readonly respoken: RespokenFacts | null;
}

export interface LessonSound {
  readonly bytes: Buffer;
  readonly mediaType: string;
}

/** The terms if the plan asks for no review: decisions are still recorded, as if it required one person's. */
const standardTerms = { required: 1, gate: null } as const;

/** The desk's course: read again for each request, and locked only while something is recorded. */
export class DeskCourse {
  readonly #source: DeskSource;
  #lastSound: { readonly of: string; readonly sound: LessonSound | null } | null = null;
  #lastSheets: { readonly of: string; readonly sheets: readonly SheetDocument[] } | null = null;
  #quality: { readonly key: string; readonly report: Promise<QualityReport | null> } | null = null;
  /** Writes queue, since the lock would refuse this process, too. */
  #writing: Promise<unknown> = Promise.resolve();

  constructor(source: DeskSource) {
    this.#source = source;
  }

  get place(): Place {
    return { files: realFiles, folder: this.#source.folder };
  }

  get plan(): Plan {
    return this.#source.plan;
  }

  /** How many different people must approve each lesson. */
  get required(): number {
    return (this.plan.review ?? standardTerms).required;
  }

  async now(): Promise<CourseNow> {
    return this.#from(await this.#source.read());
  }

  /** Opens the ledger for one record, and closes it again. `record` must decide by the state it is given, which was read under the lock. */
  write<Result>(record: (store: LedgerStore, now: CourseNow) => Promise<Result>): Promise<Result> {
    const written = this.#writing.then(async () => {
      const store = await this.#source.hold();
      return closing(store, () => record(store, this.#from(store.state)));
    });
    this.#writing = written.catch(() => undefined);
    return written;
  }

  /** Resolves once all pending records are recorded or refused. */
  async idle(): Promise<void> {
    await this.#writing;
  }

  /** The quality report on the lessons; null if they could not be checked. They are checked again once a lesson has changed. */
  quality({ plan, reviews }: CourseNow): Promise<QualityReport | null> {
    const key = JSON.stringify(reviews.map(({ lesson, now }) => [lesson.job.id, now]));
    if (this.#quality?.key !== key) {
      const report = checkCourse(plan, this.place).catch(() => null);
      this.#quality = { key, report };
    }
    return this.#quality.report;
  }

  /** Begins to check the lessons in advance: the first page needs the findings, and many lessons take seconds. */
  prepare(): void {
    // Ignore errors here: the first page's own request reports them.
    void this.now().then(
      (now) => this.quality(now),
      () => undefined,
    );
  }

  /** A lesson; null if there is none with this name. Throws a Failure if its text or correction is not what the ledger recorded. */
  async lesson(job: string, now: CourseNow): Promise<ReviewedLesson | null> {
    const review = lessonIn(now, { job });
    if (review?.lesson.record === undefined) return null;
    const { record } = review.lesson;
    const source = await sourceOf(review.lesson, now.plan, this.place);
    const story = await readCorrected(review.story, job, this.place);
    if (source === null) return null;
    const spoken = await respokenSound(review.story, job, this.place);
    return { review, record, source, story, respoken: spoken?.facts ?? null };
  }

  /**
   * A lesson's recording as the package would have it; null if it has none. The last recording is cached, since a player requests it in parts. Throws a
   * Failure if the recording is not what the ledger recorded.
   */
  async soundOf(source: Pick<LessonSource, "job" | "book">): Promise<LessonSound | null> {
    if (source.book === null) return null;
    const of = source.book.sha256;
    if (this.#lastSound?.of === of) return this.#lastSound.sound;
    const facts = await inspectBook(source, { files: realFiles, known: await knownSumsOf(this.place) });
    const part = facts?.sound ?? null;
    const mediaType = part?.mediaType ?? "application/octet-stream";
    const sound = part === null ? null : { bytes: await wholeOf(part.pieces()), mediaType };
    this.#lastSound = { of, sound };
    return sound;
  }

  /** A lesson's exercises as generated, before any editing. The last ones are cached, since generating them is slow. */
  sheets(
    source: LessonSource,
    { plan, reviews }: Pick<CourseNow, "plan" | "reviews">,
  ): readonly SheetDocument[] {
    const of = JSON.stringify([source.job, lessonIn({ reviews }, source)?.now]);
    if (this.#lastSheets?.of === of) return this.#lastSheets.sheets;
    const { exercises } = lessonText({ ...source, edited: [] }, plan);
    const texts = localeFor(languageOf(plan.reader)).exercises.kinds;
    const sheets = exercises().map(({ version, exercises: all }): SheetDocument => {
      const own = all.filter(({ kind }) => kind !== "comprehension");
      const drafted = own.map((one) => ({ ...draftedExercise(one), ...texts[one.kind] }));
      return { version, exercises: drafted };
    });
    this.#lastSheets = { of, sheets };
    return sheets;
  }

  #from(state: LedgerState): CourseNow {
    const plan = matchLessons(this.plan, state);
    return { plan, state, reviews: reviewsOf(plan, this.required) };
  }
}

/** The service that a course was bought from. */
export function serviceOf({ opened }: LedgerState): string {
  return opened?.service ?? "";
}

/** The lesson that a request is about; null if there is no lesson with that name. */
export function lessonIn(
  { reviews }: Pick<CourseNow, "reviews">,
  { job }: { readonly job: string },
): LessonReview | null {
  return reviews.find(({ lesson }) => lesson.job.id === job) ?? null;
}

/** A lesson as it was bought, with its sentences and its words by number. Null if there is no lesson with that name. Pure. */
export function originalLesson(
  job: string,
  now: CourseNow,
  { story, sheets }: { readonly story: StoryText; readonly sheets: readonly SheetDocument[] },
): OriginalLesson | null {
  const { title, text } = story;
  const status = lessonIn(now, { job })?.lesson.status;
  if (status === undefined || !("attempt" in status)) return null;
  const { request } = status.attempt.intended;
  const language = languageOf(request.lang);
  const { sentences } = scriptOf({ title, text }, language);
  const words = requiredWords(lessonList(request, now.plan).words, language);
  const items = sheets.flatMap(({ exercises }) => exercises.flatMap(itemsOf));
  return { title, text, sentences, words, items: new Map(items) };
}

function itemsOf(exercise: DraftedExercise): [key: string, item: OriginalItem][] {
  return exercise.items.map((item, index) => {
    const isFit = (text: string) => typeof readItem(text, exercise, item) !== "string";
    return [exercise.keys[index] ?? "", { text: writeItem(exercise, item), isFit }];
  });
}
