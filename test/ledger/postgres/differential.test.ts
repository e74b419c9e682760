import { readFileSync } from "node:fs";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { expect, it } from "vitest";
import { openFileLedger } from "../../../src/ledger/file/file-ledger.ts";
import { amountsOf } from "../../../src/ledger/format/charges.ts";
import { fold } from "../../../src/ledger/format/fold.ts";
import { jobStatusOf } from "../../../src/ledger/format/job-status.ts";
import type { LedgerState } from "../../../src/ledger/format/state.ts";
import { openPostgresLedger } from "../../../src/ledger/postgres/store.ts";
import { realFiles } from "../../../src/shared/files/real-files.ts";
import { shareOf } from "../../share.ts";
import { identity } from "../fixtures.ts";
import { type Database, freshDatabase, hourly, sleep, useServer } from "./fixtures.ts";
import { historyArbitrary } from "./random-history.ts";

const formatPage = join(import.meta.dirname, "../../../src/ledger/format/FORMAT.md");
const server = useServer();
const historyCount = 40 / shareOf(2);

/** A clock that runs into the next month, the same for both stores. They draw differently often from chance, so it never changes. */
function sameWorld(): { now(): number; monotonic(): number; random(): number; sleep: typeof sleep } {
  let ticks = 0;
  return {
    now: () => Date.UTC(2026, 10, 29) + ticks++ * 7_200_000,
    monotonic: hourly,
    random: () => 0.25,
    sleep,
  };
}

it("gives the same lines and the same fold in a file and in PostgreSQL, and the same money by the query that FORMAT.md shows", async () => {
  const database = await freshDatabase(server.url());
  const folder = await mkdtemp(join(tmpdir(), "coursebinder-differential-"));
  let histories = 0;
  try {
    await fc.assert(
      // A ledger begins with its first event: without one there is no file.
      fc.asyncProperty(
        historyArbitrary().filter(({ length }) => length > 0),
        async (bodies) => {
          histories += 1;
          const course = `course-${histories}`;
          const path = join(folder, `${course}.jsonl`);
          const shared = {
            identity: { ...identity, course },
            mustExist: false,
            holder: "the test",
            files: realFiles,
          };
          const file = await openFileLedger({ ...shared, path, world: sameWorld() });
          const postgres = await openPostgresLedger({
            ...shared,
            address: database.address,
            name: course,
            rescuePath: path,
            world: sameWorld(),
          });
          try {
            for (const body of bodies) {
              await file.append(body);
              await postgres.append(body);
            }
            expect(postgres.events).toEqual(file.events);
          } finally {
            await file.close();
            await postgres.close();
          }
          const lines = await database.query(
            "SELECT line FROM coursebinder.events WHERE ledger = $1 ORDER BY seq",
            [course],
          );
          expect(lines.map(({ line }) => `${String(line)}\n`).join("")).toBe(await readFile(path, "utf8"));
          const reopened = await openPostgresLedger({
            ...shared,
            mustExist: true,
            address: database.address,
            name: course,
            rescuePath: path,
            world: sameWorld(),
          });
          await reopened.close();
          const state = fold(reopened.events);
          expect(state).toEqual(fold(file.events));
          expect(await attemptsBySql(database, course)).toEqual(attemptsByFold(state));
        },
      ),
      { numRuns: historyCount },
    );
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  expect(histories).toBeGreaterThanOrEqual(historyCount);
});

/** The query that FORMAT.md shows, which outsiders use. */
const [, query = ""] = /```sql\n(.*?)```/s.exec(readFileSync(formatPage, "utf8")) ?? [];

async function attemptsBySql(database: Database, course: string): Promise<unknown[]> {
  const rows = await database.query(query.replace("<name>", course));
  return rows
    .map(({ attempt, verdict, committed }) => ({ attempt, live: verdict !== "absent", committed }))
    .sort((a, b) => (String(a.attempt) < String(b.attempt) ? -1 : 1));
}

function attemptsByFold(state: LedgerState): unknown[] {
  return [...state.jobs.values()]
    .flatMap((record) => {
      const absent = new Set(["refused", "unsent", "notCreated"]);
      const attempts = record.attempts.map((attempt) => ({
        attempt: attempt.attempt,
        live: !absent.has(attempt.outcome.kind),
        committed: amountsOf(record, attempt).committed,
      }));
      // What keeps a job from being bought again is the same in both: an attempt that is not proven absent.
      expect(attempts.some(({ live }) => live)).toBe(jobStatusOf(record).kind !== "pending");
      return attempts;
    })
    .sort((a, b) => (a.attempt < b.attempt ? -1 : 1));
}
