import { readFile } from "node:fs/promises";
import { expect, it, onTestFinished } from "vitest";
import { readPostgresLedger } from "../../../src/ledger/postgres/postgres-ledger.ts";
import type { LedgerStore } from "../../../src/ledger/store.ts";
import { Failure } from "../../../src/shared/failure.ts";
import { eventsRead, identity, problemOf, testFolder } from "../fixtures.ts";
import { id, intended, like } from "../format/histories.ts";
import { CuttingProxy } from "./database/cutting-proxy.ts";
import { addressOf, type Database, freshDatabase, openIn, useServer } from "./fixtures.ts";

const server = useServer();

const accepted = like("creation.accepted");

const started = like("run.started");
const another = intended({ job: "market.es.2", attempt: id(0xb1) });

interface Reached {
  readonly database: Database;
  readonly proxy: CuttingProxy;
  readonly ledger: LedgerStore;
}

/** A course's ledger that is reached by way of a proxy, opened, and its database without the proxy. */
async function openThroughProxy({
  course = identity.course,
  database = freshDatabase(server.url()),
} = {}): Promise<Reached> {
  const direct = await database;
  // Begun before: its first event would be written with the first that is appended.
  const begun = await openIn(direct, { identity: { ...identity, course } });
  await begun.append(started);
  await begun.close();
  const proxy = await CuttingProxy.listen(direct.url);
  onTestFinished(() => proxy.close());
  const address = addressOf(proxy.urlFor(direct.url));
  return {
    database: direct,
    proxy,
    ledger: await openIn({ address }, { identity: { ...identity, course } }),
  };
}

// With the zero that ends a statement: the isolation level has the word in its name too.
const isCommit = (message: Buffer): boolean => message.includes("COMMIT\0");

/** The events of a course that stand in the database, read without the proxy. */
async function eventsIn(database: Database, course = identity.course): Promise<readonly unknown[]> {
  const result = await readPostgresLedger(database.address, course);
  expect(result?.damage).toBeNull();
  return eventsRead(result);
}

const lost = { code: "ledger_connection_lost" };

it("a COMMIT that reaches the server late changes nothing for a run that has opened the ledger since", async () => {
  const { database, proxy, ledger } = await openThroughProxy();
  proxy.cut("late", isCommit);
  expect(await problemOf(ledger.append(intended()))).toMatchObject(lost);
  // The server still has the session, and with it the lock.
  expect(await problemOf(openIn(database))).toMatchObject({ code: "ledger_held" });
  await database.query(
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name LIKE 'coursebinder %' AND datname = current_database()",
  );
  const next = await openIn(database);
  await proxy.release();
  await next.append(intended());
  expect(await eventsIn(database)).toEqual(next.events);
});

it.each(["message", "answer"] as const)(
  "a connection lost at any moment of a creation's record (the %s) loses and doubles nothing that was acknowledged, and ends the writing",
  async (how) => {
    const shared = freshDatabase(server.url());
    let lostOnes = 0;
    for (let number = 1; ; number++) {
      const course = `course-${number}`;
      const { database, proxy, ledger } = await openThroughProxy({ course, database: shared });
      const known = ledger.events.length;
      proxy.cut(how, (_, count) => count === number);
      for (const body of [intended(), accepted]) {
        const outcome = await ledger.append(body).catch((error: unknown) => error);
        if (!(outcome instanceof Failure)) continue;
        expect([number, outcome.problem]).toMatchObject([number, lost]);
        expect(await ledger.stillHolds()).toMatchObject(lost);
        lostOnes += 1;
        break;
      }
      const fired = proxy.messages >= number;
      const kept = await eventsIn(database, course);
      // One more only where the answer to a COMMIT was lost.
      expect([number, kept.slice(0, ledger.events.length)]).toEqual([number, ledger.events]);
      expect(kept.length - ledger.events.length).toBeLessThanOrEqual(how === "answer" ? 1 : 0);
      await ledger.close();
      const next = await openIn(database, { identity: { ...identity, course } });
      expect([number, next.events]).toEqual([number, kept]);
      await next.close();
      if (!fired) {
        expect(kept).toHaveLength(known + 2);
        break;
      }
    }
    expect(lostOnes).toBeGreaterThan(0);
  },
);

it("an outcome that a lost connection keeps from the ledger goes into a file", async () => {
  const database = await freshDatabase(server.url());
  const stateFolder = await testFolder();
  const ledger = await openIn(database, { stateFolder });
  await ledger.append(intended());
  const [row] = await database.query(
    "SELECT pg_terminate_backend(pid) AS ended FROM pg_stat_activity WHERE application_name LIKE 'coursebinder %' AND datname = current_database()",
  );
  expect(row).toEqual({ ended: true });
  expect(await problemOf(ledger.append(accepted))).toMatchObject(lost);
  expect(await problemOf(ledger.append(another))).toMatchObject(lost);
  const rescue = await ledger.rescue(accepted);
  expect(JSON.parse(await readFile(rescue ?? "", "utf8"))).toMatchObject(accepted);
  await ledger.close();
  const { events } = await openIn(database, { stateFolder });
  expect(events).toEqual(ledger.events);
});
