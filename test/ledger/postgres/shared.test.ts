import { describe, expect, it } from "vitest";
import type { PurchaseLimits } from "../../../src/ledger/format/ceilings.ts";
import type { EventBody } from "../../../src/ledger/format/event.ts";
import { listLedgers, readPostgresLedger } from "../../../src/ledger/postgres/read.ts";
import type { LedgerProblem } from "../../../src/ledger/problem.ts";
import type { LedgerStore } from "../../../src/ledger/store.ts";
import type { Failure } from "../../../src/shared/failure.ts";
import { identity, problemOf } from "../fixtures.ts";
import { edition, everyEvent, id, intended, job } from "../format/histories.ts";
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

async function beginIn(): Promise<{ database: Database; ledger: LedgerStore }> {
  const database = await freshDatabase(server.url());
  return { database, ledger: await openIn(database) };
}

/** An intention for the night's lesson; each attempt has a number of its own. */
function attempt(
  number: number,
  change: Partial<Extract<EventBody, { type: "creation.intended" }>> = {},
): EventBody {
  return intended({ attempt: id(number), replaces: false, ...change });
}

const ofAttempt = (number: number) => ({ edition, job, attempt: id(number) });

const refused = (number: number): EventBody => ({
  type: "creation.refused",
  ...ofAttempt(number),
  status: 402,
  code: "payment_required",
  message: "no",
  retryAfterSeconds: null,
});

const accepted = (number: number, change: { job?: string } = {}): EventBody => ({
  type: "creation.accepted",
  ...ofAttempt(number),
  id: id(0x500 + number),
  status: 202,
  warnings: [],
  ...change,
});

describe("an intention in a shared ledger", () => {
  it("is refused while an earlier attempt of the job may have made a story, and allowed once that is proven absent", async () => {
    const { ledger } = await beginIn();
    const taken = { code: "ledger_job_taken", path: ledger.location, job };
    await ledger.append(attempt(1));
    expect(await problemOf(ledger.append(attempt(2)))).toEqual(taken);
    await ledger.append(refused(1));
    await ledger.append(attempt(3));
    await ledger.append({
      type: "creation.uncertain",
      ...ofAttempt(3),
      cause: "reset",
      status: null,
      answer: null,
    });
    expect(await problemOf(ledger.append(attempt(4)))).toEqual(taken);
    await ledger.append({
      type: "creation.resolved",
      ...ofAttempt(3),
      how: "not-created",
      id: null,
      who: "a teacher",
      why: "",
    });
    await ledger.append(attempt(5));
    await ledger.append(accepted(5));
    expect(await problemOf(ledger.append(attempt(6)))).toEqual(taken);
    // A person may ask for another story, in place of the newest alone; another lesson and another edition don't matter here.
    const stale = attempt(7, { replaces: true, replacesAttempt: id(3) });
    expect(await problemOf(ledger.append(stale))).toEqual(taken);
    await ledger.append(attempt(7, { replaces: true, replacesAttempt: id(5) }));
    await ledger.append(attempt(8, { job: "market.es.2" }));
    await ledger.append(attempt(9, { edition: "2026-W48" }));
    expect(ledger.events.map(({ seq }) => seq)).toEqual(Array.from({ length: 11 }, (_, index) => index + 1));
  });

  it("must fit what is left of the edition's and of the month's budget", async () => {
    const { database, ledger } = await beginIn();
    const limits = (most: number, month: number | null): PurchaseLimits => ({
      credits: { edition: most, month, run: null },
      starts: null,
    });
    const other = (number: number, change = {}): EventBody =>
      attempt(number, { job: `lesson-${number}.es.2`, ...change });
    await ledger.append(attempt(1), limits(21, null));
    const over = { code: "over_budget", limit: 41, committed: 21, price: 21 };
    expect(await problemOf(ledger.append(other(2), limits(41, null)))).toEqual({
      ...over,
      ceiling: "edition",
      job: "lesson-2.es.2",
    });
    expect(await problemOf(ledger.append(other(3, { edition: "2026-W48" }), limits(21, 41)))).toEqual({
      ...over,
      ceiling: "month",
      job: "lesson-3.es.2",
    });
    // A story that failed gives back what the service's own figures show.
    await ledger.append(accepted(1));
    await ledger.append({
      type: "story.observed",
      edition,
      job,
      id: id(0x501),
      status: "failed",
      credits: 13,
      book: null,
      error: "no",
    });
    expect(await problemOf(ledger.append(other(4), limits(33, null)))).toMatchObject({ committed: 13 });
    await ledger.append(other(5), limits(34, 34));
    await ledger.close();
    const nextMonth = await openIn(database, {
      world: { now: () => Date.UTC(2026, 11, 1), monotonic: hourly, random: Math.random, sleep },
    });
    await nextMonth.append(other(6, { edition: "2026-W49", month: "2026-12" }), limits(21, 21));
  });

  it("waits for a paid start that no machine has used, by the server's clock", async () => {
    const { database, ledger } = await beginIn();
    const limits: PurchaseLimits = {
      credits: { edition: 1_000, month: null, run: null },
      starts: { count: 2, windowMs: 3_600_000, withNarrations: true },
    };
    const narrationsFree: PurchaseLimits = {
      ...limits,
      starts: { count: 2, windowMs: 3_600_000, withNarrations: false },
    };
    const lesson = (number: number): EventBody => attempt(number, { job: `lesson-${number}.es.2` });
    await ledger.append(lesson(1), limits);
    await ledger.append({ ...refused(1), job: "lesson-1.es.2" } as EventBody);
    await ledger.append(lesson(2), limits);
    await ledger.append(accepted(2, { job: "lesson-2.es.2" }));
    await ledger.append({
      type: "story.observed",
      edition,
      job: "lesson-2.es.2",
      id: id(0x502),
      status: "making_audiobook",
      credits: 13,
      book: null,
      error: null,
    });
    await ledger.close();
    const elsewhere = await openIn(database, { holder: "a second machine" });
    const problem = await problemOf(elsewhere.append(lesson(3), limits));
    expect(problem).toMatchObject({ code: "ledger_starts_spent" });
    const { waitMs } = problem as Extract<LedgerProblem, { code: "ledger_starts_spent" }>;
    expect(waitMs).toBeGreaterThan(0);
    expect(waitMs).toBeLessThanOrEqual(3_600_000);
    // Where audiobooks are known to be no paid starts, one creation is all that the other machine has used.
    await elsewhere.append(lesson(4), narrationsFree);
    expect(await problemOf(elsewhere.append(lesson(5), narrationsFree))).toMatchObject({
      code: "ledger_starts_spent",
    });
    await elsewhere.append({ ...refused(4), job: "lesson-4.es.2" } as EventBody);
    await database.query(
      "UPDATE coursebinder.events SET recorded_at = recorded_at - interval '1 hour' WHERE line::json ->> 'job' = $1",
      ["lesson-2.es.2"],
    );
    await elsewhere.append(lesson(3), limits);
  });
});

