import { join } from "node:path";
import { ledgerName } from "../ledger/format/identity.ts";
import { rehearsalsFolder } from "../plan/names.ts";
import { Failure } from "../shared/failure.ts";
import { looksLikeAddress, type PostgresAddress, readPostgresAddress } from "../shared/postgres/address.ts";
import type { World } from "../shared/world.ts";
import type { CourseProblem } from "./problem.ts";

export interface CoursePlace {
  readonly folder: string;
  readonly ledger: LedgerPlace;
  /** The path prefix of rescue files, for outcomes that the ledger can't record. */
  readonly rescuePath: string;
}

/** A course, its place, and where this machine remembers what it has seen of the course's ledger (null: nowhere). */
export interface LocatedCourse {
  readonly course: string;
  readonly place: CoursePlace;
  readonly stateFolder: string | null;
  readonly world: World;
}

export interface PlaceSettings {
  readonly out: string;
  readonly local: boolean;
  /** The ledger that the user has named; null: a file in the course's folder. */
  readonly ledger: NamedLedger | null;
}

/** A rehearsal has a folder of its own, so that it can't be mistaken for the real course. */
export function placeOfCourse(course: string, { out, local, ledger }: PlaceSettings): CoursePlace {
  const folder = local ? join(out, rehearsalsFolder, course) : join(out, course);
  const path = join(folder, "ledger.jsonl");
  if (ledger !== null && typeof ledger !== "string") {
    // The name doesn't depend on the service's address, which offline commands need not know.
    const name = ledger.ledger ?? ledgerName({ course, service: local ? "local" : "" });
    return { folder, ledger: postgresLedger(ledger, name), rescuePath: path };
  }
  const file = ledger ?? path;
  return { folder, ledger: fileLedger(file), rescuePath: file };
}

/** The folder in which this machine remembers what it has seen of each ledger. A rehearsal's lies beside its own files, since nothing was paid for. */
export function stateFolderFor({ out, local }: PlaceSettings, ofMachine: string | null): string | null {
  return local ? join(out, rehearsalsFolder, ".state") : ofMachine;
}

/** `location` is for display and holds no credentials. */
export type LedgerPlace =
  | { readonly kind: "file"; readonly location: string }
  | {
      readonly kind: "postgres";
      readonly location: string;
      readonly address: PostgresAddress;
      readonly name: string;
    };

export type NamedLedger = string | PostgresAddress;

/**
 * Reads a ledger's path or address. Throws a Failure for an invalid address or an empty text (such as a secret that is not set), which it does not
 * repeat.
 */
export function readNamedLedger(text: string): NamedLedger {
  if (text.trim() !== "" && !looksLikeAddress(text)) return text;
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
