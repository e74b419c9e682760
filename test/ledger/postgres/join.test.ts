import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { openFileSource } from "../../../src/ledger/file/copy-file.ts";
import { jobKey } from "../../../src/ledger/format/fold.ts";
import { joinLedgers } from "../../../src/ledger/format/join.ts";
import { openPostgresForLines } from "../../../src/ledger/postgres/copy.ts";
import { readPostgresLedger } from "../../../src/ledger/postgres/read.ts";
import { putBack } from "../../../src/ledger/rescue/rejoin.ts";
import { readRescued } from "../../../src/ledger/rescue/rescued-files.ts";
import { realFiles } from "../../../src/shared/files/real-files.ts";
import { at, identity, linesOf, problemOf, testFolder } from "../fixtures.ts";
import { edition, everyEvent, id, intended } from "../format/histories.ts";
import { type Database, freshDatabase, openIn, sleep, useServer } from "./fixtures.ts";

const server = useServer();
const lines = linesOf(everyEvent);

/** A file of these events, and the place of the same course's ledger in a new database. */
async function begin(bodies: typeof everyEvent) {
  const folder = await mkdtemp(join(tmpdir(), "coursebinder-join-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const file = join(folder, "ledger.jsonl");
  await writeFile(file, Buffer.concat(linesOf(bodies)));
  const database = await freshDatabase(server.url());
  return { file, database };
}

function openLines({ address }: Database) {
  const world = { random: Math.random, sleep };
  return openPostgresForLines({ address, name: identity.course, holder: "a test", world });
}

async function linesIn({ address }: Database): Promise<string> {
  const result = await readPostgresLedger(address, identity.course);
  expect(result?.damage ?? null).toBeNull();
  return (result?.lines ?? []).map((line) => `${line}\n`).join("");
}

it("a rescued ledger is restored to PostgreSQL, wherever that ends, and refused if the two diverged", async () => {
  const { file, database } = await begin(everyEvent);
  const result = await readRescued(file, realFiles);
  if (!result.ok) throw new Error("the test's own rescue file can't be read");
  for (const known of [0, 1, 4, lines.length]) {
    await database.query("TRUNCATE coursebinder.events").catch(() => undefined);
    const part = await begin(everyEvent.slice(0, known));
    const first = await openLines(database);
    const source = await readRescued(part.file, realFiles);
    if (source.ok) await putBack(source.file, first);
    await first.close();
    const target = await openLines(database);
    expect(await putBack(result.file, target)).toBe(lines.length - known);
    await target.close();
    expect(await linesIn(database)).toBe(Buffer.concat(lines).toString());
  }
  const store = await openIn(database, { mustExist: true });
  await store.append(intended({ job: "another.es.2", attempt: id(0x77) }));
  await store.close();
  const otherwise = await begin([...everyEvent, intended({ job: "third.es.2", attempt: id(0x78) })]);
  const rescued = await readRescued(otherwise.file, realFiles);
  if (!rescued.ok) throw new Error("the test's own rescue file can't be read");
  const target = await openLines(database);
  expect(await problemOf(putBack(rescued.file, target))).toMatchObject({ code: "ledger_went_on" });
  await target.close();
});

it("a ledger in PostgreSQL merges one from a file, and its columns match its lines", async () => {
  const { file, database } = await begin([
    ...everyEvent.slice(0, 5),
    intended({ job: "another.es.2", attempt: id(0x77) }),
  ]);
  const ours = await begin(everyEvent);
  const whole = await readRescued(ours.file, realFiles);
  if (!whole.ok) throw new Error("the test's own ledger can't be read");
  const empty = await openLines(database);
  await putBack(whole.file, empty);
  await empty.close();
  const source = await openFileSource({ path: file, holder: "a test", files: realFiles });
  const target = await openLines(database);
  const joined = joinLedgers(whole.file.events, source.ledger.events, at);
  expect(joined.added).toBe(1);
  const bytes = Buffer.concat([target.bytes, Buffer.from(joined.lines.map((line) => `${line}\n`).join(""))]);
  const now = await target.complete({ bytes, events: [...whole.file.events, ...joined.events] });
  expect(now).toEqual(bytes);
  await Promise.all([target.close(), source.close()]);
  expect(await linesIn(database)).toBe(bytes.toString());
  const store = await openIn(database, { mustExist: true });
  expect(store.state.jobs.get(jobKey(edition, "another.es.2"))?.attempts).toHaveLength(1);
  await store.close();
  expect(await readFile(file, "utf8")).toBe(source.ledger.lines.map((line) => `${line}\n`).join(""));
});

/** What a backup may bring: its events alone, as many openings as the run knows of, fewer, and more, because others have used it since. */
const epochs = [
  { which: "the same", change: "" },
  { which: "an older", change: "epoch - 1" },
  { which: "a newer", change: "epoch + 3" },
] as const;

it.each(epochs)(
  "a database restored from a backup while a run holds it, with $which fencing number, hides no id from the person: all of it is in a rescue file, and can be restored",
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
    expect(await readFile(rescue ?? "", "utf8")).toContain(before);
    // Until it is put back nobody buys with what the database has now.
    expect(await problemOf(openIn(database, { stateFolder }))).toMatchObject({
      code: "ledger_rescued",
      rescue,
    });
    const result = await readRescued(rescue ?? "", realFiles);
    if (!result.ok) throw new Error("the rescue file can't be read");
    const target = await openLines(database);
    expect(await putBack(result.file, target)).toBe(4);
    await target.close();
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
