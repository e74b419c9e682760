import type { LedgerState } from "../ledger/state.ts";
import type { LedgerStore } from "../ledger/store.ts";
import { paceMemory } from "../pipeline/remember.ts";
import type { Patiences } from "../pipeline/tools.ts";
import { mergedUse } from "../remote/merged-use.ts";
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
 * The pace of all calls. `state`: the ledger that remembers what earlier runs learned, and their starts, on whatever machine; null where there is
 * none. What this machine has called lately, for whatever course, counts beside it.
 */
export function paceOf(
  options: CallOptions,
  { state, usage }: { readonly state: LedgerState | null; readonly usage: UsageFile | null },
  { world }: Pick<Context, "world">,
): Pace {
  const told = state === null ? noMemory : paceMemory(state, { ...options, now: world.now() });
  const noted = usage?.recent({ callsMs: options.calls.windowMs, startsMs: options.starts.windowMs });
  const memory = noted === undefined ? told : { ...told, ...mergedUse(told, noted) };
  return new ScheduledPace(options, world, memory, (use) => usage?.note(use));
}

export function patiencesOf({ creationTimeoutMs, maxWaitMs, giveUpMs }: CallOptions): Patiences {
  return { creationTimeoutMs, maxWaitMs, giveUpMs };
}
