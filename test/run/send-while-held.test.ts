import { expect, test } from "vitest";
import type { CreationConnection } from "../../src/client/port.ts";
import type { LedgerProblem } from "../../src/ledger/problem.ts";
import { isWithin, sendWhileHeld } from "../../src/run/create/send-while-held.ts";
import { Journal } from "../../src/run/journal.ts";
import type { RunContext } from "../../src/run/run-context.ts";
import { memoryStore } from "../rate-limit/whole-runs/memory.ts";
import { answer } from "../simulation/creation-faults.ts";

const asked = { wall: 1_000_000, monotonic: 5_000 };

test("The store's confirmation counts for two seconds by both clocks, and not at all once either was set back by more", () => {
  const after = (wallMs: number, monotonicMs: number) =>
    isWithin(2_000, asked, { wall: asked.wall + wallMs, monotonic: asked.monotonic + monotonicMs });
  expect(after(0, 0)).toBe(true);
  expect(after(2_000, 2_000)).toBe(true);
  // A frozen process, a suspended computer whose monotonic clock stood still, a clock that was set.
  expect(after(2_001, 2_001)).toBe(false);
  expect(after(3_600_000, 0)).toBe(false);
  expect(after(0, 2_001)).toBe(false);
  expect(after(-3_600_000, 5)).toBe(false);
});

test("A process that stalls before its request asks again, and sends once", async () => {
  const { sent, asks, writes } = await sendAfter({ pausesMs: [60_000, 0] });
  expect(sent).toMatchObject({ kind: "replied", raw: { kind: "answer" } });
  expect([asks, writes]).toEqual([2, 1]);
});

test("A process that wakes long after its intention sends nothing, although the ledger is still its own", async () => {
  const { sent, writes, isClosed } = await sendAfter({ pausesMs: [3_600_000] });
  expect(sent).toMatchObject({ kind: "replied", raw: { kind: "unsent" } });
  expect([writes, isClosed]).toEqual([0, true]);
});

test("A process that was suspended while its intention was written sends nothing", async () => {
  const { writes } = await sendAfter({ pausesMs: [], intendedMs: -120_000 });
  expect(writes).toBe(0);
});

test("A process that wakes after another one has taken over the ledger sends nothing", async () => {
  const problem = { code: "ledger_taken_over", path: "postgres://db/course" } as const;
  const { sent, asks, writes, isClosed } = await sendAfter({ pausesMs: [60_000], answers: [null, problem] });
  expect(sent).toEqual({ kind: "lost", problem });
  expect([asks, writes, isClosed]).toEqual([2, 0, true]);
});

test("A computer that stalls every time sends nothing, and says so", async () => {
  const { sent, asks, writes, isClosed } = await sendAfter({ pausesMs: [3_000, 3_000, 3_000] });
  expect(sent).toEqual({
    kind: "replied",
    raw: { kind: "unsent", cause: expect.stringMatching("stood still") },
  });
  expect([asks, writes, isClosed]).toEqual([3, 0, true]);
});

interface Played {
  /** How long the process stands still between the store's word and the request, try by try. */
  readonly pausesMs: readonly number[];
  /** What the store says, try by try; that it holds where nothing is given. */
  readonly answers?: readonly (LedgerProblem | null)[];
  /** When the intention was begun, before the first try. */
  readonly intendedMs?: number;
}

/** Sends one creation on a connection that keeps its promise, in a world that stands still now and then. */
async function sendAfter({ pausesMs, answers = [], intendedMs = 0 }: Played) {
  let nowMs = 0;
  let asks = 0;
  let tries = 0;
  let writes = 0;
  let isClosed = false;
  const connection: CreationConnection = {
    send: async ({ mayWrite }) => {
      nowMs += pausesMs[tries++] ?? 0;
      if (!mayWrite()) return { kind: "withheld" };
      writes += 1;
      return answer(202, "{}");
    },
    close: () => {
      isClosed = true;
    },
  };
  const store = { ...memoryStore(() => nowMs), stillHolds: async () => answers[asks++] ?? null };
  const context = {
    journal: new Journal(store),
    world: { now: () => asked.wall + nowMs, monotonic: () => nowMs },
    timeLimits: { creationTimeoutMs: 120_000 },
  } as unknown as RunContext;
  const intended = { wall: asked.wall + intendedMs, monotonic: intendedMs };
  const sent = await sendWhileHeld(connection, Buffer.from("{}"), { ...context, intended });
  return { sent, asks, writes, isClosed };
}
