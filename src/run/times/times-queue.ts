import type { LedgerProblem } from "../../ledger/problem.ts";
import type { Aligner } from "../../lessons/align/aligner.ts";
import { errorCode, errorPath, Failure, isSystemError } from "../../shared/failure.ts";
import type { PlannedLesson } from "../lesson.ts";
import { measureRecording } from "../quality/sound-measures.ts";
import type { LessonTimes, RunContext } from "../run-context.ts";
import { recordedStoryOf, timesOfStory } from "./lesson-times.ts";
import { saveTimes } from "./save-times.ts";

type FinishedLesson = Parameters<LessonTimes["add"]>[0];

/**
 * Computes the times of lessons in the background, one after another, while others are still being made. A failure here never fails a
 * lesson, which was paid for and is complete without times: `coursebinder align` can compute them later. Only a ledger or disk that can't
 * be written ends the run.
 */
export class TimesQueue implements LessonTimes {
  readonly #aligner: Aligner;
  #last: Promise<void> = Promise.resolve();

  constructor(aligner: Aligner) {
    this.#aligner = aligner;
  }

  add(lesson: FinishedLesson, context: RunContext): void {
    this.#last = this.#last.then(() => this.#work(lesson, context));
  }

  async finish(lessons: readonly PlannedLesson[], context: RunContext): Promise<void> {
    for (const { job, record, recordName } of lessons) {
      if (record !== undefined) this.add({ recordName, job: job.id }, context);
    }
    await this.#last;
    await this.#aligner.close();
  }

  async #work({ recordName, job }: FinishedLesson, context: RunContext): Promise<void> {
    const { journal, stops, tell } = context;
    const story = recordedStoryOf(journal.jobRecord(recordName), job);
    if (story === null || stops.everything.aborted) return;
    try {
      const options = { signal: stops.everything };
      const outcome = await saveTimes(story, options, { ...context, aligner: this.#aligner });
      await measureRecording(story, context);
      const facts = journal.jobRecord(recordName)?.stories.get(story.facts.id);
      if (outcome === "saved" && facts !== undefined) tell({ kind: "timed", ...timesOfStory(job, facts) });
    } catch (error) {
      if (error instanceof Failure) stops.stopEverything(error.problem as LedgerProblem);
      else if (isSystemError(error))
        stops.stopEverything({ code: "disk_failed", cause: errorCode(error), path: errorPath(error) });
      else context.world.log.error({ error: errorCode(error), job }, "times");
    }
  }
}
