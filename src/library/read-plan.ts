import type { PlanResult } from "../plan/read-plan.ts";
import type { CourseSettings } from "./settings.ts";

/** The edition and day to read a plan for. */
export interface PlanOptions {
  /** Overrides the plan's own edition. */
  readonly edition?: string;
  /** The instant for `{date}` and the other placeholders of the edition, in ms since 1970. Left out: now. */
  readonly at?: number;
  /**
   * Where the course's ledger is. In a plan with `rotate`, an edition's topics depend on those that earlier editions have had: name the
   * ledger to get the topics that a run with it would have. Left out: nothing is known of earlier editions.
   */
  readonly settings?: CourseSettings;
}

/**
 * Reads and checks a plan and the word lists that it names, offline; the result contains every job, with every default filled in. Reports all
 * problems at once, each with file, line and column (from 1). A plan that is `ok` satisfies every limit of the interface (4.2, part 8).
 * Never rejects because of the files' contents; rejects with a `Failure` if the plan rotates its topics and the ledger in `settings` can't be read.
 */
export async function readPlan(
  file: string,
  { edition, at, settings }: PlanOptions = {},
): Promise<PlanResult> {
  const { readPlan: read } = await import("../plan/read-plan.ts");
  return read(file, {
    at: at ?? Date.now(),
    ...(edition === undefined ? {} : { edition }),
    ...(settings === undefined ? {} : { past: (course) => pastIn(course, settings) }),
  });
}

async function pastIn(course: string, settings: CourseSettings) {
  const { openSettings } = await import("./open-settings.ts");
  const { readLedgerState } = await import("../course/ledger.ts");
  const { pastEditions } = await import("../run/editions.ts");
  const { place } = openSettings(course, settings);
  return pastEditions((await readLedgerState(place.ledger, { course, stateFolder: null })).state);
}
