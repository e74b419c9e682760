import type { LedgerState } from "../../ledger/format/state.ts";
import type { LedgerIdentity, LedgerStore } from "../../ledger/store.ts";
import { mergedUse } from "../../rate-limit/merge-usage.ts";
import { type RateLimiter, ScheduledRateLimiter } from "../../rate-limit/rate-limiter.ts";
import { noMemory } from "../../rate-limit/scheduler.ts";
import type { UsageFile } from "../../rate-limit/usage-file.ts";
import { rateMemory } from "../../run/remember.ts";
import type { TimeLimits } from "../../run/run-context.ts";
import type { Context } from "../context.ts";
import type { CallOptions } from "../parser/options.ts";
import { serviceOf } from "../service/connection.ts";
import { type CoursePlace, stateFolderOf } from "./course-place.ts";
import { openLedger } from "./open-ledger.ts";

/** Opens the course's ledger for writing, alone. */
export function holdLedger(
  { course, place, mustExist }: { course: string; place: CoursePlace; mustExist: boolean },
  context: Context,
  processId: number,
): Promise<LedgerStore> {
  return holdLedgerOf({ course, service: serviceOf(context) }, { place, mustExist }, context, processId);
}

/** As `holdLedger`, for whoever knows the ledger's service without being told by flags or variables. */
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

/**
 * The rate limiter of all calls. `state`: the ledger that remembers what earlier runs learned, and their starts, on whatever machine; null where there is
 * none. What this machine has called lately, for whatever course, counts beside it.
 */
export function rateLimiterFor(
  options: CallOptions,
  { state, usage }: { readonly state: LedgerState | null; readonly usage: UsageFile | null },
  { world }: Pick<Context, "world">,
): RateLimiter {
  const told = state === null ? noMemory : rateMemory(state, { ...options, now: world.now() });
  const noted = usage?.recent({ callsMs: options.calls.windowMs, startsMs: options.starts.windowMs });
  const memory = noted === undefined ? told : { ...told, ...mergedUse(told, noted) };
  return new ScheduledRateLimiter(options, world, memory, (use) => usage?.note(use));
}

export function timeLimitsOf({ creationTimeoutMs, maxWaitMs, giveUpMs }: CallOptions): TimeLimits {
  return { creationTimeoutMs, maxWaitMs, giveUpMs };
}
