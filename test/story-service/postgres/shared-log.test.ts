import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import type { Rate } from "../../../src/shared/duration.ts";
import { newPepper } from "../../../src/story-service/accounts/pepper.ts";
import { openStore } from "../../../src/story-service/data-folder.ts";
import { memoryLog, sharedLog } from "../../../src/story-service/limits.ts";
import { type Store, sql } from "../../../src/story-service/store/store.ts";
import { databaseOf, usePostgres } from "../engine.ts";
import { handWorld, tempFolder } from "../fixtures.ts";

usePostgres();

let store: Store;
let now = 0;
let names = 0;

/** Those of other processes. */
let other: Store;
let third: Store;

beforeAll(async () => {
  // This file may run twice at once on one server: with all guards of the program, and without one.
  const dataFolder = await tempFolder();
  const open = async () => openStore({ dataFolder, database: await databaseOf(dataFolder) }, handWorld());
  store = await open();
  other = await open();
  third = await open();
  return async () => {
    for (const one of [store, other, third]) await one.close();
  };
});

const needs = () => ({ store, pepper: newPepper(), world: handWorld(), windowClock: () => now });

/** A log of a kind that no other test has, and one in memory beside it. */
function logs(rate: Rate) {
  names += 1;
  return { shared: sharedLog(needs(), { kind: `kind ${names}`, rate }), memory: memoryLog(rate, () => now) };
}

describe("calls that are counted in the database", () => {
  it("are admitted, refused and taken back as one process does it in its memory, with the same waits", async () => {
    const step = fc.record({ gap: fc.integer({ min: 0, max: 9_000 }), isUndone: fc.boolean() });
    const steps = fc.array(step, { minLength: 1, maxLength: 40 });
    const rates = fc.record({
      count: fc.integer({ min: 1, max: 8 }),
      windowMs: fc.integer({ min: 1_000, max: 30_000 }),
    });
    await fc.assert(
      fc.asyncProperty(rates, steps, async (rate, calls) => {
        const { shared, memory } = logs(rate);
        for (const { gap, isUndone } of calls) {
          now += gap;
          expect(await store.get(sql`SELECT ${shared.wait("key")} AS wait`)).toEqual({
            wait: memory.wait("key"),
          });
          const [one, other] = [await shared.take("key"), memory.take("key")];
          expect(one.waitMs).toBe(other.waitMs);
          if (!isUndone) continue;
          await one.undo();
          await other.undo();
        }
      }),
      { numRuns: 60 },
    );
  });

  it("are counted one after the other if they come at once, each with those that it has waited for", async () => {
    // Of one process they wait for each other before they reach the database.
    const [own, of] = [needs(), { kind: "at once", rate: { count: 2, windowMs: 60_000 } }];
    const [one, two] = [sharedLog(own, of), sharedLog({ ...own, store: third }, of)];
    await one.take("key");
    const calls = await other.write(async (transaction) => {
      await transaction.run("UPDATE call_windows SET wait = wait");
      const both = [one.take("key"), two.take("key")];
      const waiting =
        "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'";
      do await transaction.get("SELECT pg_stat_clear_snapshot()");
      while ((await transaction.all(waiting)).length < both.length);
      return both;
    });
    const waits = (await Promise.all(calls)).map(({ waitMs }) => waitMs);
    expect(waits.sort((a, b) => a - b)).toEqual([0, 60_000]);
  });

  it("do not count if they seem to come later than now, since the database's clock was set back", async () => {
    const { shared } = logs({ count: 2, windowMs: 60_000 });
    now += 3_600_000;
    await shared.take("key");
    now -= 3_600_000;
    expect((await shared.take("key")).waitMs).toBe(0);
    expect((await shared.take("key")).waitMs).toBe(0);
    expect((await shared.take("key")).waitMs).toBe(60_000);
  });

  it("are forgotten once they have left the window, however many the limit allows", async () => {
    const { shared } = logs({ count: 1_000_000, windowMs: 60_000 });
    for (let n = 0; n < 100; n += 1) {
      now += 6_000;
      await shared.take("key");
    }
    const rows = await store.all<{ most: number }>(
      "SELECT MAX(cardinality(instants)) AS most FROM call_windows",
    );
    expect(rows[0]?.most).toBeLessThanOrEqual(20);
  });
});
