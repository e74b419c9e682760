import { describe, expect, test } from "vitest";
import type { EventOf, LedgerEvent } from "../../../src/ledger/format/event.ts";
import { chanceFrom } from "./chance.ts";
import { limiterKinds } from "./limiter.ts";
import { type Played, playRun, type RunGame } from "./play-run.ts";
import { plainTerms } from "./sim-account.ts";

/** What a run knows of narrations, and what is true. */
const results = [
  { remembered: "counts", narrationCounts: true, ratioMost: 1.02, readsRefusedMost: 0 },
  { remembered: "free", narrationCounts: false, ratioMost: 1.02, readsRefusedMost: 0 },
  { remembered: "unknown", narrationCounts: true, ratioMost: 1.07, readsRefusedMost: 1 },
  { remembered: "unknown", narrationCounts: false, ratioMost: 1.07, readsRefusedMost: 0 },
] as const;

const rows = limiterKinds.flatMap((limiter) => results.map((result) => ({ limiter, ...result })));

describe("A course of 100 lessons with audiobooks", () => {
  test.each(rows.flatMap((row) => [0, 0.2].map((jitter) => ({ ...row, jitter }))))(
    "takes hardly longer than a $limiter limit requires, and meets no refusal of a creation even if durations vary; narration $remembered, and really a start: $narrationCounts",
    async ({ limiter, remembered, narrationCounts, ratioMost, readsRefusedMost, jitter }) => {
      const terms = { limiter, narrationCounts, jitter, seed: jitter === 0 ? 1 : 11 };
      const played = await playCourse({ remembered, terms });
      expect(played.report).toMatchObject({ exitCode: 0, jobs: { done: 100 } });
      if (jitter === 0) expect(played.ratio).toBeGreaterThanOrEqual(1);
      if (jitter === 0) expect(played.ratio).toBeLessThanOrEqual(ratioMost);
      expect(played.tally.own.creations).toBe(0);
      expect(played.tally.own.reads).toBeLessThanOrEqual(readsRefusedMost);
      expect(played.callsPerStory).toBeLessThanOrEqual(8);
    },
  );
});

test.each(limiterKinds)(
  "No read takes the start of a creation that is on its way, at a %s limit",
  async (limiter) => {
    const starts = { count: 5, windowMs: 3_000 };
    const slow = { limiter, starts, latencyMs: 700, writingMs: 100, narratingMs: 300, narrationCounts: true };
    const played = await playCourse({ stories: 10, remembered: "unknown", pollMs: 100, terms: slow });
    expect(played.report).toMatchObject({ exitCode: 0, jobs: { done: 10 } });
    expect(played.tally.own.creations).toBe(0);
  },
);

test("What a run finds out about narrations is in its ledger before it ends", async () => {
  const counted = await playCourse({
    stories: 30,
    remembered: "unknown",
    terms: { narrationCounts: true },
  });
  const free = await playCourse({ stories: 60, remembered: "unknown", terms: { narrationCounts: false } });
  expect(learnedIn(counted)).toMatchObject({ narration: "counts" });
  // The first reads wait for starts, so that nobody sees when a text was finished: only that it was by then.
  const writing = learnedIn(counted)?.times.find(({ phase }) => phase === "writing");
  expect(writing?.ms).toBeGreaterThanOrEqual(plainTerms.writingMs);
  expect(writing?.atMost).toBe(true);
  expect(learnedIn(free)).toMatchObject({ narration: "free" });
  expect(
    learnedIn(free)
      ?.times.map(({ phase }) => phase)
      .sort(),
  ).toEqual(["narrating", "writing"]);
});

test("What a refusal shows about narrations is in the ledger before its wait, which the run may not outlive", async () => {
  const { events, progress } = await playCourse({
    stories: 30,
    remembered: "unknown",
    terms: { narrationCounts: true },
  });
  const learned = events.find(({ type }) => type === "pace.learned");
  const refused = progress.find(({ progress: told }) => told.kind === "retrying");
  expect(refused?.at).toBeGreaterThan(0);
  expect(Date.parse(learned?.at ?? "") - Date.UTC(2026, 10, 2)).toBe(refused?.at);
});

test("In stream order the first lessons are done much earlier, and the course ends at about the same time", async () => {
  const terms = { narrationCounts: true };
  const batch = await playCourse({ remembered: "counts", terms });
  const stream = await playCourse({ remembered: "counts", order: "stream", terms });
  expect(firstDoneMs(stream)).toBeLessThan(firstDoneMs(batch) / 2);
  expect(stream.ratio).toBeLessThanOrEqual(1.1);
  expect(stream.tally).toMatchObject({ own: { creations: 0, reads: 0 } });
});

