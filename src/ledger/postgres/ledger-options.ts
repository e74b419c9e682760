import type { Files } from "../../shared/files/files.ts";
import type { PostgresAddress } from "../../shared/postgres/address.ts";
import type { World } from "../../shared/world.ts";
import type { LedgerIdentity } from "../store.ts";

export interface PostgresLedgerOptions {
  readonly address: PostgresAddress;
  /** The ledger's name in the database. */
  readonly name: string;
  readonly identity: LedgerIdentity;
  /** If true, opening fails when no ledger exists yet. */
  readonly mustExist: boolean;
  /** The lock's holder, named in the error that a second run gets. */
  readonly holder: string;
  /** Where an outcome goes if the database can't record it: a path prefix in the course's folder. */
  readonly rescuePath: string;
  /** The folder in which this machine mirrors its ledgers. Left out: nowhere. */
  readonly stateFolder?: string;
  /** Where versions without mirrors put whole ledgers if they couldn't write to the state folder. */
  readonly spareFolder?: string;
  readonly files: Files;
  readonly world: Pick<World, "now" | "monotonic" | "random" | "sleep">;
}
