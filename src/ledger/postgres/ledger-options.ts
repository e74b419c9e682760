import type { Files } from "../../shared/files/files.ts";
import type { World } from "../../shared/world.ts";
import type { LedgerIdentity } from "../store.ts";
import type { PostgresAddress } from "./address.ts";

export interface PostgresLedgerOptions {
  readonly address: PostgresAddress;
  /** The ledger's name in the database. */
  readonly name: string;
  readonly identity: LedgerIdentity;
  /** Refuse to begin a new ledger where there is none. */
  readonly mustExist: boolean;
  /** Who holds the ledger, for the message to a second runner. */
  readonly holder: string;
  /** Where an outcome goes that the database can't take: a path in the course's folder, to which the rest of a name is added. */
  readonly rescuePath: string;
  /** The folder in which this machine remembers the last head that it saw. Left out: nothing is remembered. */
  readonly stateFolder?: string;
  /** Where the whole ledger goes when the database no longer has it and the state folder would not take it. */
  readonly spareFolder?: string;
  readonly files: Files;
  readonly world: Pick<World, "now" | "random" | "sleep">;
}
