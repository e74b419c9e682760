import type { LedgerIdentity } from "../store.ts";

/** The name of a course's ledger in its database. A rehearsal's has another name, so that the two can't be confused. */
export function ledgerName({ course, service }: LedgerIdentity): string {
  return service === "local" ? `local/${course}` : course;
}
