import type { CallOptions } from "../course/call-options.ts";
import type { Progress } from "../run/run-context.ts";
import type { World } from "../shared/world.ts";

/**
 * Where a course's files are, and where this machine remembers its purchases. These settings are the same for every function that deals with one
 * course.
 */
export interface CourseSettings {
  /** The folder that contains each course's own folder. Default: `out`, below the working directory. */
  readonly out?: string;
  /** A file, or the address `postgres://…` of a database. Default: `ledger.jsonl` in the course's folder. */
  readonly ledger?: string;
  /**
   * True if the course is made with a local service that this program started (`coursebinder/service`): its files are then below `<out>/local/`, its
   * ledger names the service `local`, and every page of its package says so. The service's address must be a loopback address.
   */
  readonly rehearsal?: boolean;
  /**
   * The folder in which this machine remembers what its ledgers have bought, so that a lost ledger doesn't cause anything to be bought twice;
   * `stateFolderIn(process.env)` is the folder that the command line uses. If null, nothing is remembered, and a new ledger buys nothing unless
   * `ledgerMustExist` or `newLedger` is set. A rehearsal uses a folder below `out` instead.
   */
  readonly stateFolder: string | null;
  /** Replacements for parts of the real world: the clock, waiting, random numbers, the log. Default: this machine's, and no log. */
  readonly world?: Partial<World>;
}

/** The service that stories are bought from (interface, part 5). */
export interface ServiceAccess {
  /** The base address, ending in `/api/v1`: `https:`, or `http:` on 127.0.0.1 and [::1]. It is the service's identity in the ledger. */
  readonly url: string;
  /** An API key. It never appears in a ledger, log, error or package. */
  readonly key: string;
}

/** Settings for calls to the service. */
export interface ServiceSettings extends CourseSettings {
  readonly service: ServiceAccess;
  /** How to call the service. Options that are left out have the command line's defaults. */
  readonly calls?: Partial<CallOptions>;
  /** Once it is aborted, nothing new is started, calls in flight are awaited and recorded, and the problems include `interrupted`. */
  readonly signal?: AbortSignal;
  /** Called with each event as it happens. It runs between the steps of a purchase, so it must not block; its errors are logged and ignored. */
  readonly onProgress?: (progress: Progress) => void;
}

/** Selects jobs of a plan. */
export interface JobSelection {
  /** A glob over job ids, with `*` and `?`, such as `*.es.2`. Default: all. */
  readonly only?: string;
  /** How many of these jobs to select, counted from the first. */
  readonly first?: number;
}

/** The user's decisions about ledgers. */
export interface LedgerConsent {
  /** Refuse to start a new ledger (`ledger_missing`): for machines that should already have one. */
  readonly ledgerMustExist?: boolean;
  /** The name of the person who consents to use a ledger that lacks known purchases, and to pay for them again. The ledger records it. */
  readonly newLedger?: string;
}
