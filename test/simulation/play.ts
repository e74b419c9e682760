import type { CourseHistory } from "./course-history.ts";
import type { Emphasis } from "./emphasis.ts";
import { endWell } from "./ending.ts";
import { History } from "./history.ts";

/** The result of one seed's history. */
export interface Outcome {
  readonly seed: number;
  /** The broken promise; null if all were kept. */
  readonly broken: string | null;
  readonly sends: number;
  readonly checks: number;
  readonly trace: readonly string[];
}

export interface PlayOptions {
  readonly traced?: boolean;
  /** The emphasis of the histories; null if there is none. */
  readonly emphasis?: Emphasis | null;
}

/** What a history is begun with besides its seed. `trace`: null if nobody reads it. */
export interface Beginning {
  readonly trace: ((line: string) => void) | null;
  readonly emphasis: Emphasis | null;
}

/** Plays one seed's history. Deterministic. */
export type Player = (seed: number, options?: PlayOptions) => Promise<Outcome>;

/** With a ledger in a file. */
export const play: Player = playerOf((seed, beginning) => new History(seed, beginning));

export function playerOf(begin: (seed: number, beginning: Beginning) => CourseHistory): Player {
  return async (seed, { traced = false, emphasis = null } = {}) => {
    const trace: string[] = [];
    const history = begin(seed, { trace: traced ? (line) => void trace.push(line) : null, emphasis });
    let thrown: string | null = null;
    try {
      await history.play();
      await history.heal();
      await endWell(history);
    } catch (error) {
      thrown = error instanceof Error ? (error.stack ?? error.message) : String(error);
    }
    await history.dispose();
    const { broken, sends, checks } = history.machine.judge;
    return { seed, broken: broken ?? thrown, sends, checks, trace };
  };
}

export interface Series {
  readonly from: number;
  readonly seeds: number;
  /** The step between seeds. */
  readonly every?: number;
  /** Stops after this many histories that broke a promise. */
  readonly finds?: number;
  readonly player?: Player;
  readonly emphasis?: Emphasis | null;
  /** The flags of the command that replays a seed. */
  readonly flags?: string;
  readonly tell: (line: string) => void;
}

/** Plays the histories of many seeds. Reports each broken promise with the command to replay it. */
export async function playMany(series: Series) {
  const { from, seeds, every = 1, finds = 1, player = play, emphasis = null, flags = "", tell } = series;
  const sums = { histories: 0, failures: 0, creations: 0, checks: 0 };
  for (let seed = from; seed < from + seeds && sums.failures < finds; seed += every) {
    const { broken, sends, checks } = await player(seed, { emphasis });
    sums.histories += 1;
    sums.creations += sends;
    sums.checks += checks;
    if (broken === null) continue;
    sums.failures += 1;
    tell(`seed ${seed}: ${broken}\nsee it again with: npm run simulate -- ${flags}--seed ${seed}`);
  }
  return sums;
}
