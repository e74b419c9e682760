import { describe, expect, test } from "vitest";
import { limiterKinds } from "./limiter.ts";
import { type Played, playRun, type RunGame } from "./play-run.ts";
import { type AccountTerms, plainTerms } from "./sim-account.ts";

/** What a run knows of narrations, and what is true. */
const readings = [
  { remembered: "counts", narrationCounts: true, ratioMost: 1.05, readsRefusedMost: 0 },
  { remembered: "free", narrationCounts: false, ratioMost: 1.05, readsRefusedMost: 0 },
  { remembered: "unknown", narrationCounts: true, ratioMost: 1.15, readsRefusedMost: 1 },
  { remembered: "unknown", narrationCounts: false, ratioMost: 1.15, readsRefusedMost: 0 },
] as const;

const rows = limiterKinds.flatMap((limiter) => readings.map((reading) => ({ limiter, ...reading })));

describe("A course of 100 lessons with audiobooks", () => {
  test.each(rows)(
    "takes hardly longer than a $limiter limit must make it; narration $remembered, and really a start: $narrationCounts",
    async ({ limiter, remembered, narrationCounts, ratioMost, readsRefusedMost }) => {
      const played = await playCourse({ remembered, terms: { limiter, narrationCounts } });
      expect(played.report).toMatchObject({ exitCode: 0, jobs: { done: 100 } });
      expect(played.ratio).toBeGreaterThanOrEqual(1);
      expect(played.ratio).toBeLessThanOrEqual(ratioMost);
      expect(played.tally.own.creations).toBe(0);
      expect(played.tally.own.reads).toBeLessThanOrEqual(readsRefusedMost);
      expect(played.callsPerStory).toBeLessThanOrEqual(8);
    },
  );

  test.each(rows)(
    "meets no refusal of a creation where times are spread; $limiter, narration $remembered ($narrationCounts)",
    async ({ limiter, remembered, narrationCounts, readsRefusedMost }) => {
      const played = await playCourse({
        remembered,
        terms: { limiter, narrationCounts, jitter: 0.2, seed: 11 },
      });
      expect(played.report).toMatchObject({ exitCode: 0, jobs: { done: 100 } });
      expect(played.tally.own.creations).toBe(0);
      expect(played.tally.own.reads).toBeLessThanOrEqual(readsRefusedMost);
      expect(played.callsPerStory).toBeLessThanOrEqual(8);
    },
  );
});

test("What a run finds out about narrations is in its ledger before it ends", async () => {
  const counted = await playCourse({ stories: 30, remembered: "unknown", terms: { narrationCounts: true } });
  const free = await playCourse({ stories: 60, remembered: "unknown", terms: { narrationCounts: false } });
  expect(learnedIn(counted)).toMatchObject({ narration: "counts" });
  expect(learnedIn(free)).toMatchObject({ narration: "free" });
  expect(
    learnedIn(free)
      ?.times.map(({ phase }) => phase)
      .sort(),
  ).toEqual(["narrating", "writing"]);
});

test("In the order of a stream the first lessons are done long before, and the course ends about when it would", async () => {
  const terms = { narrationCounts: true };
  const batch = await playCourse({ remembered: "counts", terms });
  const stream = await playCourse({ remembered: "counts", order: "stream", terms });
  expect(firstDoneMs(stream)).toBeLessThan(firstDoneMs(batch) / 2);
  expect(stream.ratio).toBeLessThanOrEqual(1.1);
  expect(stream.tally).toMatchObject({ own: { creations: 0, reads: 0 } });
});

test("A run that others share the account with loses no lesson, and is refused less than once in a window", async () => {
  const windows = 12;
  // Four starts in each ten minutes, at times that nobody here knows.
  const foreignStartsMs = Array.from({ length: windows * 4 }, (_, index) => index * 150_000 + 77_000);
  const played = await playCourse({
    remembered: "free",
    terms: { narrationCounts: false, foreignStartsMs },
  });
  expect(played.report.jobs).toMatchObject({ done: 100 });
  expect(played.tally.others.creations).toBeLessThanOrEqual(windows);
});

test("A run with a deadline begins nothing that it could not finish, and ends in time with all that it began", async () => {
  const deadlineMs = 50 * 60_000;
  const played = await playCourse({ remembered: "free", deadlineMs, terms: { narrationCounts: false } });
  const { jobs, problems, exitCode } = played.report;
  expect(exitCode).toBe(7);
  expect(problems.map(({ code }) => code)).toEqual(["deadline_near"]);
  expect(jobs.active).toBe(0);
  expect(jobs.done).toBe(80);
  expect(jobs.pending).toBe(20);
  expect(played.makespanMs).toBeLessThanOrEqual(deadlineMs);
});

test("The forecast is close from the beginning where the ledger knows the kind, and closes in on the truth where not", async () => {
  const played = await playCourse({ remembered: "counts", terms: { narrationCounts: true } });
  const forecasts = played.progress.flatMap(({ at, progress }) =>
    progress.kind === "forecast" ? [{ at, finishAt: at + progress.finishMs }] : [],
  );
  const errorOf = ({ finishAt }: { finishAt: number }): number =>
    Math.abs(finishAt - played.makespanMs) / played.makespanMs;
  const late = forecasts.filter(({ at }) => at > played.makespanMs / 2);
  expect(forecasts.length).toBeGreaterThan(100);
  expect(Math.max(...forecasts.map(errorOf))).toBeLessThan(0.1);
  expect(Math.max(...late.map(errorOf))).toBeLessThan(0.05);
});

function playCourse({
  terms,
  stories = 100,
  ...game
}: Omit<RunGame, "terms" | "stories"> & { stories?: number; terms: Partial<AccountTerms> }): Promise<Played> {
  return playRun({ stories, terms: { ...plainTerms, ...terms }, ...game });
}

function learnedIn({ events }: Played) {
  return events.findLast((event) => event.type === "pace.learned");
}

function firstDoneMs({ progress }: Played): number {
  return progress.find((told) => told.progress.kind === "finished")?.at ?? Number.NaN;
}
