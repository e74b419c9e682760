import { readFile } from "node:fs/promises";
import { describe, expect, it, onTestFinished } from "vitest";
import { readPostgresLedger } from "../../../src/ledger/postgres/postgres-ledger.ts";
import type { LedgerStore } from "../../../src/ledger/store.ts";
import { Failure } from "../../../src/shared/failure.ts";
import { identity, at as instant, problemOf, testFolder } from "../fixtures.ts";
import { id, intended, like, storyId } from "../format/histories.ts";
import { CuttingProxy } from "./database/cutting-proxy.ts";
import { addressOf, type Database, freshDatabase, hourly, openIn, sleep, useServer } from "./fixtures.ts";

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

// "admin_shutdown", PostgreSQL's code for a session that another one terminated.
const endedByAnother = "57P01";

// With the zero that ends a statement: the isolation level has the word in its name too.
const isCommit = (message: Buffer): boolean => message.includes("COMMIT\0");

/** The events of a course that stand in the database, read without the proxy. */
async function eventsIn(database: Database, course = identity.course): Promise<readonly unknown[]> {
  const result = await readPostgresLedger(database.address, course);
  expect(result?.damage).toBeNull();
  return result?.events ?? [];
}

describe("a connection that is lost in the middle of a COMMIT", () => {
  it("is judged for good: a COMMIT that reaches the server late changes nothing any more", async () => {
    const { database, proxy, ledger } = await openThroughProxy();
    proxy.cut("late", isCommit);
    expect(await problemOf(ledger.append(intended()))).toMatchObject({ code: "ledger_connection_lost" });
    const before = await eventsIn(database);
    await proxy.release();
    // The run ended its lost session itself. The database would have, with another code, after ten seconds of silence.
    expect(proxy.unheard).toContain(endedByAnother);
    expect(before).toHaveLength(2);
    expect(await eventsIn(database)).toEqual(before);
  });

  it("gives way to a run that has opened the ledger since, and saves the outcome in a file", async () => {
    const database = await freshDatabase(server.url());
    const proxy = await CuttingProxy.listen(database.url);
    onTestFinished(() => proxy.close());
    const stateFolder = await testFolder();
    let second: LedgerStore | null = null;
    // While the first run waits to connect again, a second one comes.
    const meanwhile = async (): Promise<void> => {
      second ??= await openIn(database, { holder: "another machine" });
    };
    const ledger = await openIn(
      { address: addressOf(proxy.urlFor(database.url)) },
      {
        stateFolder,
        world: { now: () => Date.parse(instant), monotonic: hourly, random: Math.random, sleep: meanwhile },
      },
    );
    await ledger.append(intended());
    proxy.cut("message", isCommit);
    expect(await problemOf(ledger.append(accepted))).toMatchObject({ code: "ledger_taken_over" });
    expect(await problemOf(ledger.append(accepted))).toMatchObject({ code: "ledger_taken_over" });
    const rescue = await ledger.rescue(accepted);
    expect(JSON.parse(await readFile(rescue ?? "", "utf8"))).toMatchObject(accepted);
    expect(second).not.toBeNull();
    expect((await eventsIn(database)).length).toBe(2);
  });
});

describe("a connection that is lost", () => {
  it.each(["message", "answer"] as const)(
    "at any moment of a creation's record (the %s) never loses nor doubles an event, and nothing more is bought",
    async (how) => {
      const shared = freshDatabase(server.url());
      const lost = { code: "ledger_connection_lost" };
      let refusals = 0;
      for (let number = 1; ; number++) {
        const course = `course-${number}`;
        const { database, proxy, ledger } = await openThroughProxy({ course, database: shared });
        proxy.cut(how, (_, count) => count === number);
        const acknowledged = [];
        for (const body of [intended(), accepted]) {
          const outcome = await ledger.append(body).catch((error: unknown) => error);
          if (outcome instanceof Failure) {
            // An intention may be refused; then nothing was sent, and there is no outcome to record.
            expect([number, outcome.problem, body.type]).toMatchObject([number, lost, "creation.intended"]);
            refusals += 1;
            break;
          }
          acknowledged.push(outcome);
        }
        const fired = proxy.messages >= number;
        if (fired) expect(await problemOf(ledger.append(another))).toMatchObject(lost);
        const kept = await eventsIn(database, course);
        expect([number, kept, kept.slice(2)]).toEqual([number, ledger.events, acknowledged]);
        await ledger.close();
        if (!fired) break;
      }
      expect(refusals).toBeGreaterThan(0);
    },
  );

  it("because the server ended it leaves the process alive and the outcome recorded", async () => {
    const database = await freshDatabase(server.url());
    const ledger = await openIn(database);
    await ledger.append(intended());
    const [row] = await database.query(
      "SELECT pg_terminate_backend(pid) AS ended FROM pg_stat_activity WHERE application_name LIKE 'coursebinder %' AND datname = current_database()",
    );
    expect(row).toEqual({ ended: true });
    await ledger.append(accepted);
    expect(await eventsIn(database)).toEqual(ledger.events);
    expect(await problemOf(ledger.append(another))).toMatchObject({ code: "ledger_connection_lost" });
  });

  it("permanently ends the writing, and the outcome goes into a file", async () => {
    const database = await freshDatabase(server.url());
    const proxy = await CuttingProxy.listen(database.url);
    onTestFinished(() => proxy.close());
    const stateFolder = await testFolder();
    const world = {
      now: () => Date.parse(instant),
      monotonic: hourly,
      random: Math.random,
      sleep: () => sleep(0),
    };
    const ledger = await openIn({ address: addressOf(proxy.urlFor(database.url)) }, { stateFolder, world });
    await ledger.append(intended());
    proxy.refuseAll();
    expect(await problemOf(ledger.append(accepted))).toMatchObject({ code: "ledger_not_written" });
    expect(await problemOf(ledger.append(accepted))).toMatchObject({ code: "ledger_not_written" });
    const rescue = await ledger.rescue(accepted);
    expect(JSON.parse(await readFile(rescue ?? "", "utf8"))).toMatchObject(accepted);
    expect(await eventsIn(database)).toEqual(ledger.events);
    await ledger.close();
    const { notices } = await openIn(database, { stateFolder });
    expect(notices).toMatchObject([{ code: "rescue_found", file: rescue, id: storyId }]);
  });
});
