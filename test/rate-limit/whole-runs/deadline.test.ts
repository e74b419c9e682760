import { describe, expect, test } from "vitest";
import type { LearnedTime } from "../../../src/rate-limit/durations.ts";
import { type Played, playRun, type RunGame } from "./play-run.ts";
import { plainTerms } from "./sim-account.ts";

const minute = 60_000;
const learned = (phase: "writing" | "narrating", ms: number) => ({ lang: "es", length: "short", phase, ms });

describe("A run with a deadline", () => {
  test("starts nothing if stories usually take longer than that", async () => {
    const played = await playCourse({ remembered: "unknown", deadlineMs: 10 * minute });
    expect(played.report).toMatchObject({ exitCode: 7, jobs: { pending: 24, active: 0 } });
    expect(problemsOf(played)).toEqual(["deadline_near"]);
    expect(intendedIn(played)).toBe(0);
  });

  test("starts nothing if a single phase alone is known to take longer than that", async () => {
    const deadlineMs = 30 * minute;
    const times = [learned("narrating", 32 * minute)];
    const played = await playCourse({ remembered: "counts", times, deadlineMs });
    expect(problemsOf(played)).toEqual(["deadline_near"]);
    expect(intendedIn(played)).toBe(0);
  });

  test("starts stories without known durations if they usually fit, and ends in time with all of them", async () => {
    const deadlineMs = 30 * minute;
    const played = await playCourse({ remembered: "unknown", deadlineMs });
    const { done, pending } = played.report.jobs;
    expect(problemsOf(played)).toEqual(["deadline_near"]);
    expect(done).toBeGreaterThanOrEqual(12);
    expect(done + pending).toBe(24);
    expect(played.makespanMs).toBeLessThanOrEqual(deadlineMs);
  });

  test("counts the wait for the paid starts that audiobooks need", async () => {
    const times = [learned("writing", 2 * minute), learned("narrating", 2 * minute)];
    const terms = { narratingMs: 2 * minute, starts: { count: 2, windowMs: 10 * minute } };
    // Two starts each ten minutes: the audiobook of the fourth story would begin after half an hour.
    const played = await playCourse({ remembered: "counts", times, terms, deadlineMs: 30 * minute });
    expect(played.report).toMatchObject({ exitCode: 7, jobs: { done: 3, pending: 21, active: 0 } });
    expect(problemsOf(played)).toEqual(["deadline_near"]);
  });

  test("holds back a story that was in time when it began to wait for its start, and no longer is", async () => {
    // One start each ten minutes. While the third story waits for its start, the first is found to take ever longer.
    const terms = {
      narrationCounts: false,
      narratingMs: 42 * minute,
      starts: { count: 1, windowMs: 10 * minute },
    };
    const played = await playCourse({ remembered: "free", terms, deadlineMs: 45 * minute });
    expect(problemsOf(played)).toEqual(["deadline_near", "deadline_reached"]);
    expect(afterDeadline(played)).not.toContain("forecast");
    expect(intendedIn(played)).toBe(2);
    expect(played.tally.own).toEqual({ creations: 0, reads: 0 });
    expect(played.events.filter(({ type }) => type === "creation.accepted")).toHaveLength(2);
  });
});

const playCourse = (game: Omit<RunGame, "stories">) => playRun({ stories: 24, ...game });

function problemsOf({ report }: Played): string[] {
  return report.problems.map(({ code }) => code);
}

/** What was told from the end of the deadline on. */
function afterDeadline({ progress }: Played): string[] {
  const end = progress.findIndex(
    ({ progress: told }) => told.kind === "problem" && told.problem.code === "deadline_reached",
  );
  return progress.slice(end).map(({ progress: told }) => told.kind);
}

function intendedIn({ events }: Played): number {
  return events.filter(({ type }) => type === "creation.intended").length;
}

const timesOf = (writingMs: number, narratingMs: number): LearnedTime[] => [
  { lang: "es", length: "short", phase: "writing", ms: writingMs },
  { lang: "es", length: "short", phase: "narrating", ms: narratingMs },
];
const quick = { writingMs: 20_000, narratingMs: 40_000 };

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
  const told = await playRun({ stories: 60, remembered: "counts", times });
  const fresh = await playRun({ stories: 60, remembered: "counts" });
  expect(told.tally.calls).toBeLessThan(fresh.tally.calls + 20);
  expect(told.makespanMs).toBeLessThan(fresh.makespanMs * 1.02);
});
