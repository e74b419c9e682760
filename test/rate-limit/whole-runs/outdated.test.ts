import { expect, test } from "vitest";
import type { LearnedTime } from "../../../src/rate-limit/durations.ts";
import { playRun } from "./play-run.ts";
import { plainTerms } from "./sim-account.ts";

const timesOf = (writingMs: number, narratingMs: number): LearnedTime[] => [
  { lang: "es", length: "short", phase: "writing", ms: writingMs },
  { lang: "es", length: "short", phase: "narrating", ms: narratingMs },
];
const quick = { ...plainTerms, writingMs: 20_000, narratingMs: 40_000 };

test("A service that has become faster is noticed, run by run, even if each makes only one lesson", async () => {
  let times: readonly LearnedTime[] = timesOf(120_000, 600_000);
  const took: number[] = [];
  for (let run = 0; run < 5; run++) {
    const played = await playRun({ stories: 1, terms: quick, remembered: "counts", times, pollMs: 5_000 });
    took.push(played.makespanMs);
    times = played.events.findLast((event) => event.type === "pace.learned")?.times ?? times;
  }
  expect(took[0]).toBeGreaterThan(300_000);
  expect(took.at(-1)).toBeLessThan(90_000);
  for (const { phase, ms } of times) expect(ms).toBeLessThan(phase === "writing" ? 30_000 : 60_000);
});

test("Durations that are still right are kept, and checking them costs a few calls in the whole run", async () => {
  const times = timesOf(plainTerms.writingMs, plainTerms.narratingMs);
  const told = await playRun({ stories: 60, terms: plainTerms, remembered: "counts", times });
  const fresh = await playRun({ stories: 60, terms: plainTerms, remembered: "counts" });
  expect(told.tally.calls).toBeLessThan(fresh.tally.calls + 20);
  expect(told.makespanMs).toBeLessThan(fresh.makespanMs * 1.02);
});
