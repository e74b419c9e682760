import { join } from "node:path";
import { ledgerName } from "../ledger/postgres/ledger-name.ts";
import { rehearsalsFolder } from "../plan/names.ts";
import { fileLedger, type LedgerPlace, type NamedLedger, postgresLedger } from "./ledger/ledger-place.ts";

/** Where a course's files are. */
export interface CoursePlace {
  readonly folder: string;
  readonly ledger: LedgerPlace;
  /** The path prefix of rescue files, for outcomes that the ledger can't record. */
  readonly rescuePath: string;
}

/** The settings that decide where a course's files are. */
export interface PlaceSettings {
  /** The folder that contains the courses' own folders. */
  readonly out: string;
  /** Whether this is a rehearsal with the local service. */
  readonly local: boolean;
  /** Null: a file in the course's folder. */
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

/** Where this machine remembers what it has seen of each ledger: for a rehearsal beside it, since nothing was paid. */
export function stateFolderFor({ out, local }: PlaceSettings, ofMachine: string | null): string | null {
  return local ? join(out, rehearsalsFolder, ".state") : ofMachine;
}
