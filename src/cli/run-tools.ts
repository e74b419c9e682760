import type { LedgerStore } from "../ledger/store.ts";
import type { Patiences } from "../pipeline/tools.ts";
import { fixedPace, type Pace } from "../remote/pace.ts";
import { serviceOf } from "./connection.ts";
import type { Context } from "./context.ts";
import { type CoursePlace, stateFolderOf } from "./course-place.ts";
import { openLedger } from "./open-ledger.ts";
import type { CallOptions } from "./options.ts";

/** Opens the course's ledger for writing, alone. */
export function holdLedger(
  { course, place, mustExist }: { course: string; place: CoursePlace; mustExist: boolean },
  context: Context,
  processId: number,
): Promise<LedgerStore> {
  return openLedger(place.ledger, {
    identity: { course, service: serviceOf(context) },
    mustExist,
    rescuePath: place.rescuePath,
    stateFolder: stateFolderOf(context),
    processId,
    world: context.world,
  });
}

export function paceOf({ calls, starts, pollMs }: CallOptions, context: Context): Pace {
  return fixedPace({ calls, starts, pollMs }, context.world);
}

export function patiencesOf({ creationTimeoutMs, maxWaitMs, giveUpMs }: CallOptions): Patiences {
  return { creationTimeoutMs, maxWaitMs, giveUpMs };
}
