import { join } from "node:path";
import { ledgerName } from "../../ledger/postgres/address.ts";
import type { Context } from "../context.ts";
import type { SharedOptions } from "../parser/options.ts";
import { fileLedger, type LedgerPlace, postgresLedger } from "./ledger-place.ts";

/** Where a course's files are. */
export interface CoursePlace {
  readonly folder: string;
  readonly ledger: LedgerPlace;
  /** Where an outcome goes that the ledger can't take: the start of a file's name. */
  readonly rescuePath: string;
}

/** A rehearsal's courses are in a folder of their own, so that it is never mistaken for the real thing. */
export function placeOfCourse(course: string, { out, local, ledger }: SharedOptions): CoursePlace {
  const folder = local ? join(out, "local", course) : join(out, course);
  const path = join(folder, "ledger.jsonl");
  if (ledger !== null && typeof ledger !== "string") {
    // The name does not depend on the service's address, which offline commands need not know.
    const name = ledger.ledger ?? ledgerName({ course, service: local ? "local" : "" });
    return { folder, ledger: postgresLedger(ledger, name), rescuePath: path };
  }
  const file = ledger ?? path;
  return { folder, ledger: fileLedger(file), rescuePath: file };
}

/** Where this machine remembers what it has seen of each ledger: for a rehearsal beside it, since nothing was paid. */
export function stateFolderOf({
  shared,
  environment,
}: Pick<Context, "shared" | "environment">): string | null {
  return shared.local ? join(shared.out, "local", ".state") : environment.stateFolder;
}

/** Where the service inside a rehearsal keeps its state. */
export function rehearsalDataFolder({ out }: SharedOptions): string {
  return join(out, "local", ".service");
}
