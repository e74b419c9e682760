import type { LedgerState } from "../ledger/format/state.ts";
import type { LedgerStore } from "../ledger/store.ts";
import type { Plan } from "../plan/plan.ts";
import type { CourseFolder } from "../run/course-folder.ts";
import { type MatchedPlan, matchLessons } from "../run/match.ts";
import { checkCourse, type QualityReport } from "../run/quality.ts";
import { type LessonReview, reviewsOf, reviewsOnDisk } from "../run/reviews.ts";
import { closing } from "../shared/closing.ts";
import { Failure } from "../shared/failure.ts";
import { realFiles } from "../shared/files/real-files.ts";

/** Where the desk's course is. */
export interface DeskSource {
  readonly plan: Plan;
  /** The course's folder. */
  readonly folder: string;
  /** Reads the ledger without locking it. */
  readonly read: () => Promise<LedgerState>;
  /** Opens the ledger for writing, and locks it. Throws a Failure, such as `ledger_held`. */
  readonly hold: () => Promise<LedgerStore>;
}

/** The course at the time of a request. */
export interface CourseNow {
  readonly plan: MatchedPlan;
  readonly state: LedgerState;
  readonly reviews: readonly LessonReview[];
}

/** If the plan asks for no review, decisions are recorded all the same, as if it asked for one person's. */
const standardTerms = { required: 1, gate: null } as const;

/** The course that the desk is about: read anew when a page asks, locked only while something is recorded. */
export class DeskCourse {
  readonly #source: DeskSource;
  #quality: { readonly key: string; readonly report: Promise<QualityReport | null> } | null = null;
  /** One after the other: the lock would refuse this process too. */
  #writing: Promise<unknown> = Promise.resolve();

  constructor(source: DeskSource) {
    this.#source = source;
  }

  get folder(): string {
    return this.#source.folder;
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

  /** Opens the ledger for one record, and closes it again. `record` decides by what the ledger has then. */
  write<Result>(record: (store: LedgerStore, now: CourseNow) => Promise<Result>): Promise<Result> {
    const written = this.#writing.then(async () => {
      const store = await this.#source.hold();
      return closing(store, () => record(store, this.#from(store.state)));
    });
    this.#writing = written.catch(() => undefined);
    return written;
  }

  /** Resolves once everything that is being recorded is recorded, or refused. */
  async idle(): Promise<void> {
    await this.#writing;
  }

  /** What the quality gate finds in the lessons; null where they could not be checked. Checked again once a lesson has changed. */
  quality({ plan, state, reviews }: CourseNow): Promise<QualityReport | null> {
    const key = JSON.stringify(reviews.map(({ lesson, now }) => [lesson.job.id, now]));
    if (this.#quality?.key !== key) {
      const report = checkCourse(plan, this.#folderOf(state)).catch(() => null);
      this.#quality = { key, report };
    }
    return this.#quality.report;
  }

  /** Begins to check the lessons, which takes seconds if there are many: the first page needs what is found in them. */
  prepare(): void {
    // The page that asks is told what is wrong.
    void this.now().then(
      (now) => this.quality(now),
      () => undefined,
    );
  }

  /** The same course, but what a package would bind of the files on disk: times that are damaged or gone are no times. */
  async onDisk(now: CourseNow): Promise<CourseNow> {
    const { plan, state } = now;
    const reviews = await reviewsOnDisk(plan, this.#folderOf(state), this.required);
    return { ...now, reviews };
  }

  #folderOf(state: LedgerState): CourseFolder {
    return { files: realFiles, folder: this.folder, state, service: serviceOf(state) };
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

/** Whether an error is one to tell people about, and no bug. */
export function isFailure(error: unknown): error is Failure {
  return error instanceof Failure;
}
