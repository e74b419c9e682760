import { copyFileSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { startCheckpoints } from "../../../../src/story-service/store/sqlite/checkpoints.ts";
import { openSqliteStore } from "../../../../src/story-service/store/sqlite/sqlite-store.ts";
import type { Store } from "../../../../src/story-service/store/store.ts";

let folder: string;
let path: string;
let store: Store;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "checkpoints-"));
  path = join(folder, "service.db");
  store = openSqliteStore(path);
});

afterEach(async () => {
  await store.close();
  rmSync(folder, { recursive: true, force: true });
});

/** A world in which each wait ends when the test says so, and that tells when the next one has begun. */
function waitingWorld() {
  const warnings: string[] = [];
  const begun: (() => void)[] = [];
  let end: () => void = () => undefined;
  const log = {
    debug: () => undefined,
    info: () => undefined,
    warn: (_: object, message: string) => warnings.push(message),
    error: () => undefined,
  };
  const sleep = (_ms: number, signal?: AbortSignal): Promise<void> =>
    new Promise((resolve) => {
      end = resolve;
      signal?.addEventListener("abort", () => resolve(), { once: true });
      if (signal?.aborted) resolve();
      begun.shift()?.();
    });
  /** Lets one round of checkpoints happen, and resolves once it is over. */
  const round = (): Promise<void> =>
    new Promise((resolve) => {
      begun.push(resolve);
      end();
    });
  return { world: { sleep, log }, round, warnings };
}

function add(rows: number, from: number): Promise<void> {
  return store.write(async (transaction) => {
    for (let row = from; row < from + rows; row += 1) {
      await transaction.run(
        "INSERT INTO accounts (id, settings, created_at) VALUES (?, ?, ?)",
        `reader-${row}`,
        "x".repeat(2_000),
        row,
      );
    }
  });
}

it("moves everything out of the log, so that the database alone contains it and the log restarts", async () => {
  const { world, round, warnings } = waitingWorld();
  const checkpoints = startCheckpoints(path, world);
  await add(2_000, 0);
  const before = statSync(`${path}-wal`).size;
  await round();
  const copy = join(folder, "copy.db");
  copyFileSync(path, copy);
  const copied = openSqliteStore(copy);
  expect((await copied.get<{ n: number }>("SELECT COUNT(*) AS n FROM accounts"))?.n).toBe(2_000);
  await copied.close();
  await add(100, 2_000);
  expect(statSync(`${path}-wal`).size).toBe(before);
  await store.settled();
  await checkpoints.stop();
  expect(warnings).toEqual([]);
});

it("can be stopped during one, and the store closes with everything that was written", async () => {
  const { world, round } = waitingWorld();
  const checkpoints = startCheckpoints(path, world);
  await add(2_000, 0);
  void round();
  await new Promise((resolve) => setImmediate(resolve));
  await add(10, 2_000);
  await checkpoints.stop();
  await store.close();
  store = openSqliteStore(path);
  expect((await store.get<{ n: number }>("SELECT COUNT(*) AS n FROM accounts"))?.n).toBe(2_010);
});
