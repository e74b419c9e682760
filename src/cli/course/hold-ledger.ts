import type { CoursePlace } from "../../course/course-place.ts";
import { openLedger } from "../../course/ledger/open-ledger.ts";
import type { LedgerIdentity, LedgerStore } from "../../ledger/store.ts";
import type { Context } from "../context.ts";
import { serviceOf } from "../service/connection.ts";
import { stateFolderOf } from "./state-folder.ts";

/** Opens the course's ledger for writing, and locks it. */
export function holdLedger(
  { course, place, mustExist }: { course: string; place: CoursePlace; mustExist: boolean },
  context: Context,
  processId: number,
): Promise<LedgerStore> {
  return holdLedgerOf({ course, service: serviceOf(context) }, { place, mustExist }, context, processId);
}

/** Like `holdLedger`, for callers that know the ledger's service from elsewhere than flags or variables. */
export function holdLedgerOf(
  identity: LedgerIdentity,
  { place, mustExist }: { place: CoursePlace; mustExist: boolean },
  context: Context,
  processId: number,
): Promise<LedgerStore> {
  return openLedger(place.ledger, {
    identity,
    mustExist,
    rescuePath: place.rescuePath,
    stateFolder: stateFolderOf(context),
    processId,
    world: context.world,
  });
}
