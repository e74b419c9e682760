import type { PlanResult } from "../plan/read-plan.ts";

/** For which edition and day a plan is read. */
export interface PlanOptions {
  /** Takes the place of the plan's own edition. */
  readonly edition?: string;
  /** The instant for `{date}` and the like in the edition, in ms since 1970. Left out: now. */
  readonly at?: number;
}

/**
 * Reads a plan and the word lists that it names, and checks all of it, offline: every default filled in, every job made. All problems come at once, each
 * with file, line and column (from 1). A plan that is `ok` keeps every limit of the interface (4.2, part 8). Never rejects for what the
 * files say.
 */
export async function readPlan(file: string, { edition, at }: PlanOptions = {}): Promise<PlanResult> {
  const { readPlan: read } = await import("../plan/read-plan.ts");
  return read(file, { at: at ?? Date.now(), ...(edition === undefined ? {} : { edition }) });
}
