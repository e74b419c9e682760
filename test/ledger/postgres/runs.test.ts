import { readdirSync, readFileSync, rmSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import type { EventBody } from "../../../src/ledger/format/event.ts";
import { formerHolderMs, openPostgresLines } from "../../../src/ledger/postgres/postgres-ledger.ts";
import { coursebinderHere } from "../../e2e/fixtures/in-this-process.ts";
import { rig, smallCourse } from "../../e2e/fixtures/served.ts";
import { coursebinder, documentOf, type Finished, newFolder, start } from "../../fixtures.ts";
import { identity, open, writeLedger } from "../fixtures.ts";
import { everyEvent, intended } from "../format/histories.ts";
import { hasPooler, startPooler } from "./database/pooler.ts";
import { addressOf, freshDatabase, openIn, password, useServer } from "./fixtures.ts";

const server = useServer();

/** A course whose ledger is in a database, and the service that it buys from, until the test that runs now has ended. */
async function shareCourse(...topics: readonly string[]) {
  const database = await freshDatabase(server.url());
  const served = await rig({ writingTime: "50ms", plan: smallCourse(topics) });
  onTestFinished(() => served.dispose());
  const limits = ["--poll", "100ms", "--limit-calls", "1000/1s", "--limit-starts", "1000/1s"];
  /** A command as on a machine of its own: with its own folder for what it saves, and its own memory. */
  const on = (machine: number, verb: string, ...flags: string[]) => ({
    args: [verb, "course.yaml", "--out", `machine-${machine}`, ...(verb === "run" ? limits : []), ...flags],
    cwd: served.folder,
    env: {
      ...served.environment,
      COURSEBINDER_LEDGER: database.url,
      COURSEBINDER_STATE: `${served.folder}/state-${machine}`,
    },
  });
  const here = (...words: Parameters<typeof on>) => {
    const { args, env } = on(...words);
    return served.commandHere(args, env);
  };
  return {
    served,
    database,
    on,
    begin: (...words: Parameters<typeof on>) => start(on(...words)),
    here,
    report: async (machine: number, ...flags: string[]) =>
      documentOf(await here(machine, "run", "--json", ...flags)),
  };
}

describe("a course whose ledger is in PostgreSQL", () => {
  it("is made on one machine and known on another, and the password appears nowhere", async () => {
    const course = await shareCourse("A market", "A train");
    const { served, database } = course;
    const made = documentOf(await course.begin(1, "run", "--json").finished);
    expect(made).toMatchObject({ ok: true, jobs: { total: 2, done: 2 } });
    expect(made.ledger).toBe(`${database.address.location}#course`);
    const status = await course.begin(2, "status").finished;
    expect(status.stdout).toContain("2 done");
    // The files that the first machine saved are read again, free of charge.
    const again = await course.report(2);
    expect(again).toMatchObject({ ok: true, jobs: { total: 2, done: 2 } });
    expect(again.package?.sha256).toBe(made.package?.sha256);
    expect(served.proxy.creations).toBe(2);
    const packaged = await course.begin(2, "package").finished;
    expect(packaged.code).toBe(0);
    const planned = await course.here(2, "plan");
    expect(planned.stdout).toContain("0 to create");
    const resolved = await course.here(2, "resolve");
    expect(resolved.stdout).toContain("No creation is uncertain.");
    const verified = await served.commandHere(["ledger", "verify", "course.yaml", "--ledger", database.url]);
    expect(verified.stdout).toContain("intact; ");
    const printed = [status, packaged, planned, resolved, verified].map(
      ({ stdout, stderr }) => stdout + stderr,
    );
    const files = readdirSync(served.folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !entry.name.endsWith("-shm"))
      .map((entry) => readFileSync(join(entry.parentPath, entry.name), "latin1"));
    expect(files.length).toBeGreaterThan(10);
    for (const text of [...printed, ...files]) expect(text).not.toContain(password);
  });

  it("is inspected by doctor, which does not take it over and says who holds it", async () => {
    const course = await shareCourse("A market");
    const { proxy } = course.served;
    proxy.holdsAnswers = true;
    const held = proxy.heldAnswer();
    const running = course.begin(1, "run");
    await held;
    const during = await course.here(2, "doctor");
    expect(during.code).toBe(8);
    expect(during.stdout).toMatch(/^ok +ledger .*#course: intact; \d+ events$/m);
    expect(during.stdout).toMatch(
      /^problem +ledger-holder +a run holds the ledger \(process \d+ since .+ on .+\)$/m,
    );
    proxy.dropHeld();
    await running.finished;
    const after = await course.here(2, "doctor");
    expect(after.code).toBe(5);
    expect(after.stdout).toMatch(/^ok +ledger-holder +no run holds the ledger$/m);
    const gone = await course.here(2, "doctor", "--ledger", "postgres://me:secret-word@127.0.0.1:9/nowhere");
    expect(gone.code).toBe(8);
    expect(gone.stdout).toMatch(/^problem +ledger .*ECONNREFUSED/m);
    expect(gone.stdout + gone.stderr).not.toContain("secret-word");
    for (const { stdout, stderr } of [during, after]) expect(stdout + stderr).not.toContain(password);
  });
});

it("a database that lost its tables buys nothing again, and ledger restore brings all of it back", async () => {
  const course = await shareCourse("A market", "A train");
  const { served, database } = course;
  const made = await course.report(1);
  expect(made).toMatchObject({ exitCode: 0, jobs: { done: 2 } });
  await database.query("DROP SCHEMA coursebinder CASCADE");
  const ahead = documentOf(await course.here(1, "plan", "--json"));
  expect(ahead).toMatchObject({ exitCode: 8, problems: [{ code: "ledger_begun_anew" }] });
  const refused = await course.begin(1, "run", "--json").finished;
  expect(documentOf(refused)).toMatchObject({ exitCode: 8, problems: [{ code: "ledger_begun_anew" }] });
  expect(refused.stderr).toContain("this machine has bought lessons for the course course with");
  expect(served.proxy.creations).toBe(2);

  rmSync(join(served.folder, "machine-1"), { recursive: true });
  const { env } = course.on(1, "ledger");
  const restoring = ["ledger", "restore", "course.yaml", "--json", "--out", "machine-1", "--poll", "100ms"];
  const restored = await served.commandHere(restoring, env);
  expect(restored.code, restored.stderr).toBe(0);
  const again = await course.report(1);
  const { committed, spent } = made.credits;
  expect(again).toMatchObject({ exitCode: 0, jobs: { done: 2 }, credits: { committed, spent } });
  expect(again.package?.sha256).toBe(made.package?.sha256);
  expect(await course.report(2)).toMatchObject({ exitCode: 0, jobs: { done: 2 } });
  expect(served.proxy.creations).toBe(2);
});

const isThere = hasPooler();

async function behind(mode: "session" | "transaction") {
  const course = await shareCourse("A market", "A train");
  const pooler = await startPooler(course.database.url, mode);
  onTestFinished(() => pooler.stop());
  return { course, pooler };
}

it.runIf(isThere)(
  "a ledger behind a pooler in transaction mode is refused, and nothing is created or locked",
  async () => {
    const { course, pooler } = await behind("transaction");
    const opening = openIn({ address: addressOf(pooler.url) });
    await expect(opening).rejects.toMatchObject({ problem: { code: "ledger_pooled" } });
    const refused = await course.report(1, "--ledger", pooler.url);
    expect(refused).toMatchObject({ exitCode: 8, problems: [{ code: "ledger_pooled" }] });
    expect(refused.problems[0]?.message).toContain("Give the address of the database itself");
    const made = await course.database.query("SELECT FROM pg_namespace WHERE nspname = 'coursebinder'");
    expect(made).toEqual([]);
    expect(course.served.proxy.creations).toBe(0);
    expect(await course.report(2)).toMatchObject({ exitCode: 0, jobs: { done: 2 } });
  },
);

it.runIf(isThere)("a ledger behind a pooler in session mode works as without one", async () => {
  const { course, pooler } = await behind("session");
  const made = await course.report(1, "--ledger", pooler.url);
  expect(made).toMatchObject({ exitCode: 0, jobs: { done: 2 } });
  expect(await course.report(2)).toMatchObject({ exitCode: 0, jobs: { done: 2 } });
  expect(course.served.proxy.creations).toBe(2);
});

/** A folder with a ledger of one event of every kind, and an empty database. */
async function begin() {
  const folder = newFolder();
  const file = join(folder, "ledger.jsonl");
  const events = await writeLedger(file, everyEvent.slice(1));
  const database = await freshDatabase(server.url());
  /** Runs in this process, as the started command does in the first test. */
  const command = (...args: string[]): Promise<Finished> =>
    coursebinderHere(["ledger", ...args], { cwd: folder });
  return { folder, file, events, database, command };
}

describe("ledger copy", () => {
  it("carries a ledger from a file to PostgreSQL, on to another file and to a third, with the same bytes", async () => {
    const { folder, file, events, database, command } = await begin();
    const head = events.at(-1);
    const copy = ["ledger", "copy", file, database.url, "--json"];
    const there = await coursebinder(copy, { cwd: folder });
    expect(documentOf(there)).toMatchObject({
      ok: true,
      from: file,
      to: `${database.address.location}#${identity.course}`,
      events: events.length,
      head: { seq: head?.seq, hash: head?.hash },
    });
    const verified = await coursebinder(["ledger", "verify", database.url], { cwd: folder });
    expect(verified).toMatchObject({ code: 0, stderr: "" });
    expect(verified.stdout).toContain(`intact; ${events.length} events`);
    expect((await command("show", `${database.url}#${identity.course}`)).stdout).toContain(
      "creation.accepted",
    );
    const [back, third] = [join(folder, "deep", "back.jsonl"), join(folder, "copy.jsonl")];
    for (const [from, to] of [
      [database.url, back],
      [back, third],
    ] as const) {
      expect(await command("copy", from, to)).toMatchObject({ code: 0 });
      expect(await readFile(to, "utf8")).toBe(await readFile(file, "utf8"));
    }
    for (const { stdout, stderr } of [there, verified]) expect(stdout + stderr).not.toContain(password);
    const reopened = await openIn(database, { mustExist: true });
    expect(reopened.events).toEqual(events);
    await reopened.append(intended({ job: "market.es.2" }));
  });

  it("waits until a suspended run can't send its open creation any more, which whoever has the copy could declare absent", async () => {
    const database = await freshDatabase(server.url());
    const slept: number[] = [];
    const world = {
      monotonic: () => 0,
      random: Math.random,
      sleep: async (ms: number) => void slept.push(ms),
    };
    const end = { address: database.address, name: identity.course, holder: "a copy", world };
    const begun = await openIn(database);
    await begun.append(everyEvent[1] as EventBody);
    await begun.close();
    await (await openPostgresLines({ ...end, expected: "ledger" })).close();
    expect(slept).toEqual([]);
    const again = await openIn(database);
    await again.append(intended());
    await again.close();
    await (await openPostgresLines({ ...end, expected: "ledger" })).close();
    expect(slept).toEqual([formerHolderMs]);
  });

  it("refuses a destination that already has a ledger, and leaves it unchanged", async () => {
    const { folder, file, database, command } = await begin();
    const other = join(folder, "other.jsonl");
    await writeFile(other, "anything\n");
    const overFile = await command("copy", file, other, "--json");
    expect(documentOf(overFile)).toMatchObject({ exitCode: 8, problems: [{ code: "ledger_damaged" }] });
    expect(await readFile(other, "utf8")).toBe("anything\n");
    const begun = await openIn(database);
    await begun.append(intended());
    await begun.close();
    const overDatabase = await command("copy", file, database.url, "--json");
    expect(documentOf(overDatabase)).toMatchObject({
      exitCode: 8,
      problems: [{ code: "ledger_not_copied" }],
    });
    expect(await database.query("SELECT count(*) FROM coursebinder.events")).toEqual([{ count: "2" }]);
  });

  it("refuses a source that is damaged, truncated, missing or held, and creates nothing", async () => {
    const { folder, file, database, command } = await begin();
    const whole = await readFile(file, "utf8");
    const codeOf = async (from: string): Promise<unknown> =>
      documentOf(await command("copy", from, database.url, "--json")).problems[0]?.code;
    const damaged = join(folder, "damaged.jsonl");
    await writeFile(damaged, whole.replace('"lang":"es"', '"lang":"fr"'));
    const torn = join(folder, "torn.jsonl");
    await writeFile(torn, whole.slice(0, -30));
    expect(await codeOf(damaged)).toBe("ledger_damaged");
    expect(await codeOf(torn)).toBe("ledger_not_copied");
    expect(await codeOf(join(folder, "nowhere.jsonl"))).toBe("ledger_missing");
    const held = await open(file, { holder: "a run" });
    expect(await codeOf(file)).toBe("ledger_held");
    await held.close();
    expect(await database.query("SELECT to_regnamespace('coursebinder') AS made")).toEqual([{ made: null }]);
    expect(await codeOf(database.url)).toBe("ledger_missing");
    expect(await command("copy", file, database.url)).toMatchObject({ code: 0 });
    await database.query("UPDATE coursebinder.events SET line = replace(line, 'night', 'day') WHERE seq = 5");
    const back = join(folder, "back.jsonl");
    const refused = documentOf(await command("copy", database.url, back, "--json"));
    expect(refused).toMatchObject({ exitCode: 8, problems: [{ code: "ledger_damaged" }] });
    await expect(readFile(back)).rejects.toThrow("ENOENT");
  });

  it("asks which of several ledgers in a database to use", async () => {
    const { folder, file, database, command } = await begin();
    expect(await command("copy", file, database.url)).toMatchObject({ code: 0 });
    expect(await command("copy", file, `${database.url}#second`)).toMatchObject({ code: 0 });
    const asked = await command("verify", database.url);
    expect(asked.code).toBe(2);
    expect(asked.stderr).toContain(`choose one by adding # and its name: second, ${identity.course}`);
    expect(asked.stderr).not.toContain(password);
    expect(await command("verify", `${database.url}#second`)).toMatchObject({ code: 0 });
    await writeFile(join(folder, "course.yaml"), smallCourse(["A market"]));
    const status = ["status", "course.yaml", "--ledger", `${database.url}#second`, "--json"];
    const found = documentOf(await coursebinderHere(status, { cwd: folder }));
    expect(found.problems[0]?.code).toBe("ledger_of_other_course");
  });
});
