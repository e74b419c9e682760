import type { LedgerState } from "../ledger/state.ts";
import type { LedgerStore } from "../ledger/store.ts";
import { paceMemory } from "../pipeline/remember.ts";
import type { Patiences } from "../pipeline/tools.ts";
import { type Pace, ScheduledPace } from "../remote/pace.ts";
import { noMemory } from "../remote/scheduler.ts";
import type { UsageFile } from "../remote/usage-file.ts";
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

/**
 * The pace of all calls. `state`: the ledger that remembers what earlier runs learned; null where there is none. What this machine has called
 * lately counts too: of that and of what the ledger tells the longer list holds the other, or nearly so.
 */
export function paceOf(
  options: CallOptions,
  { state, usage }: { readonly state: LedgerState | null; readonly usage: UsageFile | null },
  { world }: Context,
): Pace {
  const told = state === null ? noMemory : paceMemory(state, { ...options, now: world.now() });
  const seen = usage?.recent({ callsMs: options.calls.windowMs, startsMs: options.starts.windowMs }) ?? told;
  const memory = {
    ...told,
    callsAgoMs: longer(told.callsAgoMs, seen.callsAgoMs),
    startsAgoMs: longer(told.startsAgoMs, seen.startsAgoMs),
  };
  return new ScheduledPace(options, world, memory, (use) => usage?.note(use));
}

function longer<List extends readonly unknown[]>(one: List, other: List): List {
  return other.length > one.length ? other : one;
}

export function patiencesOf({ creationTimeoutMs, maxWaitMs, giveUpMs }: CallOptions): Patiences {
  return { creationTimeoutMs, maxWaitMs, giveUpMs };
}
