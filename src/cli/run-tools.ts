import type { LedgerState } from "../ledger/state.ts";
import type { LedgerStore } from "../ledger/store.ts";
import { paceMemory } from "../pipeline/remember.ts";
import type { Patiences } from "../pipeline/tools.ts";
import { type Pace, ScheduledPace } from "../remote/pace.ts";
import { noMemory } from "../remote/scheduler.ts";
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

/** The pace of all calls. `state`: the ledger that remembers what earlier runs learned; null where there is none. */
export function paceOf(options: CallOptions, state: LedgerState | null, { world }: Context): Pace {
  const memory = state === null ? noMemory : paceMemory(state, { ...options, now: world.now() });
  return new ScheduledPace(options, world, memory);
}

export function patiencesOf({ creationTimeoutMs, maxWaitMs, giveUpMs }: CallOptions): Patiences {
  return { creationTimeoutMs, maxWaitMs, giveUpMs };
}
