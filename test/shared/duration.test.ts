import { expect, test } from "vitest";
import { formatDuration, parseDuration, parseRate } from "../../src/shared/duration.ts";

const hourMs = 3_600_000;

test.for([
  [0, "0 s"],
  [59_400, "59 s"],
  [200_000, "3 min 20 s"],
  [2 * hourMs + 300_000, "2 h 5 min"],
  [47 * hourMs + 59 * 60_000, "47 h 59 min"],
  [48 * hourMs, "2 d"],
  [2_400 * hourMs, "100 d"],
  [20_900 * hourMs + 52 * 60_000, "870 d 20 h"],
] as const)("%d ms are said as %s", ([ms, said]) => {
  expect(formatDuration(ms)).toBe(said);
});

test.for([
  ["500ms", 500],
  [" 1.5h ", 1.5 * hourMs],
  ["1h30m", 1.5 * hourMs],
  ["1m 30s", 90_000],
  ["3 min 20 s", 200_000],
  ["2 h 5 min", 2 * hourMs + 300_000],
  ["870 d 20 h", 20_900 * hourMs],
] as const)("%s is read as %d ms", ([text, ms]) => {
  expect(parseDuration(text)).toBe(ms);
});

test.for(["", "5", "m", "30s 1m", "1m 1m", "1h,30m", "1h  30m", "-1s", "1e3s", "1 hour"])(
  "%j is no duration",
  (text) => {
    expect(parseDuration(text)).toBeNull();
  },
);

test("A rate may be a million a month, and no more", () => {
  expect(parseRate("1000000/31d")).toEqual({ count: 1_000_000, windowMs: 31 * 24 * hourMs });
  for (const rate of ["1000001/31d", "1/32d", "1/9999999d", "0/1m", "1/0s"])
    expect(parseRate(rate)).toBeNull();
});
