import type { World } from "../shared/world.ts";
import type { CallKind, Pace } from "./pace.ts";
import type { Reading, Trouble } from "./port.ts";
import { nextStep } from "./retry.ts";

export interface Patience {
  readonly pace: Pace;
  readonly world: Pick<World, "sleep" | "random" | "log">;
  /** The longest `Retry-After` to sit out. */
  readonly maxWaitMs: number;
  readonly signal: AbortSignal;
  /** Told before a call is made again. */
  readonly onWait?: (trouble: Trouble, ms: number) => void;
}

/** A read that was interrupted by the wish to stop. */
export type PatientReading<Value> = Reading<Value> | { readonly ok: false; readonly trouble: null };

export interface PatientCall<Value> {
  readonly kind: CallKind;
  /** One attempt. */
  readonly once: () => Promise<Reading<Value>>;
  /** Whether the answer shows that a paid start happened. */
  readonly started?: (value: Value) => boolean;
}

/** Makes a call that is safe to repeat until it succeeds, can't succeed, or is told to stop; every attempt waits for its turn. */
export async function readPatiently<Value>(
  { kind, once, started }: PatientCall<Value>,
  { pace, world, maxWaitMs, signal, onWait }: Patience,
): Promise<PatientReading<Value>> {
  for (let attempt = 1; ; attempt++) {
    const turn = await pace.admit(kind, signal);
    if (turn === null) return { ok: false, trouble: null };
    const reading = await once().catch((error: unknown) => {
      turn.end({ started: true });
      throw error;
    });
    turn.end({
      // Without an answer a start may have happened all the same.
      started: reading.ok ? (started?.(reading.value) ?? false) : mayHaveStarted(reading.trouble),
      refusedForMs: reading.ok ? null : refusedFor(reading.trouble),
    });
    if (reading.ok) return reading;
    const step = nextStep(reading.trouble, attempt, { random: world.random(), maxWaitMs });
    if (step.kind === "stop") return reading;
    world.log.debug({ kind, attempt, trouble: reading.trouble, waitMs: step.ms }, "a call is repeated");
    onWait?.(reading.trouble, step.ms);
    await world.sleep(step.ms, signal);
    if (signal.aborted) return { ok: false, trouble: null };
  }
}

function mayHaveStarted(trouble: Trouble): boolean {
  return trouble.kind === "network" || trouble.kind === "garbled";
}

function refusedFor(trouble: Trouble): number | null {
  return trouble.kind === "refused" ? trouble.refusal.retryAfterMs : null;
}
