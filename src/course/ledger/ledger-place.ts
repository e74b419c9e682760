import { Failure } from "../../shared/failure.ts";
import {
  looksLikeAddress,
  type PostgresAddress,
  readPostgresAddress,
} from "../../shared/postgres/address.ts";
import type { CourseProblem } from "../problem.ts";

/** Where a ledger is: in a file, or in a database under a name. `location` is for people and holds no credentials. */
export type LedgerPlace =
  | { readonly kind: "file"; readonly location: string }
  | {
      readonly kind: "postgres";
      readonly location: string;
      readonly address: PostgresAddress;
      readonly name: string;
    };

/** A ledger as the user names it: a path, or the address of a database. */
export type NamedLedger = string | PostgresAddress;

/**
 * Distinguishes a path from a database address. Throws a Failure that does not repeat an invalid address; also for an empty text, for
 * instance because a secret is not set.
 */
export function readNamedLedger(text: string): NamedLedger {
  if (text.trim() === "") throw new Failure<CourseProblem>({ code: "empty_ledger_name" });
  if (!looksLikeAddress(text)) return text;
  const address = readPostgresAddress(text);
  if (address !== null) return address;
  throw new Failure<CourseProblem>({ code: "bad_ledger_address" });
}

export function fileLedger(path: string): LedgerPlace {
  return { kind: "file", location: path };
}

export function postgresLedger(address: PostgresAddress, name: string): LedgerPlace {
  return { kind: "postgres", location: address.locationOf(name), address, name };
}
