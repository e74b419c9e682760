import { describe, expect, it } from "vitest";
import type { EventBody } from "../../../src/ledger/format/event.ts";
import { listLedgers, readPostgresLedger } from "../../../src/ledger/postgres/postgres-ledger.ts";
import type { LedgerStore } from "../../../src/ledger/store.ts";
import type { Failure } from "../../../src/shared/failure.ts";
import { eventsRead, identity, problemOf } from "../fixtures.ts";
import { edition, everyEvent, id, intended, job, like } from "../format/histories.ts";
import { addressOf, type Database, freshDatabase, openIn, password, useServer } from "./fixtures.ts";

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
    expect(eventsRead(await readPostgresLedger(database.address, other))).toEqual(mistyped.events);
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
