import type { CallOptions } from "../course/call-options.ts";
import type { Progress } from "../run/run-context.ts";
import type { World } from "../shared/world.ts";

/** Where a course's files are, and what this machine remembers. The same for every function about one course. */
export interface CourseSettings {
  /** The folder in which each course has a folder of its own. Left out: `out`, below the working directory. */
  readonly out?: string;
  /** A file, or the address `postgres://…` of a database. Left out: `ledger.jsonl` in the course's folder. */
  readonly ledger?: string;
  /**
   * True where the course is made with a local service that this program started (`coursebinder/service`): its files are then below
   * `<out>/local/`, its ledger names the service `local`, and every page of its package says so. The service's address must be a loopback one.
   */
  readonly rehearsal?: boolean;
  /**
   * The folder in which this machine remembers what its ledgers have bought, so that a ledger which was lost buys nothing twice;
   * `stateFolderIn(process.env)` is the one that the command line uses. Null: nowhere; a new ledger then buys nothing unless
   * `ledgerMustExist` or `newLedger` says so. A rehearsal remembers below `out` instead.
   */
  readonly stateFolder: string | null;
  /** What stands in for parts of the real world: the clock, waiting, chance, the log. Left out: this machine's, and no log. */
  readonly world?: Partial<World>;
}

/** The service that stories are bought from (interface, part 5). */
export interface ServiceAccess {
  /** The base address, ending in `/api/v1`: `https:`, or `http:` on 127.0.0.1 and [::1]. It is the service's identity in the ledger. */
  readonly url: string;
  /** An API key. It is in no ledger, log, error or package. */
  readonly key: string;
}

/** What asking the service takes. */
export interface ServiceSettings extends CourseSettings {
  readonly service: ServiceAccess;
  /** How the service is called. What is left out is as on the command line. */
  readonly calls?: Partial<CallOptions>;
  /** Aborted: nothing new is begun, what is in flight is waited for and recorded, and the problems say `interrupted`. */
  readonly signal?: AbortSignal;
  /**
   * Is given each fact as it happens. It is called between the steps of a purchase, so that it must not wait; what it throws is logged and changes
   * nothing.
   */
  readonly onProgress?: (progress: Progress) => void;
}

/** Which jobs of a plan are meant. */
export interface JobSelection {
  /** A glob over job ids, `*` and `?`, such as `*.es.2`. Left out: all. */
  readonly only?: string;
  /** Only the first so many of them. */
  readonly first?: number;
}

/** What a person says about ledgers. */
export interface LedgerConsent {
  /** Refuse to begin a new ledger (`ledger_missing`): for machines where an old one should be there. */
  readonly ledgerMustExist?: boolean;
  /**
   * The name of the person who agrees that a ledger is used which does not know of lessons that this machine knows were bought, and that they are
   * paid for again. The ledger keeps it.
   */
  readonly newLedger?: string;
  /** Go on with an account that has none of the ledger's stories. */
  readonly otherAccount?: boolean;
}
