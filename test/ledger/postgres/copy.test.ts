import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { EventBody } from "../../../src/ledger/format/event.ts";
import { formerHolderMs, openPostgresLines } from "../../../src/ledger/postgres/postgres-ledger.ts";
import { coursebinderHere } from "../../e2e/fixtures/in-this-process.ts";
import { smallCourse } from "../../e2e/fixtures/served.ts";
import { coursebinder, documentOf, type Finished, newFolder } from "../../fixtures.ts";
import { identity, open, writeLedger } from "../fixtures.ts";
import { everyEvent, intended } from "../format/histories.ts";
import { freshDatabase, openIn, password, useServer } from "./fixtures.ts";

const server = useServer();

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
  it("carries a ledger from a file to PostgreSQL and on to another file, with the same bytes", async () => {
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
    const back = join(folder, "deep", "back.jsonl");
    expect(await command("copy", database.url, back)).toMatchObject({ code: 0 });
    expect(await readFile(back, "utf8")).toBe(await readFile(file, "utf8"));
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

  it("copies a file to a file", async () => {
    const { folder, file, command } = await begin();
    const copy = join(folder, "copy.jsonl");
    expect(await command("copy", file, copy)).toMatchObject({ code: 0 });
    expect(await readFile(copy, "utf8")).toBe(await readFile(file, "utf8"));
  });

  it("refuses a destination that already has a ledger, and leaves it unchanged", async () => {
    const { folder, file, database, command } = await begin();
    const other = join(folder, "other.jsonl");
    await writeFile(other, "anything\n");
    const overFile = await command("copy", file, other, "--json");
    expect(documentOf(overFile)).toMatchObject({ exitCode: 8, problems: [{ code: "not_a_ledger" }] });
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
