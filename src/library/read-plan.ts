import type { PlanResult } from "../plan/read-plan.ts";

/** The edition and day to read a plan for. */
export interface PlanOptions {
  /** Overrides the plan's own edition. */
  readonly edition?: string;
  /** The instant for `{date}` and the other placeholders of the edition, in ms since 1970. Left out: now. */
  readonly at?: number;
}

/**
 * Reads a plan and the word lists that it names, and checks everything, offline: every default filled in, every job made. Reports all
 * problems at once, each with file, line and column (from 1). A plan that is `ok` satisfies every limit of the interface (4.2, part 8).
 * Never rejects because of the files' contents.
 */
export async function readPlan(file: string, { edition, at }: PlanOptions = {}): Promise<PlanResult> {
  const { readPlan: read } = await import("../plan/read-plan.ts");
  return read(file, { at: at ?? Date.now(), ...(edition === undefined ? {} : { edition }) });
}
