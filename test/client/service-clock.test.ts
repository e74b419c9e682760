import { expect, it } from "vitest";
import { ServiceClock } from "../../src/client/http-remote.ts";

const hourMs = 3_600_000;
const lastHour = Date.UTC(2026, 10, 30, 23);
const dateAt = (ms: number): string => new Date(ms).toUTCString();

it("goes on by the monotonic clock, also after answers without a readable time", () => {
  const clock = new ServiceClock();
  clock.hear(null, 0);
  expect(clock.at(0)).toBeNull();
  clock.hear(dateAt(lastHour), 0);
  clock.hear("soon", hourMs);
  clock.hear("Sat, 13 Sep 275760 00:00:00 GMT", hourMs);
  expect(clock.at(2 * hourMs)).toBe(lastHour + 2 * hourMs);
});

it("is not set back by a delayed answer, and trusts a newer one after a night in suspend", () => {
  const clock = new ServiceClock();
  clock.hear(dateAt(lastHour + 0.75 * hourMs), 0);
  clock.hear(dateAt(lastHour + 0.9 * hourMs), 0.5 * hourMs);
  expect(clock.at(0.5 * hourMs)).toBe(lastHour + 1.25 * hourMs);
  const later = lastHour + 960 * hourMs;
  clock.hear(dateAt(later), hourMs);
  expect(clock.at(hourMs)).toBe(later);
  clock.hear(dateAt(lastHour), hourMs);
  expect(clock.at(hourMs)).toBe(lastHour);
});
