import { tmpdir } from "node:os";
import {
  type Buying,
  judgeLedger,
  type LostLedger,
  PurchasesElsewhere,
} from "../../run/purchases-elsewhere.ts";
import { realFiles } from "../../shared/files/real-files.ts";
import type { CoursePlace } from "../course-place.ts";

/** The lessons to buy, and the ledger to use. */
export interface LedgerUse extends Buying {
  /** Null if unknown; then its purchases are unknown too. */
  readonly service: string | null;
  readonly place: CoursePlace;
  /** The folder with this machine's mirrors; null: there is none. */
  readonly stateFolder: string | null;
}

/** Compares this machine's purchases with a ledger that is not locked. */
export function purchasesElsewhere({
  plan,
  lessons,
  state,
  service,
  place,
  stateFolder,
}: LedgerUse): PurchasesElsewhere {
  const { folder, ledger } = place;
  return new PurchasesElsewhere(
    { plan, lessons, state },
    {
      identity: { course: plan.course, service: service ?? "" },
      stateFolder: service === null ? null : stateFolder,
      spareFolder: tmpdir(),
      folder,
      location: ledger.location,
      files: realFiles,
    },
  );
}

/** The problem for which a run with this ledger would be refused, because it lacks known purchases. Takes no lock. Throws a Failure with `mirror_unusable`. */
export async function lostLedger(use: LedgerUse): Promise<LostLedger | null> {
  const { plan, state, place } = use;
  const found = await purchasesElsewhere(use).find();
  return judgeLedger(state, found, { path: place.ledger.location, edition: plan.edition });
}
