import { Writable } from "node:stream";
import { expect, test } from "vitest";
import { viewProgress } from "../../../src/cli/render/progress.ts";
import { type Played, playRun } from "./play-run.ts";
import { plainTerms } from "./sim-account.ts";

const lessons = 60;

test("A run corrects the time left as it learns that stories take longer than usual, and stays quiet once it is right", async () => {
  // Half an hour instead of ten minutes, and five minutes instead of two.
  const terms = { ...plainTerms, writingMs: 300_000, narratingMs: 1_800_000 };
  const played = await playRun({ stories: lessons, terms, remembered: "counts" });
  const said = timesLeftIn(played);
  const errors = said.map(({ at, leftMs }) => Math.abs(at + leftMs - played.makespanMs) / played.makespanMs);
  expect(said[0]?.isByUsual).toBe(true);
  expect(errors[0]).toBeGreaterThan(0.2);
  expect(said.at(-1)?.isByUsual).toBe(false);
  expect(errors.at(-1)).toBeLessThan(0.03);
  expect(said.length).toBeGreaterThan(1);
  expect(said.length).toBeLessThanOrEqual(12);
});

test("A run that knows the account says the time left once, and it holds", async () => {
  const played = await playRun({ stories: lessons, terms: plainTerms, remembered: "counts" });
  const said = timesLeftIn(played);
  expect(said.length).toBeLessThanOrEqual(3);
  for (const { at, leftMs } of said) {
    expect(Math.abs(at + leftMs - played.makespanMs) / played.makespanMs).toBeLessThan(0.1);
  }
});

test.each([1, 2, 3, 4, 5])(
  "While stories take far longer than those that ended first, a run never says that it is about to end (course %i)",
  async (seed) => {
    const terms = { ...plainTerms, jitter: 0.6, seed, narrationCounts: false };
    const { progress, makespanMs } = await playRun({ stories: 15, terms, remembered: "free" });
    const forecasts = progress.flatMap(({ at, progress: told }) =>
      told.kind === "forecast" ? [{ leftMs: makespanMs - at, saidMs: told.finishMs }] : [],
    );
    const early = forecasts.filter(({ leftMs }) => leftMs > makespanMs / 4);
    expect(early.length).toBeGreaterThan(20);
    for (const { leftMs, saidMs } of early) expect(saidMs).toBeGreaterThan(leftMs / 25);
  },
);

/** The lines that a person sees of the time left, each with when it was said. */
function timesLeftIn({ progress }: Played): { at: number; leftMs: number; isByUsual: boolean }[] {
  const said: { at: number; leftMs: number; isByUsual: boolean }[] = [];
  let at = 0;
  const view = viewProgress(
    {
      json: false,
      quiet: false,
      live: false,
      canAsk: false,
      isRead: false,
      stderr: new Writable(),
      say: () => undefined,
      warn: () => undefined,
      print: () => undefined,
      paint: (text) => text,
      note: (line) => {
        const match =
          /Z {2}time left {2}about (?:(\d+) h ?)?(?:(\d+) min ?)?(?:(\d+) s)?(, judging by typical times)?$/.exec(
            line,
          );
        if (match === null) return;
        const [hours, minutes, seconds] = match.slice(1, 4).map((part) => Number(part ?? 0));
        const leftMs = (((hours ?? 0) * 60 + (minutes ?? 0)) * 60 + (seconds ?? 0)) * 1_000;
        said.push({ at, leftMs, isByUsual: match[4] !== undefined });
      },
    },
    lessons,
    { now: () => at, every: () => () => undefined },
  );
  for (const told of progress) {
    at = told.at;
    view.tell(told.progress);
  }
  view.end();
  return said;
}
