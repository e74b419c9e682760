import { Failure } from "../../shared/failure.ts";
import type { LedgerProblem } from "../problem.ts";
import type { Head } from "./line.ts";
import type { LedgerState } from "./state.ts";

/** Identifies a ledger: an attempt to open a ledger of another course or service is refused. */
export interface LedgerIdentity {
  readonly course: string;
  /** The service's base address, or `local` for a rehearsal. */
  readonly service: string;
}

/** The name of a course's ledger in its database. A rehearsal's ledger has a different name, so that it can't be confused with the course's own. */
export function ledgerName({ course, service }: LedgerIdentity): string {
  return service === "local" ? `local/${course}` : course;
}

/** What a run needs of a ledger. */
export interface Fit {
  readonly identity: LedgerIdentity;
  /** A ledger in which nothing was recorded counts as missing: a new one in its place would forget every lesson that was paid for. */
  readonly mustExist: boolean;
}

/** Throws a Failure with a LedgerProblem if a ledger is another one than a run needs. */
export function refuseUnfit(
  { state, head }: { readonly state: LedgerState; readonly head: Head },
  { identity, mustExist }: Fit,
  path: string,
): void {
  checkIdentity(state, identity, path);
  if (mustExist && isBegunAlone({ head })) throw new Failure<LedgerProblem>({ code: "ledger_missing", path });
}

/** Throws a Failure with a LedgerProblem if a ledger belongs to another course or service. One that has not begun fits any identity. */
export function checkIdentity(
  { opened }: Pick<LedgerState, "opened">,
  identity: LedgerIdentity,
  path: string,
): void {
  if (opened === null) return;
  for (const name of ["course", "service"] as const) {
    const [found, expected] = [opened[name], identity[name]];
    if (found !== expected)
      throw new Failure<LedgerProblem>({ code: `ledger_of_other_${name}`, path, found, expected });
  }
}

/**
 * Whether a ledger holds nothing but its opening, which is all that a run leaves behind if it is refused after beginning the ledger. It counts as
 * missing.
 */
export function isBegunAlone({ head }: { readonly head: Head }): boolean {
  return head.seq <= 1;
}

/** Whether no purchase was ever made or attempted with the ledger. */
export function isNew({ jobs }: Pick<LedgerState, "jobs">): boolean {
  return jobs.size === 0;
}

/** One key for all spellings of a service's address: letter case, default port, a trailing dot after the host and extra slashes make no difference. */
export function serviceKey(service: string): string {
  if (!URL.canParse(service)) return service;
  const { protocol, hostname, port, pathname } = new URL(service);
  const path = pathname.replace(/\/{2,}/g, "/").replace(/\/$/, "");
  return `${protocol}//${hostname.replace(/\.$/, "")}:${port}${path}`;
}
