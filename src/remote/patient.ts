import type { World } from "../shared/world.ts";
import type { Pace, StoryPace } from "./pace.ts";
import type { Reading, Trouble } from "./port.ts";
import { limitClosedForMs } from "./read-error.ts";
import { nextStep } from "./retry.ts";
import type { CallKind } from "./ticket.ts";

export interface Patience {
  readonly pace: Pace;
  readonly world: Pick<World, "sleep" | "random" | "log">;
  /** The longest `Retry-After` to sit out. */
  readonly maxWaitMs: number;
  readonly signal: AbortSignal;
  /** Told before a call is made again. */
  readonly onWait?: (trouble: Trouble, ms: number) => void | Promise<void>;
}

/** A read that was interrupted by the wish to stop. */
export type PatientReading<Value> = Reading<Value> | { readonly ok: false; readonly trouble: null };

export interface PatientCall<Value> {
  readonly kind: CallKind;
  /** One attempt. */
  readonly once: () => Promise<Reading<Value>>;
  /** Whether the answer shows that a paid start happened, by this call or perhaps by an earlier one. */
  readonly started?: (value: Value) => boolean | "perhaps";
  /** The story that is read, where its pace says when. A repetition waits for its turn alone. */
  readonly story?: StoryPace;
}

/** Makes a call that is safe to repeat until it succeeds, can't succeed, or is told to stop; every attempt waits for its turn. */
export async function readPatiently<Value>(
  { kind, once, started, story }: PatientCall<Value>,
  { pace, world, maxWaitMs, signal, onWait }: Patience,
): Promise<PatientReading<Value>> {
  for (let attempt = 1; ; attempt++) {
    const turn = await pace.admit(kind, signal, attempt === 1 ? story : undefined);
    if (turn === null) return { ok: false, trouble: null };
    const reading = await once().catch((error: unknown) => {
      turn.end({ started: "perhaps" });
      throw error;
    });
    turn.end({
      started: reading.ok
        ? certainly(started?.(reading.value) ?? false, attempt)
        : mayHaveStarted(reading.trouble),
      refusedForMs: reading.ok ? null : limitClosedFor(reading.trouble),
    });
    if (reading.ok) return reading;
    const step = nextStep(reading.trouble, attempt, { random: world.random(), maxWaitMs });
    if (step.kind === "stop") return reading;
    world.log.debug({ kind, attempt, trouble: reading.trouble, waitMs: step.ms }, "a call is repeated");
    await onWait?.(reading.trouble, step.ms);
    await world.sleep(step.ms, signal);
    if (signal.aborted) return { ok: false, trouble: null };
  }
}

// What an answer shows may be the work of an attempt before it, of which no answer came.
function certainly(started: boolean | "perhaps", attempt: number): boolean | "perhaps" {
  return started === true && attempt > 1 ? "perhaps" : started;
}

// Without an answer a start may have happened all the same, unless nothing was sent.
function mayHaveStarted(trouble: Trouble): false | "perhaps" {
  const isUnknown = trouble.kind === "garbled" || (trouble.kind === "network" && !trouble.isUnsent);
  return isUnknown ? "perhaps" : false;
}

function limitClosedFor(trouble: Trouble): number | null {
  return trouble.kind === "refused" ? limitClosedForMs(trouble.refusal) : null;
}
