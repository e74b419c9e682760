import type { LedgerState } from "../ledger/state.ts";
import { judgeLedger, type LostLedger } from "../pipeline/lost-ledger.ts";
import { findUnknownPurchases } from "../pipeline/unknown-purchases.ts";
import type { Job } from "../plan/plan.ts";
import { realFiles } from "../shared/real-files.ts";
import type { Context } from "./context.ts";
import { type CoursePlace, stateFolderOf } from "./course-place.ts";

/** What the ledger is set against. `service`: null where it is not known, and so neither what was bought there. */
export interface LedgerUse {
  readonly course: string;
  readonly service: string | null;
  readonly jobs: readonly Job[];
  readonly place: CoursePlace;
}

/** What a run with this ledger would be refused for, because lessons were bought that it does not know. Holds nothing. */
export async function lostLedger(
  state: LedgerState,
  { course, service, jobs, place }: LedgerUse,
  context: Context,
): Promise<LostLedger | null> {
  const unknown = await findUnknownPurchases(state, jobs, {
    identity: { course, service: service ?? "" },
    stateFolder: service === null ? null : stateFolderOf(context),
    folder: place.folder,
    location: place.ledger.location,
    files: realFiles,
  });
  return judgeLedger(state, unknown, place.ledger.location);
}
