import type { EventBody, LedgerEvent } from "./format/event.ts";
import type { CreationGuard } from "./format/guard.ts";
import type { LedgerState } from "./format/state.ts";
import type { LedgerNotice, LedgerProblem } from "./problem.ts";

/**
 * A ledger that this process holds alone. Two stores keep the same events; whatever the store, `append` resolves only once the event
 * is durable, appends happen in the order of their calls, and after one has failed all later ones fail.
 */
export interface LedgerStore {
  /** Where the ledger is, for people. */
  readonly location: string;
  /** Where this machine remembers what its ledgers have bought; null where it remembers nothing. */
  readonly stateFolder: string | null;
  /** Every event so far, appended ones included. */
  readonly events: readonly LedgerEvent[];
  /** What those events add up to. Kept up as they are appended, in place. */
  readonly state: LedgerState;
  /** What the clock of the database that keeps the ledger said at its opening, in ms since 1970. Left out or null: it has none of its own. */
  readonly databaseTime?: number | null;
  /** What opening had to do to the ledger's end. */
  readonly notices: readonly LedgerNotice[];
  /**
   * Resolves with the event once it is on the disk. Throws a Failure with a LedgerProblem; then nothing more may be sent.
   *
   * Every store asks `checkIntention` before it writes an intention, with the ceilings of `guard`: a refused one leaves no trace, and the
   * ledger as good as it was. A store that several machines share does so where it is certain that nobody has appended in the meantime.
   */
  append(body: EventBody, guard?: CreationGuard): Promise<LedgerEvent>;
  /**
   * Asked directly before the request of a creation is written: null while this process still holds the ledger, its name still leads to it,
   * and it still ends where this process thinks. Otherwise why not, and then nothing may be sent. Never rejects.
   */
  stillHolds(): Promise<LedgerProblem | null>;
  /**
   * The last resort for an outcome that `append` could not record: a file of its own beside the ledger. Resolves with its path, or null
   * where even that failed. The next opening does not read it: a person settles the attempt with it.
   */
  rescue(body: EventBody): Promise<string | null>;
  close(): Promise<void>;
}

/** Which ledger is meant: opening one of another course or service is refused. */
export interface LedgerIdentity {
  readonly course: string;
  /** The service's base address, or `local` for a rehearsal. */
  readonly service: string;
}
