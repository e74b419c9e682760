import type { Files } from "../../src/shared/files/files.ts";
import type { Emphasis } from "./emphasis.ts";
import { endWell } from "./ending.ts";
import { History } from "./history.ts";
import type { Kernel, SimProcess } from "./world/kernel.ts";
import type { ProcessFiles } from "./world/process-files.ts";

/** What one seed's history came to. */
export interface Outcome {
  readonly seed: number;
  /** The promise that was broken; null where all were kept. */
  readonly broken: string | null;
  readonly sends: number;
  readonly checks: number;
  readonly trace: readonly string[];
}

export interface PlayOptions {
  readonly traced?: boolean;
  /** What the histories are about above all; null: nothing. */
  readonly emphasis?: Emphasis | null;
  /** Lies between the program and the disk. */
  readonly filesOf?: (files: ProcessFiles, process: SimProcess, kernel: Kernel) => Files;
}

/** Plays one seed's history: the same seed, the same history. */
export async function play(
  seed: number,
  { traced = false, filesOf = (files) => files, emphasis = null }: PlayOptions = {},
): Promise<Outcome> {
  const trace: string[] = [];
  const history = new History(seed, filesOf, traced ? (line) => void trace.push(line) : null, emphasis);
  const { judge } = history.machine;
  let thrown: string | null = null;
  try {
    await history.play();
    await endWell(history);
  } catch (error) {
    thrown = error instanceof Error ? (error.stack ?? error.message) : String(error);
  }
  const { broken, sends, checks } = judge;
  return { seed, broken: broken ?? thrown, sends, checks, trace };
}
