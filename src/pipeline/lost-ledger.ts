import { join } from "node:path";
import type { LedgerState } from "../ledger/state.ts";
import { Failure } from "../shared/failure.ts";
import type { Files } from "../shared/files.ts";
import type { RunProblem } from "./problem.ts";

const storyEnding = ".json";

export interface SavedPlace {
  /** The folder of the course. */
  readonly folder: string;
  /** Where the ledger is, for people. */
  readonly location: string;
  readonly files: Pick<Files, "list">;
}

/**
 * Throws a Failure with `ledger_lost` where stories are saved of which the ledger knows nothing: it was lost, or is older than they are. What
 * would be bought now may have been bought.
 */
export async function refuseLostLedger(
  state: LedgerState,
  { folder, location, files }: SavedPlace,
): Promise<void> {
  const known = new Set<string>();
  for (const { stories } of state.jobs.values()) for (const id of stories.keys()) known.add(id);
  const saved = await files.list(join(folder, "stories"));
  const unknown = saved.filter(
    (name) => name.endsWith(storyEnding) && !known.has(name.slice(0, -storyEnding.length)),
  );
  if (unknown.length === 0) return;
  throw new Failure<RunProblem>({ code: "ledger_lost", path: location, stories: unknown.length });
}
