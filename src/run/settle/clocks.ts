import type { Remote } from "../../client/port.ts";
import type { Attempt } from "../../ledger/format/state.ts";
import type { World } from "../../shared/world.ts";

/** How far the service's clock and ours may differ before a story named by the user is taken to be from another time. */
export const clocksApartMs = 10 * 60_000;
/** How long a request may be in flight, plus how far a clock may drift meanwhile. */
const laterMs = 20 * 60_000;

/** A period by the service's clock, in ms since 1970. */
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
  /** Its time when the creation was intended; null if the ledger doesn't have it. */
  readonly atAttempt: number | null;
  /** How far it is ahead of ours now; null if no answer gave a time. */
  readonly aheadNow: number | null;
}

/**
 * When, by the service's clock, the story was created if this attempt created it. Based on that clock at the attempt; if the ledger doesn't
 * have that, on its difference from ours today, or on no difference: another machine may have made the attempt, or a clock may have been
 * corrected since.
 */
export function spansOf({ intended, outcome }: Attempt, { atAttempt, aheadNow }: ServiceClock): Span[] {
  const at = Date.parse(intended.at);
  // The unknown outcome was recorded by the sender or after it. A suspended computer may have sent long after its intention.
  const sentUntil = outcome.kind === "uncertain" ? Date.parse(outcome.event.at) : at;
  const sendingMs = Math.max(0, sentUntil - at);
  const starts = atAttempt === null ? [at, ...(aheadNow === null ? [] : [at + aheadNow])] : [atAttempt];
  return starts.map((start) => ({ from: start - clocksApartMs, until: start + sendingMs + laterMs }));
}

/** How far the service's clock is ahead of ours by its newest answer, in ms; null if no answer gave a time. */
export function aheadNow({ remote, world }: Clocks): number | null {
  const serviceTime = remote.serviceTime?.() ?? null;
  return serviceTime === null ? null : serviceTime - world.now();
}

export function isWithin(ms: number, spans: readonly Span[]): boolean {
  return spans.some(({ from, until }) => ms >= from && ms <= until);
}

/** Whether a time in ms fits a Date. */
export function isDate(ms: number | null): ms is number {
  return ms !== null && !Number.isNaN(new Date(ms).getTime());
}
