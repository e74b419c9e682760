import type { Buying } from "../pipeline/known-purchases.ts";
import { judgeLedger, type LostLedger } from "../pipeline/lost-ledger.ts";
import { PurchaseWatch } from "../pipeline/purchase-watch.ts";
import { realFiles } from "../shared/real-files.ts";
import type { Context } from "./context.ts";
import { type CoursePlace, stateFolderOf } from "./course-place.ts";

/** What would be bought, and with what ledger. `service`: null where it is not known, and so neither what was bought there. */
export interface LedgerUse extends Buying {
  readonly service: string | null;
  readonly place: CoursePlace;
}

/** What a run with this ledger would be refused for, because lessons were bought that it does not know. Holds nothing. */
export async function lostLedger(
  { plan, jobs, state, service, place }: LedgerUse,
  context: Context,
): Promise<LostLedger | null> {
  const { folder, ledger } = place;
  const watch = new PurchaseWatch(
    { plan, jobs, state },
    {
      identity: { course: plan.course, service: service ?? "" },
      stateFolder: service === null ? null : stateFolderOf(context),
      ...{ folder, location: ledger.location, files: realFiles },
    },
  );
  return judgeLedger(state, await watch.find(), { path: ledger.location, edition: plan.edition });
}