test.each([
  { said: "counts", narrationCounts: true, ratioMost: 1.02 },
  { said: "free", narrationCounts: false, ratioMost: 1.02 },
] as const)(
  "A run that the service tells what narrations count ($said) is as fast as one that knew, and meets no refusal",
  async ({ said, narrationCounts, ratioMost }) => {
    const played = await playCourse({ remembered: "unknown", said, terms: { narrationCounts } });
    expect(played.tally.own).toEqual({ creations: 0, reads: 0 });
    expect(played.ratio).toBeLessThanOrEqual(ratioMost);
    expect(learnedIn(played)).toMatchObject({ narration: said });
  },
);

test("A run that the service misinforms about narrations loses no lesson, and finds out", async () => {
  const played = await playCourse({
    stories: 60,
    remembered: "unknown",
    said: "free",
    terms: { narrationCounts: true },
  });
  expect(played.report).toMatchObject({ exitCode: 0, jobs: { done: 60 } });
  expect(learnedIn(played)).toMatchObject({ narration: "counts" });
});

describe("A run that shares the account with other clients", () => {
  // Four starts in each ten minutes, at times that nobody here knows.
  const chance = chanceFrom(77);
  const foreignStartsMs = Array.from({ length: 400 }, (_, index) => (index + chance()) * 150_000);

  test.each(rows)(
    "loses no lesson and is hardly refused; $limiter, narration $remembered, and really a start: $narrationCounts",
    async ({ limiter, remembered, narrationCounts, readsRefusedMost }) => {
      const played = await playCourse({ remembered, terms: { limiter, narrationCounts, foreignStartsMs } });
      expect(played.report).toMatchObject({ exitCode: 0, jobs: { done: 100 } });
      expect(played.tally.own.creations).toBe(0);
      expect(played.tally.own.reads).toBeLessThanOrEqual(readsRefusedMost);
      expect(played.tally.others.creations).toBeLessThanOrEqual(3);
      // Sixteen of twenty starts are left, and the last of them are a window of their own.
      expect(played.ratio).toBeLessThanOrEqual(1.35);
    },
  );

  test("continues when the named wait is over, neither earlier nor later", async () => {
    const { events } = await playCourse({
      remembered: "free",
      stories: 40,
      terms: { limiter: "bucket", narrationCounts: false, foreignStartsMs },
    });
    const at = (event: { at: string }): number => Date.parse(event.at);
    const refused = events.findIndex(({ type }) => type === "creation.refused");
    const refusal = events[refused] as EventOf<"creation.refused">;
    const waitMs = (refusal.retryAfterSeconds ?? 0) * 1_000;
    const next = events.slice(refused).find(({ type }) => type === "creation.intended");
    expect(waitMs).toBeGreaterThan(0);
    expect(at(next as LedgerEvent) - at(refusal)).toBe(waitMs);
  });

  test("learns that narrations are free from one that starts while every start is refused", async () => {
    const played = await playCourse({
      remembered: "unknown",
      terms: { narrationCounts: false, foreignStartsMs },
    });
    const learned = played.events.find(({ type }) => type === "pace.learned");
    const refused = played.events.find(
      ({ type }) => type === "creation.refused",
    ) as EventOf<"creation.refused">;
    expect(learned).toMatchObject({ narration: "free" });
    const afterMs = Date.parse(learned?.at ?? "") - Date.parse(refused.at);
    expect(afterMs).toBeGreaterThan(0);
    expect(afterMs).toBeLessThan((refused.retryAfterSeconds ?? 0) * 1_000);
  });
});

test("The forecast is close from the beginning if the ledger knows the kind, and converges if not", async () => {
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

test.each([1, 2, 3, 4, 5])(
  "While stories take far longer than those that ended first, a run never says that it is about to end (course %i)",
  async (seed) => {
    const terms = { jitter: 0.6, seed, narrationCounts: false };
    const { progress, makespanMs } = await playCourse({ stories: 15, terms, remembered: "free" });
    const forecasts = progress.flatMap(({ at, progress: told }) =>
      told.kind === "forecast" ? [{ leftMs: makespanMs - at, saidMs: told.finishMs }] : [],
    );
    const early = forecasts.filter(({ leftMs }) => leftMs > makespanMs / 4);
    expect(early.length).toBeGreaterThan(20);
    for (const { leftMs, saidMs } of early) expect(saidMs).toBeGreaterThan(leftMs / 25);
  },
);

const playCourse = (game: Omit<RunGame, "stories"> & { stories?: number }) =>
  playRun({ stories: 100, ...game });

function learnedIn({ events }: Played) {
  return events.findLast((event) => event.type === "pace.learned");
}

function firstDoneMs({ progress }: Played): number {
  return progress.find((told) => told.progress.kind === "finished")?.at ?? Number.NaN;
}
