import { Failure } from "../../shared/failure.ts";
import { type PostgresAddress, readPostgresAddress } from "../../shared/postgres/address.ts";
import type { CommandProblem } from "../problem.ts";
import { type RawOptions, text } from "./options.ts";
import type { Flag } from "./verb.ts";

/** The database of the local service. An address with a password belongs in the variable: other users of a machine see a command line. */
export const databaseFlag: Flag = {
  flags: "--database <address>",
  text: "keep its state on a PostgreSQL server, postgres://…, which several processes share",
  env: "COURSEBINDER_DATABASE",
  refusesEmpty: true,
};

/** The address that `--database` gives, or null for a file in the data folder. Throws a Failure that does not repeat an invalid one. */
export function databaseIn(raw: RawOptions): PostgresAddress | null {
  const given = text(raw, "database");
  if (given === null) return null;
  const address = readPostgresAddress(given);
  // What follows a # would name a ledger.
  if (address !== null && address.ledger === null) return address;
  throw new Failure<CommandProblem>({ code: "bad_database_address" });
}
