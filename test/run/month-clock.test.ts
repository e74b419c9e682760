import { expect, it } from "vitest";
import { MonthClock, noticesOfMonth } from "../../src/run/month-clock.ts";
import { planOf, stateOf } from "./histories.ts";

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** Clocks that a test sets: this machine's, the one that only goes on, and what the newest answer said. */
function clocksAt(now: number) {
  const clocks = { now, monotonic: 0, service: null as number | null };
  const months = new MonthClock({
    world: { now: () => clocks.now, monotonic: () => clocks.monotonic },
    remote: { serviceTime: () => clocks.service },
  });
  return { clocks, month: () => months.read(stateOf()) };
}

const lastHour = Date.UTC(2026, 10, 30, 23);

it("continues from the service's time by the monotonic clock, however this machine's clock is set", () => {
  const { clocks, month } = clocksAt(lastHour);
  clocks.service = lastHour;
  expect(month()).toMatchObject({ month: "2026-11", by: "service" });
  clocks.service = null;
  clocks.monotonic += 2 * hourMs;
  clocks.now -= 40 * dayMs;
  expect(month()).toMatchObject({ month: "2026-12", by: "service" });
});

it("is not set back by a delayed answer, and trusts a newer one after a night in suspend", () => {
  const { clocks, month } = clocksAt(lastHour);
  clocks.service = lastHour + 0.75 * hourMs;
  month();
  clocks.monotonic += 0.5 * hourMs;
  clocks.service = lastHour + 0.9 * hourMs;
  expect(month()).toMatchObject({ month: "2026-12" });
  clocks.service = lastHour + 40 * dayMs;
  expect(month()).toMatchObject({ month: "2027-01" });
});

it("uses this machine's time if the service gives none", () => {
  const { month } = clocksAt(lastHour);
  expect(month()).toMatchObject({ month: "2026-11", by: "clock" });
});

it("reports wrong clocks only if a month has a budget", () => {
  const { clocks, month } = clocksAt(lastHour);
  clocks.service = 0;
  const monthly = planOf([], { credits: 100, month: 50 });
  const notice = { code: "clock_disbelieved", clock: "service", at: 0, own: lastHour };
  expect(noticesOfMonth(month(), monthly, lastHour)).toEqual([notice]);
  expect(noticesOfMonth(month(), planOf([], { credits: 100, month: null }), lastHour)).toEqual([]);
});
