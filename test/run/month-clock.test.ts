import { expect, it } from "vitest";
import { MonthClock, noticesOfMonth } from "../../src/run/quote/month-clock.ts";
import { planOf, stateOf } from "./histories.ts";

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** Clocks that a test sets: this machine's, the one that only goes on, and what the newest answer said. */
function clocksAt(now: number, databaseTime: number | null = null) {
  const clocks = { now, monotonic: 0, date: null as string | null };
  const months = new MonthClock({
    world: { now: () => clocks.now, monotonic: () => clocks.monotonic },
    remote: { dateSaid: () => clocks.date },
    databaseTime,
  });
  return { clocks, month: () => months.read(stateOf()) };
}

const dateOf = (ms: number): string => new Date(ms).toUTCString();
const lastHour = Date.UTC(2026, 10, 30, 23);

it("goes on from what the service said by monotonic time, however this machine's clock is set", () => {
  const { clocks, month } = clocksAt(lastHour);
  clocks.date = dateOf(lastHour);
  expect(month()).toMatchObject({ month: "2026-11", by: "service" });
  clocks.monotonic += 2 * hourMs;
  clocks.now -= 40 * dayMs;
  expect(month()).toMatchObject({ month: "2026-12", by: "service" });
});

it("is not thrown back by an answer that is heard late, and believes a newer one after a suspended night", () => {
  const { clocks, month } = clocksAt(lastHour);
  clocks.date = dateOf(lastHour + 0.75 * hourMs);
  month();
  clocks.monotonic += 0.5 * hourMs;
  clocks.date = dateOf(lastHour + 0.9 * hourMs);
  expect(month()).toMatchObject({ month: "2026-12" });
  clocks.date = dateOf(lastHour + 40 * dayMs);
  expect(month()).toMatchObject({ month: "2027-01" });
});

it("goes by the database where the service says no time, or none that can be read", () => {
  const { clocks, month } = clocksAt(lastHour, lastHour + 2 * hourMs);
  expect(month()).toMatchObject({ month: "2026-12", by: "database" });
  clocks.date = "yesterday";
  expect(month()).toMatchObject({ month: "2026-12", by: "database" });
});

it("tells of odd clocks only where a month has a budget", () => {
  const { clocks, month } = clocksAt(lastHour);
  clocks.date = dateOf(0);
  const monthly = planOf([], { credits: 100, month: 50 });
  const notice = { code: "clock_disbelieved", clock: "service", at: 0, own: lastHour };
  expect(noticesOfMonth(month(), monthly, lastHour)).toEqual([notice]);
  expect(noticesOfMonth(month(), planOf([], { credits: 100, month: null }), lastHour)).toEqual([]);
});
