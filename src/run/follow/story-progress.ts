import type { ReadStory } from "../../client/readable.ts";
import { isEnd } from "../../ledger/format/job-status.ts";
import type { LedgerState } from "../../ledger/format/state.ts";
import type { Phase, StoryKind } from "../../rate-limit/durations.ts";
import type { ReadTimes } from "../../rate-limit/rate-limiter.ts";
import { recordKey } from "../lesson.ts";
import type { RunContext } from "../run-context.ts";
import type { FollowedStory } from "./followed-story.ts";
import { type Stage, stageIn } from "./remaining-work.ts";

/** How far one followed story has come, for the timing of its reads and for the forecast. */
export class StoryProgress {
  readonly rateLimiter: ReadTimes;
  readonly #wantsBook: boolean;
  readonly #kind: StoryKind;
  readonly #context: RunContext;
  #phase: Phase;
  #stage: Stage | null;

  constructor(story: FollowedStory, isNew: boolean, context: RunContext) {
    const facts = context.journal.jobRecord(story.recordName)?.stories.get(story.id);
    this.#context = context;
    this.#wantsBook = story.wantsBook;
    this.#kind = kindOf(story, context.journal.state);
    this.#phase = facts?.observed?.book == null ? "writing" : "narrating";
    this.rateLimiter = context.rateLimiter.follow(this.#kind, { phase: this.#phase, isNew });
    this.#stage = stageIn(this.#phase, story.wantsBook);
    context.remainingWork.enter(this.#kind, this.#stage, context.world.monotonic());
    tellForecast(context);
  }

  /** Updates the progress from a read. */
  recordRead(read: ReadStory): void {
    const { status } = read;
    // The duration of a failed story says nothing about others.
    if (status === "failed" || status === "canceled") return;
    const hasBook = read.book !== null || status === "making_audiobook";
    if (isEnd(status, this.#wantsBook)) {
      const skipped = this.#wantsBook && this.#phase === "writing";
      if (!skipped) this.rateLimiter.recordPhase("ended");
      return;
    }
    const phase = this.#wantsBook && hasBook ? "narrating" : "writing";
    const hasMoved = phase !== this.#phase;
    this.#phase = phase;
    this.rateLimiter.recordPhase(phase);
    if (hasMoved) this.#moveTo(stageIn(phase, this.#wantsBook));
    else tellForecast(this.#context);
  }

  /** The story is no longer followed. */
  end(): void {
    this.rateLimiter.leave();
    this.#moveTo(null);
  }

  #moveTo(stage: Stage | null): void {
    const { remainingWork, world } = this.#context;
    if (this.#stage !== null) remainingWork.leave(this.#kind, this.#stage);
    if (stage !== null) remainingWork.enter(this.#kind, stage, world.monotonic());
    this.#stage = stage;
    tellForecast(this.#context);
  }
}

/** Emits a forecast of when everything will be done; nothing once the run is being stopped. */
export function tellForecast({ rateLimiter, remainingWork, stops, tell }: RunContext): void {
  if (stops.everything.aborted) return;
  tell({ kind: "forecast", ...rateLimiter.forecast(remainingWork.ahead) });
}

/** The kind that a story was created as. */
export function kindOf(story: FollowedStory, state: LedgerState): StoryKind {
  const record = state.jobs.get(recordKey(story.recordName));
  const attempt = record?.stories.get(story.id)?.attempt;
  const request = record?.attempts.find((one) => one.attempt === attempt)?.intended.request;
  return { lang: request?.lang ?? "", length: request?.length ?? "" };
}
