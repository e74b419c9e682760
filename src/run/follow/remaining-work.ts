import type { Phase, StoryKind } from "../../rate-limit/durations.ts";
import type { Ahead, AheadOfKind } from "../../rate-limit/forecast.ts";
import { type FollowedStory, factsOfStory } from "../lesson.ts";

/** How far a story has come, for forecasts. */
export type Stage = Exclude<keyof AheadOfKind, "kind" | "writingSince" | "narratingSince">;

type Counts = { -readonly [Name in Stage | "writingSince" | "narratingSince"]: number };

/** Everything still to be made, counted by kind and stage. */
export class RemainingWork {
  readonly #byKind = new Map<string, { readonly kind: StoryKind } & Counts>();

  /** Adds a story to a stage. `at`: monotonic, in ms. */
  enter(kind: StoryKind, stage: Stage, at: number): void {
    const counts = this.#of(kind);
    counts[stage] += 1;
    if (stage === "narrating") counts.narratingSince = at;
    else if (stage === "waiting" || stage === "writing") counts.writingSince = at;
  }

  leave(kind: StoryKind, stage: Stage): void {
    const counts = this.#of(kind);
    counts[stage] = Math.max(0, counts[stage] - 1);
  }

  get ahead(): Ahead {
    return [...this.#byKind.values()];
  }

  #of(kind: StoryKind): Counts {
    const name = `${kind.lang} ${kind.length}`;
    let counts = this.#byKind.get(name);
    if (counts === undefined) {
      counts = { kind: { lang: kind.lang, length: kind.length }, ...noCounts };
      this.#byKind.set(name, counts);
    }
    return counts;
  }
}

const noCounts: Counts = {
  toNarrate: 0,
  toWrite: 0,
  waiting: 0,
  writing: 0,
  narrating: 0,
  writingSince: 0,
  narratingSince: 0,
};

/** The stage of a story not created yet. */
export function stageBefore({ audiobook }: { readonly audiobook: boolean }): "toNarrate" | "toWrite" {
  return audiobook ? "toNarrate" : "toWrite";
}

/** The stage of an existing story. */
export function stageIn(phase: Phase, wantsBook: boolean): Stage {
  if (phase === "narrating") return "narrating";
  return wantsBook ? "waiting" : "writing";
}

/** The kind that a story was created as. */
export function kindOf(story: FollowedStory): StoryKind {
  const attempt = factsOfStory(story)?.attempt;
  const request = story.lesson.attempts.find((one) => one.attempt === attempt)?.intended.request;
  return { lang: request?.lang ?? "", length: request?.length ?? "" };
}
