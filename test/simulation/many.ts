import { type Outcome, type PlayOptions, play } from "./play.ts";

export interface Series extends PlayOptions {
  readonly from: number;
  readonly seeds: number;
  /** The step between seeds. */
  readonly every?: number;
  /** Stops after this many histories that broke a promise. */
  readonly finds?: number;
  readonly tell: (line: string) => void;
  /** Plays one seed. By default with a ledger in a file. */
  readonly player?: (seed: number) => Promise<Outcome>;
  /** Whether the ledger is in a database, for the command that replays a seed. */
  readonly postgres?: boolean;
}

export interface SeriesResult {
  readonly histories: number;
  readonly failures: number;
  /** The number of creations that were sent. */
  readonly creations: number;
  /** The number of checks of promises. */
  readonly checks: number;
  readonly summary: string;
}

const tellEvery = 50_000;

/** Plays the histories of many seeds. Reports each broken promise with the command to replay it. */
export async function playMany(series: Series): Promise<SeriesResult> {
  const { from, seeds, every = 1, finds = 1, tell, postgres = false, emphasis } = series;
  const flags = `${postgres ? "--postgres " : ""}${emphasis ? `--emphasis ${emphasis} ` : ""}`;
  const player = series.player ?? ((seed) => play(seed, series));
  let [histories, failures, creations, checks] = [0, 0, 0, 0];
  for (let seed = from; seed < from + seeds && failures < finds; seed += every) {
    const outcome = await player(seed);
    histories += 1;
    creations += outcome.sends;
    checks += outcome.checks;
    if (outcome.broken !== null) {
      failures += 1;
      tell(`seed ${seed}: ${outcome.broken}\nsee it again with: npm run simulate -- ${flags}--seed ${seed}`);
    }
    if (histories % tellEvery === 0) tell(`${histories} histories, ${failures} broke a promise`);
  }
  const summary = `${histories} histories from seed ${from}, ${creations} creations, ${checks} checks: ${failures} broke a promise`;
  return { histories, failures, creations, checks, summary };
}
