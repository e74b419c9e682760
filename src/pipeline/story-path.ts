import { jobKey } from "../ledger/fold.ts";
import { isEnd } from "../ledger/standing.ts";
import type { LedgerState } from "../ledger/state.ts";
import type { Phase, StoryKind } from "../remote/durations.ts";
import type { StoryPace } from "../remote/pace.ts";
import type { ReadStory } from "../remote/readable.ts";
import { type Stage, stageIn } from "./outlook.ts";
import type { Tools } from "./tools.ts";
import type { FollowedStory } from "./work.ts";

/** How far one followed story has come: for the pace of its reads, and for the forecast. */
export class StoryPath {
  readonly pace: StoryPace;
  readonly #wantsBook: boolean;
  readonly #kind: StoryKind;
  readonly #tools: Tools;
  #phase: Phase;
  #stage: Stage | null;

  constructor(story: FollowedStory, isNew: boolean, tools: Tools) {
    const facts = tools.journal.jobRecord(story.edition, story.job)?.stories.get(story.id);
    this.#tools = tools;
    this.#wantsBook = story.wantsBook;
    this.#kind = kindOf(story, tools.journal.state);
    this.#phase = facts?.observed?.book == null ? "writing" : "narrating";
    this.pace = tools.pace.follow(this.#kind, { phase: this.#phase, isNew });
    this.#stage = stageIn(this.#phase, story.wantsBook);
    tools.outlook.enter(this.#kind, this.#stage, tools.world.monotonic());
    tellForecast(tools);
  }

  /** Takes in what a read showed. */
  saw(read: ReadStory): void {
    const { status } = read;
    // How long a story takes that comes to nothing says nothing about the others.
    if (status === "failed" || status === "canceled") return;
    const hasBook = read.book !== null || status === "making_audiobook";
    if (isEnd(status, this.#wantsBook)) {
      const skipped = this.#wantsBook && this.#phase === "writing";
      if (!skipped) this.pace.saw("ended");
      return;
    }
    const phase = this.#wantsBook && hasBook ? "narrating" : "writing";
    const hasMoved = phase !== this.#phase;
    this.#phase = phase;
    this.pace.saw(phase);
    if (hasMoved) this.#moveTo(stageIn(phase, this.#wantsBook));
    else tellForecast(this.#tools);
  }

  /** The story is followed no further. */
  end(): void {
    this.pace.leave();
    this.#moveTo(null);
  }

  #moveTo(stage: Stage | null): void {
    const { outlook, world } = this.#tools;
    if (this.#stage !== null) outlook.leave(this.#kind, this.#stage);
    if (stage !== null) outlook.enter(this.#kind, stage, world.monotonic());
    this.#stage = stage;
    tellForecast(this.#tools);
  }
}

/** Tells when everything will be done, as far as can be told now; nothing once the run was told to end. */
export function tellForecast({ pace, outlook, stops, tell }: Tools): void {
  if (stops.everything.aborted) return;
  tell({ kind: "forecast", ...pace.foretell(outlook.ahead) });
}

/** What a story was created as. */
export function kindOf({ edition, job, id }: FollowedStory, { jobs }: LedgerState): StoryKind {
  const record = jobs.get(jobKey(edition, job));
  const attempt = record?.stories.get(id)?.attempt;
  const request = record?.attempts.find((one) => one.attempt === attempt)?.intended.request;
  return { lang: request?.lang ?? "", length: request?.length ?? "" };
}
