import type { Files } from "../../src/shared/files/files.ts";
import type { Emphasis } from "./emphasis.ts";
import { endWell } from "./ending.ts";
import { History } from "./history.ts";
import type { Kernel, SimProcess } from "./world/kernel.ts";
import type { ProcessFiles } from "./world/process-files.ts";

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
  /** A layer between the program and the disk. */
  readonly filesOf?: (files: ProcessFiles, process: SimProcess, kernel: Kernel) => Files;
}

/** Plays one seed's history. Deterministic. */
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
