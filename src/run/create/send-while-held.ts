import type { RawReply } from "../../client/http/raw-reply.ts";
import type { CreationConnection } from "../../client/port.ts";
import type { LedgerProblem } from "../../ledger/problem.ts";
import type { World } from "../../shared/world.ts";
import type { RunContext } from "../run-context.ts";

/**
 * How old the store's word may be when the request is written. Whoever takes a ledger over must first wait for its lock, and a person must
 * then declare the open creation absent before it can be made again: nobody does that in two seconds. The answer itself takes milliseconds.
 */
const freshMs = 2_000;

/**
 * How long after its intention a request may still be written. Whoever finds an intention without an outcome takes its request to have been
 * written by then, and judges by that whether it may still be on its way (`contrary.ts`).
 */
const intentionLastsMs = 60_000;

/** A computer that is too slow three times in a row is no place to buy from. */
const mostTries = 3;

/** A moment by both clocks: one stands still while a computer is suspended, the other may be set. */
export interface Moment {
  readonly wall: number;
  readonly monotonic: number;
}

export type Sent =
  | { readonly kind: "replied"; readonly raw: RawReply }
  /** The ledger can't be used any more: nothing was written. */
  | { readonly kind: "lost"; readonly problem: LedgerProblem };

/**
 * Sends a creation whose intention is durable, while its store vouches for the ledger: a process that was frozen in between wakes to find
 * that another one may have taken its place, or that a person may judge its request by its age. `intended`: a moment before the intention was
 * written. Sends once or not at all.
 */
export async function sendWhileHeld(
  line: CreationConnection,
  body: Buffer,
  { journal, world, timeLimits, intended }: SendingContext,
): Promise<Sent> {
  for (let tries = 0; tries < mostTries; tries++) {
    const asked = momentOf(world);
    const problem = await journal.store.stillHolds();
    if (problem !== null) {
      line.close();
      return { kind: "lost", problem };
    }
    const mayWrite = (): boolean => {
      const now = momentOf(world);
      return isWithin(freshMs, asked, now) && isWithin(intentionLastsMs, intended, now);
    };
    const raw = await line.send({ body, deadlineMs: timeLimits.creationTimeoutMs, mayWrite });
    if (raw.kind !== "withheld") return { kind: "replied", raw };
  }
  line.close();
  return {
    kind: "replied",
    raw: { kind: "unsent", cause: "this computer stood still between the intention and the request" },
  };
}

interface SendingContext extends Pick<RunContext, "journal" | "world" | "timeLimits"> {
  readonly intended: Moment;
}

/** Whether at most so much time has passed since `then` by both clocks, and neither was set back by more. */
export function isWithin(mostMs: number, then: Moment, now: Moment): boolean {
  const elapsed = [now.monotonic - then.monotonic, now.wall - then.wall];
  return elapsed.every((ms) => Math.abs(ms) <= mostMs);
}

export function momentOf(world: Pick<World, "now" | "monotonic">): Moment {
  return { wall: world.now(), monotonic: world.monotonic() };
}
