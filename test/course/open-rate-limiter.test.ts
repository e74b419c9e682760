import { join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import { standardCalls } from "../../src/course/call-options.ts";
import { openRateLimiter } from "../../src/course/connect.ts";

import { fold } from "../../src/ledger/format/fold.ts";
import type { LedgerState } from "../../src/ledger/format/state.ts";
import { UsageFile } from "../../src/rate-limit/usage-file.ts";
import { newFolder } from "../fixtures.ts";
import { VirtualClock } from "../rate-limit/whole-runs/virtual-clock.ts";
import { accepted, history, intended } from "../run/histories.ts";

const never = new AbortController().signal;

let clock: VirtualClock;
let usage: UsageFile;

beforeEach(() => {
  clock = new VirtualClock(1);
  usage = new UsageFile(join(newFolder(), "calls.log"), clock);
});

test("Ten starts of another machine in a shared ledger and ten for another course here use up a limit of twenty", async () => {
  const state = ledgerWith(10);
  await clock.until(clock.sleep(60_000));
  note(10);
  await clock.until(clock.sleep(60_000));
  // The ledger's first start drops out of the ten-minute window.
  expect(await waitForCreation(state)).toBeGreaterThan(479_000);
});

test("A run's own starts, which are both in its ledger and in this machine's file, are counted once", async () => {
  const state = ledgerWith(19);
  note(19);
  await clock.until(clock.sleep(60_000));
  expect(await waitForCreation(state)).toBe(0);
});

test.each([true, false])(
  "Starts that only the ledger has count as well; with a file on this machine: %s",
  async (hasFile) => {
    const state = ledgerWith(20);
    note(19);
    expect(await waitForCreation(state, hasFile ? usage : null)).toBeGreaterThan(599_000);
  },
);

/** A ledger in which `count` stories were created just now. */
function ledgerWith(stories: number): LedgerState {
  const jobs = Array.from({ length: stories }, (_, index) => index + 1);
  const events = jobs.flatMap((number) => {
    const job = `lesson-${number}.es.2`;
    return [intended({ job, attempt: number }), accepted(job, number, 500 + number)];
  });
  return fold(history(events, clock.now()).map((event) => ({ ...event, at: now() })));
}

function note(creations: number): void {
  for (let made = 0; made < creations; made++) usage.note("creation");
}

/** How long the next creation waits for a permit. */
async function waitForCreation(state: LedgerState, file: UsageFile | null = usage): Promise<number> {
  const rateLimiter = openRateLimiter(standardCalls, { state, usage: file }, clock);
  const from = clock.monotonic();
  await clock.until(rateLimiter.acquire("create", never));
  return clock.monotonic() - from;
}

function now(): string {
  return new Date(clock.now()).toISOString();
}
