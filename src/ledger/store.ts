import type { CreditLimits } from "./format/ceilings.ts";
import type { EventBody, Exactly, LedgerEvent } from "./format/event.ts";
import type { LedgerState } from "./format/state.ts";
import type { LedgerNotice, LedgerProblem } from "./problem.ts";

/**
 * How long a creation request may still be written after `stillHolds` was called. If a suspended process can lose its ledger, the next holder must
 * not make a lesson buyable again while the former holder could still rely on the earlier answer.
 */
export const confirmationLastsMs = 2_000;

/**
 * A ledger whose lock this process holds. Both stores keep the same events. In either store, `append` resolves only once the event
 * is durable, appends happen in call order, and once one append has failed, all later ones fail.
 */
export interface LedgerStore {
  /** Where the ledger is, for people. */
  readonly location: string;
  /** The folder with this machine's mirrors; null: there is no place for one. */
  readonly stateFolder: string | null;
  /** All events so far, including appended ones. */
  readonly events: readonly LedgerEvent[];
  /** Their folded state, updated in place by each append. */
  readonly state: LedgerState;
  /** How opening repaired the ledger's end, and what else the user should know. */
  readonly notices: readonly LedgerNotice[];
  /**
   * Resolves with the event once it is durable. Throws a Failure with a LedgerProblem; then nothing more may be sent.
   *
   * Every store calls `refuseIntention` before it writes an intention, with these limits: a refused intention is not written, and
   * the ledger remains usable. A store shared by several machines does this where no concurrent append is possible.
   */
  append<Body extends EventBody>(body: Exactly<Body>, limits?: CreditLimits): Promise<LedgerEvent>;
  /**
   * Call directly before sending a creation request. Null if this process still holds the ledger, its name still leads to it, and it still
   * ends where expected. Otherwise the reason, and then nothing may be sent. Never rejects.
   */
  stillHolds(): Promise<LedgerProblem | null>;
  /**
   * The last resort for an outcome that `append` could not record: gives it to the mirror and writes it to a rescue file beside the ledger, as far as
   * each can be written, or else to one in the state folder. Resolves with the path of the first, or null if all failed. `ledger restore` puts it
   * into the ledger.
   */
  rescue(body: EventBody): Promise<string | null>;
  close(): Promise<void>;
}

/** Identifies a ledger: an attempt to open a ledger of another course or service is refused. */
export interface LedgerIdentity {
  readonly course: string;
  /** The service's base address, or `local` for a rehearsal. */
  readonly service: string;
}

/** The name of a course's ledger in its database. A rehearsal's ledger has a different name, so that it can't be confused with the course's own. */
export function ledgerName({ course, service }: LedgerIdentity): string {
  return service === "local" ? `local/${course}` : course;
}
