import type { RawReply } from "../../client/http/raw-reply.ts";
import type { CreationConnection } from "../../client/port.ts";
import type { LedgerProblem } from "../../ledger/problem.ts";
import { confirmationLastsMs } from "../../ledger/store.ts";
import type { World } from "../../shared/world.ts";
import type { RunContext } from "../run-context.ts";

/**
 * How long after its intention a request may still be written. `contrary.ts` relies on it to judge whether a request without an outcome may
 * still be in flight.
 */
const intentionLastsMs = 60_000;

/** A computer that is too slow three times in a row is not fit to buy from. */
const mostTries = 3;

/** An instant by both clocks: the monotonic one may stand still during suspend, the wall clock may be set. */
export interface Moment {
  readonly wall: number;
  readonly monotonic: number;
}

export type Sent =
  | { readonly kind: "replied"; readonly raw: RawReply }
  /** The ledger can no longer be used: nothing was written. */
  | { readonly kind: "lost"; readonly problem: LedgerProblem };

/**
 * Sends a creation whose intention is durable, only while its store confirms that the ledger is still held. If this process was suspended,
 * another run may have taken over, or the user may be judging the request by its age. `intended`: an instant before the intention was
 * written. Sends once or not at all.
 */
export async function sendWhileHeld(
  connection: CreationConnection,
  body: Buffer,
  { journal, world, timeLimits, intended }: SendingContext,
): Promise<Sent> {
  for (let tries = 0; tries < mostTries; tries++) {
    const asked = momentOf(world);
    const problem = await journal.store.stillHolds();
    if (problem !== null) {
      connection.close();
      return { kind: "lost", problem };
    }
    const mayWrite = (): boolean => {
      const now = momentOf(world);
      return isWithin(confirmationLastsMs, asked, now) && isWithin(intentionLastsMs, intended, now);
    };
    const raw = await connection.send({ body, deadlineMs: timeLimits.creationTimeoutMs, mayWrite });
    if (raw.kind !== "withheld") return { kind: "replied", raw };
  }
  connection.close();
  return {
    kind: "replied",
    raw: { kind: "unsent", cause: "this computer stood still between the intention and the request" },
  };
}

interface SendingContext extends Pick<RunContext, "journal" | "world" | "timeLimits"> {
  readonly intended: Moment;
}

/** Whether at most `mostMs` have passed since `then` by both clocks, and neither was set back by more. */
export function isWithin(mostMs: number, then: Moment, now: Moment): boolean {
  const elapsed = [now.monotonic - then.monotonic, now.wall - then.wall];
  return elapsed.every((ms) => Math.abs(ms) <= mostMs);
}

export function momentOf(world: Pick<World, "now" | "monotonic">): Moment {
  return { wall: world.now(), monotonic: world.monotonic() };
}
