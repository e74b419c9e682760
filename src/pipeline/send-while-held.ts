import type { LedgerProblem } from "../ledger/problem.ts";
import type { CreationLine } from "../remote/port.ts";
import type { RawReply } from "../remote/raw-reply.ts";
import type { World } from "../shared/world.ts";
import type { Tools } from "./tools.ts";

/**
 * How old the store's word may be when the request is written. Whoever takes a ledger over must first wait for its lock, and a person must
 * then declare the open creation absent before it can be made again: nobody does that in two seconds. The answer itself takes milliseconds.
 */
const freshMs = 2_000;

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
 * that another one may have taken its place. Sends once or not at all.
 */
export async function sendWhileHeld(
  line: CreationLine,
  body: Buffer,
  { journal, world, patiences }: Pick<Tools, "journal" | "world" | "patiences">,
): Promise<Sent> {
  for (let tries = 0; tries < mostTries; tries++) {
    const asked = momentOf(world);
    const problem = await journal.store.stillHolds();
    if (problem !== null) {
      line.close();
      return { kind: "lost", problem };
    }
    const mayWrite = (): boolean => isFresh(asked, momentOf(world));
    const raw = await line.send({ body, deadlineMs: patiences.creationTimeoutMs, mayWrite });
    if (raw.kind !== "withheld") return { kind: "replied", raw };
  }
  line.close();
  return {
    kind: "replied",
    raw: { kind: "unsent", cause: "this computer stood still between the last check and the request" },
  };
}

/** Whether a word of `asked` still counts: so little time has passed by both clocks, and neither was set back. */
export function isFresh(asked: Moment, now: Moment): boolean {
  const elapsed = [now.monotonic - asked.monotonic, now.wall - asked.wall];
  return elapsed.every((ms) => Math.abs(ms) <= freshMs);
}

function momentOf(world: Pick<World, "now" | "monotonic">): Moment {
  return { wall: world.now(), monotonic: world.monotonic() };
}
