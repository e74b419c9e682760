import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { openFileLines } from "../../../src/ledger/file/file-ledger.ts";
import { eventsIn } from "../../../src/ledger/file/read-log.ts";
import { jobKey } from "../../../src/ledger/format/fold.ts";
import { joinLedgers } from "../../../src/ledger/format/join.ts";
import { openPostgresLines, readPostgresLedger } from "../../../src/ledger/postgres/postgres-ledger.ts";
import { Failure } from "../../../src/shared/failure.ts";
import { realFiles } from "../../../src/shared/files/real-files.ts";
import { at, eventsRead, identity, linesOf, problemOf, testFolder } from "../fixtures.ts";
import { edition, everyEvent, id, intended, like, opened } from "../format/histories.ts";
import { CuttingProxy } from "./database/cutting-proxy.ts";
import { addressOf, type Database, freshDatabase, hourly, openIn, sleep, useServer } from "./fixtures.ts";

const server = useServer();

const accepted = like("creation.accepted");

const started = like("run.started");
const another = intended({ job: "market.es.2", attempt: id(0xb1) });

/** A course's ledger that is reached by way of a proxy, opened, and its database without the proxy. */
async function openThroughProxy({ course = identity.course, database = freshDatabase(server.url()) } = {}) {
  const direct = await database;
  // Begun before: its first event would be written with the first that is appended.
  const begun = await openIn(direct, { identity: { ...identity, course } });
  await begun.append(started);
  await begun.close();
  const proxy = await CuttingProxy.listen(direct.url);
  onTestFinished(() => proxy.close());
  const address = addressOf(proxy.urlFor(direct.url));
  const ledger = await openIn({ address }, { identity: { ...identity, course } });
  return { database: direct, proxy, ledger };
}

// With the zero that ends a statement: the isolation level has the word in its name too.
const isCommit = (message: Buffer): boolean => message.includes("COMMIT\0");

/** The events of a course that stand in the database, read without the proxy. */
async function eventsKept(database: Database, course = identity.course): Promise<readonly unknown[]> {
  const result = await readPostgresLedger(database.address, course);
  expect(result?.damage).toBeNull();
  return eventsRead(result);
}

const lost = { code: "ledger_unreachable" };

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
  expect(await eventsKept(database)).toEqual(next.events);
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
      const kept = await eventsKept(database, course);
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

const lines = linesOf(everyEvent);

/** A file of these events, and the place of the same course's ledger in a new database. */
async function begin(bodies: typeof everyEvent) {
  const folder = await testFolder();
  const file = join(folder, "ledger.jsonl");
  await writeFile(file, Buffer.concat(linesOf(bodies)));
  const database = await freshDatabase(server.url());
  return { file, database };
}

function openLines({ address }: Database) {
  const world = { monotonic: hourly, random: Math.random, sleep };
  return openPostgresLines({ address, name: identity.course, holder: "a test", world });
}

async function linesIn({ address }: Database): Promise<string> {
  const result = await readPostgresLedger(address, identity.course);
  expect(result?.damage ?? null).toBeNull();
  return String(result?.lines ?? "");
}

/** Makes the ledger in the database these lines. */
async function complete(database: Database, bytes: Buffer): Promise<void> {
  const target = await openLines(database);
  try {
    await target.complete(bytes);
  } finally {
    await target.close();
  }
}

it("a mirror is restored to PostgreSQL, wherever that ends", async () => {
  const { database } = await begin(everyEvent);
  const whole = Buffer.concat(lines);
  for (const known of [0, 1, 4, lines.length]) {
    await database.query("TRUNCATE coursebinder.events").catch(() => undefined);
    await complete(database, Buffer.concat(lines.slice(0, known)));
    await complete(database, whole);
    expect(await linesIn(database)).toBe(whole.toString());
  }
  // An opening that a refused run has left is set aside.
  await database.query("TRUNCATE coursebinder.events");
  await complete(database, linesOf([{ ...opened, ledger: id(0x99) }])[0] ?? whole);
  await complete(database, whole);
  expect(await linesIn(database)).toBe(whole.toString());
});

it("a ledger in PostgreSQL merges one from a file, and its columns match its lines", async () => {
  const { file, database } = await begin([
    ...everyEvent.slice(0, 5),
    intended({ job: "another.es.2", attempt: id(0x77) }),
  ]);
  const ours = eventsIn({ lines: Buffer.concat(lines) });
  await complete(database, Buffer.concat(lines));
  const source = await openFileLines({ path: file, holder: "a test", files: realFiles });
  const target = await openLines(database);
  const joined = joinLedgers(ours, eventsIn(source.found), at);
  expect(joined.added).toBe(1);
  const bytes = Buffer.concat([target.found.lines, Buffer.from(joined.lines)]);
  await target.complete(bytes);
  await Promise.all([target.close(), source.close()]);
  expect(await linesIn(database)).toBe(bytes.toString());
  const store = await openIn(database, { mustExist: true });
  expect(store.state.jobs.get(jobKey(edition, "another.es.2"))?.attempts).toHaveLength(1);
  await store.close();
  expect(await readFile(file)).toEqual(source.found.lines);
});

/** What a backup may bring: its events alone, as many openings as the run knows of, fewer, and more, because others have used it since. */
const epochs = [
  { which: "the same", change: "" },
  { which: "an older", change: "epoch - 1" },
  { which: "a newer", change: "epoch + 3" },
] as const;

it.each(epochs)(
  "a database restored from a backup while a run holds it, with $which fencing number, hides no id from the person: it is in a file in the state folder, and the mirror has the rest",
  async ({ which, change }) => {
    const { database } = await begin([]);
    const stateFolder = await testFolder();
    const store = await openIn(database, { stateFolder });
    for (const body of everyEvent.slice(1, 5)) await store.append(body);
    const before = await linesIn(database);
    // The events of a backup: the run's own are gone, and it is not told.
    await database.query("DELETE FROM coursebinder.events WHERE seq > 2");
    if (change !== "") await database.query(`UPDATE coursebinder.ledgers SET epoch = ${change}`);
    const outcome = { type: "creation.uncertain", edition, job: "market.es.2", attempt: id(0x77) } as const;
    const body = { ...outcome, cause: "a time-out", status: null, answer: null };
    const code = which === "the same" ? "ledger_grown_by_other" : "ledger_taken_over";
    expect(await problemOf(store.append(body))).toMatchObject({ code });
    const rescue = await store.rescue(body);
    await store.close();
    expect(await readFile(rescue ?? "", "utf8")).toContain(body.cause);
    // Until it is restored nobody buys with what the database has now.
    const older = await problemOf(openIn(database, { stateFolder }));
    if (older.code !== "ledger_older_copy") throw new Error(`it is refused as ${older.code}`);
    const mirror = await readFile(older.seen);
    expect(mirror.toString().startsWith(before)).toBe(true);
    await complete(database, mirror);
    expect((await openIn(database, { stateFolder })).events).toHaveLength(5);
  },
);

it("a request is withheld when the database was restored to before its intention", async () => {
  const { database } = await begin([]);
  const store = await openIn(database);
  for (const body of everyEvent.slice(1, 3)) await store.append(body);
  expect(await store.stillHolds()).toBeNull();
  await database.query("DELETE FROM coursebinder.events WHERE seq > 2");
  expect(await store.stillHolds()).toMatchObject({ code: "ledger_grown_by_other" });
});
