import { Failure } from "../../shared/failure.ts";
import type { LedgerProblem } from "../problem.ts";
import type { LedgerIdentity } from "../store.ts";
import type { LedgerEvent } from "./event.ts";

/** Which course and service a ledger of these events is for; null where it has not begun. */
export function identityIn([first]: readonly LedgerEvent[]): LedgerIdentity | null {
  return first?.type === "ledger.opened" ? { course: first.course, service: first.service } : null;
}

/** Throws a Failure with a LedgerProblem where these events are another course's or another service's. No events fit any identity. */
export function checkIdentity(events: readonly LedgerEvent[], identity: LedgerIdentity, path: string): void {
  const [first] = events;
  if (first?.type !== "ledger.opened") return;
  const { course, service } = first;
  if (course !== identity.course) {
    throw new Failure<LedgerProblem>({
      code: "ledger_of_other_course",
      path,
      found: course,
      expected: identity.course,
    });
  }
  if (service !== identity.service) {
    throw new Failure<LedgerProblem>({
      code: "ledger_of_other_service",
      path,
      found: service,
      expected: identity.service,
    });
  }
}

/**
 * Whether another service's address began this ledger and nothing was ever intended in it. Such a one binds nobody: a mistyped address must
 * not close the course.
 */
export function isUnused(events: readonly LedgerEvent[], identity: LedgerIdentity): boolean {
  const [first] = events;
  if (first?.type !== "ledger.opened" || first.course !== identity.course) return false;
  return first.service !== identity.service && !events.some(({ type }) => type.startsWith("creation."));
}
