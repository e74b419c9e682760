import { readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it, onTestFinished } from "vitest";
import { eventsIn } from "../../../src/ledger/file/read-log.ts";
import { amountsOf } from "../../../src/ledger/format/charges.ts";
import type { EventBody, LedgerEvent } from "../../../src/ledger/format/event.ts";
import { extend, fold } from "../../../src/ledger/format/fold.ts";
import { isAbsent, jobStatusOf } from "../../../src/ledger/format/job-status.ts";
import type { LedgerState } from "../../../src/ledger/format/state.ts";
import { openPostgresLines, readPostgresLedger } from "../../../src/ledger/postgres/postgres-ledger.ts";
import { Session } from "../../../src/ledger/postgres/session.ts";
import type { LedgerStore } from "../../../src/ledger/store.ts";
import type { Failure } from "../../../src/shared/failure.ts";
import { bodyOf, eventsRead, identity, linesOf, problemOf } from "../fixtures.ts";
import { anyHistory } from "../format/any-history.ts";
import { edition, everyEvent, id, intended, job, like } from "../format/histories.ts";
import { describeStore, type Place } from "../store-contract.ts";
import {
  addressOf,
  type Database,
  freshDatabase,
  hourly,
  openIn,
  password,
  sleep,
  useServer,
} from "./fixtures.ts";

const server = useServer();

describeStore("PostgreSQL", async (): Promise<Place> => {
  const database = await freshDatabase(server.url());
  const { course } = identity;
  const lines = async (): Promise<string[]> => {
    const rows = await database.query("SELECT line FROM coursebinder.events WHERE ledger = $1 ORDER BY seq", [
      course,
    ]);
    return rows.map(({ line }) => String(line));
  };
  return {
    open: (opening) => openIn(database, opening),
    read: () => readPostgresLedger(database.address, course),
    lines,
    tamper: async (number, change) => {
      const line = change((await lines())[number - 1] ?? "");
      await database.query("UPDATE coursebinder.events SET line = $1 WHERE seq = $2", [line, number]);
    },
  };
});

async function beginIn(): Promise<{ database: Database; ledger: LedgerStore }> {
  const database = await freshDatabase(server.url());
  return { database, ledger: await openIn(database) };
}

/** An intention for the night's lesson; each attempt has a number of its own. */
function attempt(number: number, change: Parameters<typeof intended>[0] = {}): EventBody {
  return intended({ attempt: id(number), replaces: false, ...change });
}

const ofAttempt = (number: number) => ({ edition, job, attempt: id(number) });

const refused = (number: number): EventBody => like("creation.refused", ofAttempt(number));

describe("a shared ledger", () => {
  it("locks out a holder that lost its lock without noticing", async () => {
    const { database, ledger } = await beginIn();
    await ledger.append(attempt(1));
    // What an opening elsewhere does, once the server has given up the session that has the lock.
    await database.query("UPDATE coursebinder.ledgers SET epoch = epoch + 1");
    const taken = { code: "ledger_taken_over", path: ledger.location };
    expect(await problemOf(ledger.append(attempt(2, { job: "market.es.2" })))).toEqual(taken);
    expect(await problemOf(ledger.append(refused(1)))).toEqual(taken);
    await ledger.close();
    await openIn(database);
    expect(await database.query("SELECT epoch FROM coursebinder.ledgers")).toEqual([{ epoch: "3" }]);
    expect(eventsRead(await readPostgresLedger(database.address, identity.course))).toEqual(ledger.events);
  });

  it("takes nothing more when its end is not where the holder left it", async () => {
    const { database, ledger } = await beginIn();
    await ledger.append(attempt(1));
    await database.query("DELETE FROM coursebinder.events WHERE seq = 2");
    const grown = { code: "ledger_grown_by_other", path: ledger.location };
    expect(await problemOf(ledger.append(refused(1)))).toEqual(grown);
    expect(await problemOf(ledger.append(attempt(2)))).toEqual(grown);
  });

  it("goes to one of several that open it at once", async () => {
    const database = await freshDatabase(server.url());
    const openings = await Promise.allSettled(
      [1, 2, 3, 4].map((number) => openIn(database, { holder: `machine ${number}` })),
    );
    const won = openings.filter(({ status }) => status === "fulfilled");
    const lost = openings.filter((opening) => opening.status === "rejected");
    expect(won).toHaveLength(1);
    expect(lost.map(({ reason }) => (reason as Failure).problem.code)).toEqual(Array(3).fill("ledger_held"));
  });

  it("has room for several courses, each with its own holder, created at once in an empty database", async () => {
    const database = await freshDatabase(server.url());
    const courses = ["spanish", "french", "german", "italian"];
    const ledgers = await Promise.all(
      courses.map((course) => openIn(database, { identity: { ...identity, course } })),
    );
    for (const ledger of ledgers) await ledger.append(attempt(1));
    for (const [index, course] of courses.entries()) {
      const result = await readPostgresLedger(database.address, course);
      expect(eventsRead(result)).toEqual(ledgers[index]?.events);
    }
  });

  it("keeps rehearsals separate from real runs", async () => {
    const { database, ledger } = await beginIn();
    const rehearsal = await openIn(database, { identity: { ...identity, service: "local" } });
    await rehearsal.append(attempt(1));
    expect(ledger.events).toEqual([]);
    expect(rehearsal.location).toBe(`${database.address.location}#local/${identity.course}`);
  });

  it("is left untouched if its tables are of a version that this program does not know", async () => {
    const { database, ledger } = await beginIn();
    await ledger.close();
    await database.query("UPDATE coursebinder.format SET version = 3");
    const unknown = { code: "ledger_tables_unknown", path: ledger.location, found: "3", newest: 2 };
    expect(await problemOf(openIn(database))).toEqual(unknown);
    expect(await problemOf(readPostgresLedger(database.address, identity.course))).toEqual(unknown);
  });

  it("says why it can't be reached, and never shows the password", async () => {
    const wrong = new URL(server.url());
    wrong.password = "another-secret";
    const missing = new URL(server.url());
    missing.pathname = "/nothing";
    const closed = new URL(server.url());
    closed.port = "1";
    const problems = await Promise.all(
      [wrong, missing, closed].map((url) => problemOf(openIn({ address: addressOf(url.href) }))),
    );
    expect(problems).toMatchObject(
      ["28P01", "3D000", "ECONNREFUSED"].map((cause) => ({ code: "ledger_unreachable", cause })),
    );
    const address = addressOf(server.url());
    const shown = JSON.stringify([problems, address, `${address.location}`]);
    expect(shown).not.toContain("another-secret");
    expect(shown).not.toContain(password);
    expect(shown).not.toContain("coursebinder:");
  });
});