describe("a shared ledger", () => {
  it("locks out a holder that lost its lock without noticing", async () => {
    const { database, ledger } = await beginIn();
    await ledger.append(attempt(1));
    // What an opening elsewhere does, with the lock's session out of the way as a pooler between would put it.
    await database.query("UPDATE coursebinder.ledgers SET epoch = epoch + 1");
    const taken = { code: "ledger_taken_over", path: ledger.location };
    expect(await problemOf(ledger.append(attempt(2, { job: "market.es.2" })))).toEqual(taken);
    expect(await problemOf(ledger.append(refused(1)))).toEqual(taken);
    expect((await readPostgresLedger(database.address, identity.course))?.events).toEqual(ledger.events);
  });

  it("locks out a holder that lost its session to a run that has since ended", async () => {
    const { database, ledger } = await beginIn();
    await ledger.append(attempt(1));
    await database.query(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name LIKE 'coursebinder %' AND datname = current_database()",
    );
    const second = await openIn(database, { holder: "another machine" });
    await second.close();
    expect(await problemOf(ledger.append(refused(1)))).toEqual({
      code: "ledger_taken_over",
      path: ledger.location,
    });
    expect((await readPostgresLedger(database.address, identity.course))?.events).toEqual(ledger.events);
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
      expect(result?.events).toEqual(ledgers[index]?.events);
    }
  });

  it("keeps rehearsals separate from real runs", async () => {
    const { database, ledger } = await beginIn();
    const rehearsal = await openIn(database, { identity: { ...identity, service: "local" } });
    await rehearsal.append(attempt(1));
    expect(ledger.events).toEqual([]);
    expect(rehearsal.location).toBe(`${database.address.location}#local/${identity.course}`);
  });

  it("is not closed by a mistyped address that began it and bought nothing", async () => {
    const database = await freshDatabase(server.url());
    const service = "https://mistyped.example/api/v1";
    const mistyped = await openIn(database, { identity: { ...identity, service } });
    await mistyped.append(everyEvent[1] as EventBody);
    await mistyped.close();
    const ledger = await openIn(database);
    await ledger.append(attempt(1));
    expect(ledger.events[0]).toMatchObject({ seq: 1, service: identity.service });
    const [other = "", ...rest] = (await listLedgers(database.address)).filter(
      (name) => name !== identity.course,
    );
    expect(rest).toEqual([]);
    expect(other).toMatch(new RegExp(`^${identity.course}\\.unused-`));
    expect((await readPostgresLedger(database.address, other))?.events).toEqual(mistyped.events);
  });

  it("is left untouched if its tables are of a version that this program does not know", async () => {
    const { database, ledger } = await beginIn();
    await ledger.close();
    await database.query("UPDATE coursebinder.format SET version = 3");
    const unknown = { code: "ledger_tables_unknown", path: ledger.location, found: "3", newest: 2 };
    expect(await problemOf(openIn(database))).toEqual(unknown);
    expect(await problemOf(readPostgresLedger(database.address, identity.course))).toEqual(unknown);
  });

  it("is damaged if the columns that it checks contradict its lines", async () => {
    const { database, ledger } = await beginIn();
    await ledger.append(attempt(1));
    await ledger.close();
    await database.query("UPDATE coursebinder.events SET type = 'run.ended' WHERE seq = 2");
    expect(await problemOf(openIn(database))).toMatchObject({
      code: "ledger_damaged",
      damage: { line: 2, fault: "columns" },
    });
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
