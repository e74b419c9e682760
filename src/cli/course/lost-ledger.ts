import type { LedgerState } from "../../ledger/format/state.ts";
import { ledgersThatBought } from "../../ledger/memory/last-seen-head.ts";
import type { Buying } from "../../run/memory/known-purchases.ts";
import { judgeLedger, type LostLedger } from "../../run/memory/lost-ledger.ts";
import { PurchaseWatch } from "../../run/memory/purchase-watch.ts";
import { realFiles } from "../../shared/files/real-files.ts";
import type { Context } from "../context.ts";
import { knownServiceOf } from "../service/connection.ts";
import { type CoursePlace, stateFolderOf } from "./course-place.ts";

/** What would be bought, and with what ledger. `service`: null where it is not known, and so neither what was bought there. */
export interface LedgerUse extends Buying {
  readonly service: string | null;
  readonly place: CoursePlace;
}

/**
 * The service at which a course's lessons were bought, for commands that don't talk to it: what is given, else the ledger's, else that of a ledger
 * of the course which this machine remembers; null where none is known.
 */
export async function serviceOfCourse(
  course: string,
  { opened }: LedgerState,
  context: Context,
): Promise<string | null> {
  const named = knownServiceOf(context) ?? opened?.service ?? null;
  const folder = stateFolderOf(context);
  if (named !== null || folder === null) return named;
  // A state folder that can't be read remembers nothing.
  const remembered = await ledgersThatBought({ folder, files: realFiles }).catch(() => []);
  return remembered.find((one) => one.course === course)?.service ?? null;
}

/** What this machine has bought, set against a ledger that is not held. */
export function purchaseWatch(
  { plan, jobs, state, service, place }: LedgerUse,
  context: Context,
): PurchaseWatch {
  const { folder, ledger } = place;
  return new PurchaseWatch(
    { plan, jobs, state },
    {
      identity: { course: plan.course, service: service ?? "" },
      stateFolder: service === null ? null : stateFolderOf(context),
      ...{ folder, location: ledger.location, files: realFiles },
    },
  );
}

/** What a run with this ledger would be refused for, because lessons were bought that it does not know. Holds nothing. */
export async function lostLedger(use: LedgerUse, context: Context): Promise<LostLedger | null> {
  const { plan, state, place } = use;
  const found = await purchaseWatch(use, context).find();
  return judgeLedger(state, found, { path: place.ledger.location, edition: plan.edition });
}
