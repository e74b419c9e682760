import type { Buying } from "../run/memory/known-purchases.ts";
import { judgeLedger, type LostLedger } from "../run/memory/lost-ledger.ts";
import { PurchaseWatch } from "../run/memory/purchase-watch.ts";
import { realFiles } from "../shared/files/real-files.ts";
import type { CoursePlace } from "./course-place.ts";

/** What would be bought, and with what ledger. */
export interface LedgerUse extends Buying {
  /** Null where it is not known, and so neither what was bought there. */
  readonly service: string | null;
  readonly place: CoursePlace;
  /** Where this machine remembers what it has bought; null: nowhere. */
  readonly stateFolder: string | null;
}

/** What this machine has bought, set against a ledger that is not held. */
export function purchaseWatch({ plan, jobs, state, service, place, stateFolder }: LedgerUse): PurchaseWatch {
  const { folder, ledger } = place;
  return new PurchaseWatch(
    { plan, jobs, state },
    {
      identity: { course: plan.course, service: service ?? "" },
      stateFolder: service === null ? null : stateFolder,
      ...{ folder, location: ledger.location, files: realFiles },
    },
  );
}

/** What a run with this ledger would be refused for, because lessons were bought that it does not know. Holds nothing. */
export async function lostLedger(use: LedgerUse): Promise<LostLedger | null> {
  const { plan, state, place } = use;
  const found = await purchaseWatch(use).find();
  return judgeLedger(state, found, { path: place.ledger.location, edition: plan.edition });
}
