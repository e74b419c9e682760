import { Failure } from "../../shared/failure.ts";
import type { LedgerProblem } from "../problem.ts";
import type { LedgerIdentity } from "../store.ts";
import { isOfCreation, type LedgerEvent } from "./event.ts";

/** The course and service that a ledger with these events belongs to; null if it has no events. */
export function identityIn([first]: readonly LedgerEvent[]): LedgerIdentity | null {
  return first?.type === "ledger.opened" ? { course: first.course, service: first.service } : null;
}

/** Throws a Failure with a LedgerProblem if these events belong to another course or service. An empty list fits any identity. */
export function checkIdentity(events: readonly LedgerEvent[], identity: LedgerIdentity, path: string): void {
  const [first] = events;
  if (first?.type !== "ledger.opened") return;
  for (const name of ["course", "service"] as const) {
    const [found, expected] = [first[name], identity[name]];
    if (found !== expected)
      throw new Failure<LedgerProblem>({ code: `ledger_of_other_${name}`, path, found, expected });
  }
}

/**
 * Whether a ledger holds nothing but its opening, which is all that a run leaves behind if it is refused after beginning the ledger. It counts as
 * missing.
 */
export function isBegunAlone(events: readonly LedgerEvent[]): boolean {
  return events.length <= 1;
}

/**
 * Whether the ledger was started for another service's address and has no intention yet. Such a ledger may be replaced: a mistyped address
 * must not lock the course out.
 */
export function isUnused(events: readonly LedgerEvent[], identity: LedgerIdentity): boolean {
  const [first] = events;
  if (first?.type !== "ledger.opened" || first.course !== identity.course) return false;
  return first.service !== identity.service && !events.some(isOfCreation);
}

/** One key for all spellings of a service's address: letter case, default port, a trailing dot after the host and extra slashes make no difference. */
export function serviceKey(service: string): string {
  if (!URL.canParse(service)) return service;
  const { protocol, hostname, port, pathname } = new URL(service);
  const path = pathname.replace(/\/{2,}/g, "/").replace(/\/$/, "");
  return `${protocol}//${hostname.replace(/\.$/, "")}:${port}${path}`;
}
