import type { Buying } from "../../run/memory/known-purchases.ts";
import { judgeLedger, type LostLedger } from "../../run/memory/lost-ledger.ts";
import { PurchaseWatch } from "../../run/memory/purchase-watch.ts";
import { realFiles } from "../../shared/files/real-files.ts";
import type { CoursePlace } from "../course-place.ts";

/** The lessons to buy, and the ledger to use. */
export interface LedgerUse extends Buying {
  /** Null if unknown; then its purchases are unknown too. */
  readonly service: string | null;
  readonly place: CoursePlace;
  /** Where this machine remembers its purchases; null: nowhere. */
  readonly stateFolder: string | null;
}

/** Compares this machine's purchases with a ledger that is not locked. */
export function purchaseWatch({
  plan,
  lessons,
  state,
  service,
  place,
  stateFolder,
}: LedgerUse): PurchaseWatch {
  const { folder, ledger } = place;
  return new PurchaseWatch(
    { plan, lessons, state },
    {
      identity: { course: plan.course, service: service ?? "" },
      stateFolder: service === null ? null : stateFolder,
      folder,
      location: ledger.location,
      files: realFiles,
    },
  );
}

/** The problem for which a run with this ledger would be refused, because it lacks known purchases. Takes no lock. */
export async function lostLedger(use: LedgerUse): Promise<LostLedger | null> {
  const { plan, state, place } = use;
  const found = await purchaseWatch(use).find();
  return judgeLedger(state, found, { path: place.ledger.location, edition: plan.edition });
}
