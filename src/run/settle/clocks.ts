import type { Remote } from "../../client/port.ts";
import type { Attempt } from "../../ledger/format/state.ts";
import type { World } from "../../shared/world.ts";

/** How far the service's clock and ours may be apart before a story that a person names is taken for one of another time. */
export const clocksApartMs = 10 * 60_000;
/** How long a request may be on its way, and how far a clock may run off meanwhile. */
const laterMs = 20 * 60_000;

/** A span of time by the service's clock, in ms since 1970. */
export interface Span {
  readonly from: number;
  readonly until: number;
}

export interface Clocks {
  readonly remote: Pick<Remote, "serviceTime">;
  readonly world: Pick<World, "now">;
}

/** What is known of the service's clock. In ms. */
export interface ServiceClock {
  /** What it said when the creation was intended; null where the ledger does not know. */
  readonly atAttempt: number | null;
  /** How far it is ahead of ours now; null where no answer said a time. */
  readonly aheadNow: number | null;
}

/**
 * When, by the service's clock, a story was created if an attempt made it. By what that clock said at the attempt; where the ledger does not
 * know, by how far it is from ours today, or as if it were ours: another machine may have intended it, or a clock been set right since.
 */
export function spansOf({ intended, outcome }: Attempt, { atAttempt, aheadNow }: ServiceClock): Span[] {
  const at = Date.parse(intended.at);
  // Whoever recorded that nobody knows was the sender itself, or came after it: a computer that slept may have sent long after it intended to.
  const sentUntil = outcome.kind === "uncertain" ? Date.parse(outcome.event.at) : at;
  const sendingMs = Math.max(0, sentUntil - at);
  const starts = atAttempt === null ? [at, ...(aheadNow === null ? [] : [at + aheadNow])] : [atAttempt];
  return starts.map((start) => ({ from: start - clocksApartMs, until: start + sendingMs + laterMs }));
}

/** How far the service's clock is ahead of ours by its newest answer, in ms; null where none said a time. */
export function aheadNow({ remote, world }: Clocks): number | null {
  const serviceTime = remote.serviceTime?.() ?? null;
  return serviceTime === null ? null : serviceTime - world.now();
}

export function isWithin(ms: number, spans: readonly Span[]): boolean {
  return spans.some(({ from, until }) => ms >= from && ms <= until);
}

/** Whether a time in ms can be written as a date. */
export function isDate(ms: number | null): ms is number {
  return ms !== null && !Number.isNaN(new Date(ms).getTime());
}
