import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { openFileLines } from "../../../src/ledger/file/file-ledger.ts";
import { eventsIn } from "../../../src/ledger/file/read-log.ts";
import { jobKey } from "../../../src/ledger/format/fold.ts";
import { joinLedgers } from "../../../src/ledger/format/join.ts";
import { openPostgresLines, readPostgresLedger } from "../../../src/ledger/postgres/postgres-ledger.ts";
import { realFiles } from "../../../src/shared/files/real-files.ts";
import { at, identity, linesOf, problemOf, testFolder } from "../fixtures.ts";
import { edition, everyEvent, id, intended, opened } from "../format/histories.ts";
import { type Database, freshDatabase, hourly, openIn, sleep, useServer } from "./fixtures.ts";

const server = useServer();
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
  "a database restored from a backup while a run holds it, with $which fencing number, hides no id from the person: all of it is in the mirror, and can be restored",
  async ({ change }) => {
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
    expect(await problemOf(store.append(body))).toMatchObject({ code: "ledger_grown_by_other" });
    const rescue = await store.rescue(body);
    await store.close();
    expect(await readFile(rescue ?? "", "utf8")).toContain(body.cause);
    // Until it is restored nobody buys with what the database has now.
    const older = await problemOf(openIn(database, { stateFolder }));
    if (older.code !== "ledger_older_copy") throw new Error(`it is refused as ${older.code}`);
    const mirror = await readFile(older.seen);
    expect(mirror.toString().startsWith(before)).toBe(true);
    await complete(database, mirror);
    expect((await openIn(database, { stateFolder })).events).toHaveLength(6);
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