const first = join(import.meta.dirname, "../../../src/ledger/postgres/migrations/1.sql");
const lines = linesOf(everyEvent).map((line) => line.toString().trimEnd());

/** A database as versions of before left it: with a ledger of every type of event, and with another course's, which is empty. */
async function olderDatabase(): Promise<Database> {
  const database = await freshDatabase(server.url());
  await database.query(`CREATE SCHEMA coursebinder; ${readFileSync(first, "utf8")}`);
  for (const name of [identity.course, "other"])
    await database.query("INSERT INTO coursebinder.ledgers VALUES ($1, 4, 'an older run')", [name]);
  for (const line of lines) {
    const { seq, hash, at, type } = JSON.parse(line);
    await database.query(
      "INSERT INTO coursebinder.events (ledger, seq, hash, line, recorded_at, at, type) VALUES ($1, $2, $3, $4, now(), $5, $6)",
      [identity.course, seq, hash, line, at, type],
    );
  }
  return database;
}

const linesIn = async (database: Database) =>
  (await database.query("SELECT line FROM coursebinder.events ORDER BY seq")).map(({ line }) => line);

it("the tables of before are brought to this version by a run: each line stays as it was, folds to the same state, and is gone on with", async () => {
  const database = await olderDatabase();
  const before = await readPostgresLedger(database.address, identity.course);
  expect(String(before?.lines)).toBe(lines.map((line) => `${line}\n`).join(""));
  expect(await database.query("SELECT version FROM coursebinder.format")).toEqual([{ version: 1 }]);
  const ledger = await openIn(database);
  const path = ledger.location;
  expect(ledger.notices).toMatchObject([{ code: "ledger_tables_migrated", path }]);
  expect(await linesIn(database)).toEqual(lines);
  expect(ledger.state).toEqual(before?.state);
  await ledger.append(intended({ job: "market.es.2", attempt: id(0xc1) }));
  await ledger.close();
  const again = await openIn(database);
  expect(again.notices).toEqual([]);
  expect(again.events).toHaveLength(lines.length + 1);
  expect(await database.query("SELECT version FROM coursebinder.format")).toEqual([{ version: 2 }]);
  const columns = await database.query(
    "SELECT column_name AS name FROM information_schema.columns WHERE table_schema = 'coursebinder' AND table_name = 'events'",
  );
  const names = columns.map(({ name }) => name).sort();
  expect(names).toEqual(["hash", "ledger", "line", "recorded_at", "seq", "type"]);
});

it("they are left alone while a run of before holds any ledger in them, whose outcomes could not be recorded any more", async () => {
  const database = await olderDatabase();
  const held = await Session.open(database.address, { path: "", name: "an older run" });
  onTestFinished(() => held.close());
  expect(await held.tryLock("other")).toBe(true);
  expect(await problemOf(openIn(database))).toMatchObject({ code: "ledger_held", holder: "an older run" });
  expect(await database.query("SELECT version FROM coursebinder.format")).toEqual([{ version: 1 }]);
  await held.close();
  await openIn(database);
});

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
