import { expect } from "vitest";
import { readLog } from "../../../src/ledger/file/read-log.ts";
import type { EventBody, LedgerEvent } from "../../../src/ledger/format/event.ts";
import { isBegunAlone } from "../../../src/ledger/format/identity.ts";
import type { LedgerStore } from "../../../src/ledger/store.ts";
import { Failure } from "../../../src/shared/failure.ts";
import type { LossyDisk } from "../file/lossy-disk.ts";
import { bodyOf, open } from "../fixtures.ts";
import { intended, twelveEvents } from "./histories.ts";

// A line that lies in one sector or two, one that reaches over several, one more.
const long = { topic: "x".repeat(1_500), lang: "es", difficulty: 3, length: "short", audiobook: true };
// Each life writes it once more, as something restored: a job is bought once.
const again = intended({ request: long, rebuilt: true });
const plan = [twelveEvents[1], again, twelveEvents[4]] as readonly EventBody[];

/** What must be, and what may be, in a ledger. */
export interface Known {
  /** Everything that somebody was told is durable. */
  readonly acknowledged: readonly LedgerEvent[];
  /** The event whose append failed: it may be on the disk or not. Nothing after it may be. */
  readonly failed: EventBody | null;
}

/**
 * Opens a ledger of which `before` is known on a disk that may fail, appends three events and closes it. As it goes, demands that nothing is
 * acknowledged that would not survive a power cut, that every error is a Failure, and that nothing is acknowledged after one.
 */
export async function live(disk: LossyDisk, path: string, before: Known): Promise<Known> {
  const ledger = await unlessNotWritten(open(path, { files: disk }));
  if (ledger === null) return before;
  expectKept(ledger.events, before);
  expectDurable(disk, ledger);
  const failed = await appendAll(disk, ledger);
  await ledger.close().catch((error: unknown) => expect(error).toHaveProperty("code"));
  // One in which nothing was recorded is removed.
  return { acknowledged: isBegunAlone(ledger.events) ? [] : ledger.events, failed };
}

async function appendAll(disk: LossyDisk, ledger: LedgerStore): Promise<EventBody | null> {
  let failed: EventBody | null = null;
  for (const body of plan) {
    const event = await unlessNotWritten(ledger.append(body));
    if (event !== null) {
      expect(failed).toBeNull();
      expect(ledger.events.at(-1)).toEqual(event);
      expectDurable(disk, ledger);
    } else failed ??= body;
  }
  return failed;
}

/** Demands that a ledger holds what was acknowledged, and besides at most the one event whose append failed. */
export function expectKept(events: readonly LedgerEvent[], { acknowledged, failed }: Known): void {
  expect(events.slice(0, acknowledged.length)).toEqual(acknowledged);
  const added = events
    .slice(acknowledged.length)
    .filter(({ type }) => type !== "ledger.opened" && type !== "ledger.repaired");
  expect(added.map(bodyOf)).toEqual(added.length === 0 ? [] : [failed]);
}

async function unlessNotWritten<Result>(promise: Promise<Result>): Promise<Result | null> {
  try {
    return await promise;
  } catch (error) {
    expect(error).toBeInstanceOf(Failure);
    expect((error as Failure).problem).toMatchObject({ code: "ledger_not_written" });
    return null;
  }
}

function expectDurable(disk: LossyDisk, { location, events }: LedgerStore): void {
  const result = readLog(disk.durable(location) ?? Buffer.alloc(0));
  expect(result).toMatchObject({ damage: null, tail: { kind: "clean" } });
  expect(result.events).toEqual(events);
}
