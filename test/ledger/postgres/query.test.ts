import { readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { expect, it } from "vitest";
import { eventsIn } from "../../../src/ledger/file/read-log.ts";
import { amountsOf } from "../../../src/ledger/format/charges.ts";
import type { EventBody, LedgerEvent } from "../../../src/ledger/format/event.ts";
import { extend, fold } from "../../../src/ledger/format/fold.ts";
import { isAbsent, jobStatusOf } from "../../../src/ledger/format/job-status.ts";
import type { LedgerState } from "../../../src/ledger/format/state.ts";
import { openPostgresLines } from "../../../src/ledger/postgres/postgres-ledger.ts";
import { bodyOf, linesOf } from "../fixtures.ts";
import { anyHistory } from "../format/any-history.ts";
import { type Database, freshDatabase, hourly, sleep, useServer } from "./fixtures.ts";

const server = useServer();

/** The query that FORMAT.md shows, which outsiders use. */
const formatPage = join(import.meta.dirname, "../../../src/ledger/format/FORMAT.md");
const [, query = ""] = /```sql\n(.*?)```/s.exec(readFileSync(formatPage, "utf8")) ?? [];

it("the query in FORMAT.md finds the verdict and the committed credits of each attempt, as the program does", async () => {
  const database = await freshDatabase(server.url());
  let histories = 0;
  let attempts = 0;
  await fc.assert(
    fc.asyncProperty(anyHistory, async (events) => {
      histories += 1;
      const name = `course-${histories}`;
      const bytes = Buffer.concat(linesOf(possible(events)));
      const chained = eventsIn({ lines: bytes });
      const world = { monotonic: hourly, random: Math.random, sleep };
      const lines = await openPostgresLines({ address: database.address, name, holder: "a test", world });
      await lines.complete(bytes);
      await lines.close();
      const expected = attemptsByFold(fold(chained));
      attempts += expected.length;
      expect(await attemptsBySql(database, name)).toEqual(expected);
    }),
    { seed: 20_261_122, numRuns: 60, endOnFailure: true },
  );
  expect(attempts).toBeGreaterThan(60);
});

/** What runs, crashes and people could write: each attempt once, outcomes of attempts that were made, news of stories that exist. */
function possible(events: readonly LedgerEvent[]): EventBody[] {
  const state = fold([]);
  const kept = events.filter((event) => {
    const record = "job" in event ? state.jobs.get(`${event.edition}/${event.job}`) : undefined;
    const isMade = "attempt" in event && record?.attempts.some(({ attempt }) => attempt === event.attempt);
    const isKnown =
      event.type === "creation.intended"
        ? isMade !== true && event.rebuilt !== true
        : "attempt" in event
          ? isMade === true
          : !("id" in event) || record?.stories.has(String(event.id)) === true;
    if (isKnown) extend(state, event);
    return isKnown;
  });
  return kept.map((event) => bodyOf(event) as EventBody);
}

async function attemptsBySql(database: Database, course: string): Promise<unknown[]> {
  const rows = await database.query(query.replace("<name>", course));
  return rows.map(({ edition, job, attempt, verdict, committed }) => ({
    name: `${edition}/${job}/${attempt}`,
    isAbsent: verdict === "absent",
    committed,
  }));
}

function attemptsByFold(state: LedgerState) {
  const found = [...state.jobs.values()].flatMap((record) => {
    // What keeps a job from being bought again is an attempt that is not proven absent.
    expect(record.attempts.some((attempt) => !isAbsent(attempt))).toBe(
      jobStatusOf(record).kind !== "pending",
    );
    return record.attempts.map((attempt) => ({
      seq: attempt.intended.seq,
      name: `${record.key}/${attempt.attempt}`,
      isAbsent: isAbsent(attempt),
      committed: amountsOf(record, attempt).committed,
    }));
  });
  return found.sort((a, b) => a.seq - b.seq).map(({ seq: _, ...attempt }) => attempt);
}
