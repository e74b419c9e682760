import { cp, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { openOperator } from "../../../src/story-service/operator/operator.ts";
import { coursebinderHere } from "../../e2e/fixtures/in-this-process.ts";
import { coursebinder } from "../../fixtures.ts";
import { freePort } from "../../free-port.ts";
import { password } from "../../ledger/postgres/fixtures.ts";
import { databaseOf, putDatabase, usePostgres } from "../engine.ts";
import { handWorld, plainStory, startRig, tempFolder, withStore } from "../fixtures.ts";
import { startOAuthFixture } from "../oauth/oauth-fixtures.ts";
import { serveProcess } from "../serve-process.ts";

/** Where an operator starts a service's processes, and runs its commands. */
async function newSite(hasDatabase: boolean) {
  const cwd = await tempFolder();
  const dataFolder = join(cwd, "data");
  const database = hasDatabase ? await databaseOf(dataFolder) : null;
  const options = { cwd, env: database === null ? {} : { COURSEBINDER_DATABASE: database.reveal() } };
  const command = (...args: string[]) => coursebinderHere(["serve", ...args, "--data", "data"], options);
  return { dataFolder, serve: () => serveProcess(["--data", "data"], options), command };
}

describe("coursebinder serve --database", () => {
  it("shows the secrets of the demo account at the first process, and commands find its keys and audit its books there", async () => {
    const { dataFolder, serve, command } = await newSite(true);
    const [one, other] = [await serve(), await serve()];
    expect([typeof one.key, typeof other.key]).toEqual(["string", "undefined"]);
    expect((await command("keys", "list")).stdout).toMatch(/^demo +key +demo /m);
    const sound = await command("audit");
    expect([sound.code, sound.stdout]).toEqual([0, "The credits add up: 1 movement in 1 account.\n"]);
    await one.post("/stories", plainStory);
    await withStore(dataFolder, (store) =>
      store.run("UPDATE funds SET credits = credits + 1 WHERE fund = 'available'"),
    );
    const changed = await command("audit", "--json");
    expect(changed.code).toBe(4);
    expect(JSON.parse(changed.stdout)).toMatchObject({ ok: false, imbalances: [{ accountId: "demo" }] });
    for (const { running, stop } of [one, other]) {
      await stop();
      const { stdout, stderr } = await running.finished;
      expect(stdout + stderr).not.toContain(password);
    }
  });

  it("does not start with an address that is none or without its server, and says why without the password", async () => {
    const port = await freePort();
    const cwd = await tempFolder();
    for (const [url, code, said] of [
      ["mysql://ann:hush@127.0.0.1/x", 2, "isn't a PostgreSQL address"],
      [`postgres://ann:hush@127.0.0.1:${port}/x`, 7, `postgres://127.0.0.1:${port}/x can't be reached`],
    ] as const) {
      const args = ["serve", "--port", "0", "--data", "data", "--database", url];
      const refused = await coursebinderHere(args, { cwd });
      expect([refused.code, refused.stderr]).toEqual([code, expect.stringContaining(said)]);
      expect(refused.stdout + refused.stderr).not.toContain("hush");
    }
  });
});

usePostgres();

it("a service and a ledger whose address demands TLS say so of a server that has none", async () => {
  const address = `${(await otherDatabase()).reveal()}?sslmode=verify-full`;
  const cwd = await tempFolder();
  const args = ["serve", "--port", "0", "--data", "data", "--database", address];
  const refused = await coursebinderHere(args, { cwd });
  expect([refused.code, refused.stderr]).toEqual([
    7,
    expect.stringMatching(
      /^The local service could not start .*: the server has no TLS, which the sslmode of its address demands/,
    ),
  ]);
  await writeFile(
    join(cwd, "course.yaml"),
    "course: c\ntitle: C\nbudget: { credits: 1 }\nlanguages: [es]\ndifficulties: [2]\ntopics: [A]\n",
  );
  const status = await coursebinderHere(["status", "course.yaml", "--ledger", `${address}#c`], { cwd });
  expect([status.code, status.stderr]).toEqual([
    8,
    expect.stringContaining("has no TLS, which the sslmode of its address demands"),
  ]);
});

async function otherDatabase() {
  const database = await databaseOf(await tempFolder());
  if (database === null) throw new Error("these tests need PostgreSQL");
  return database;
}

it("the folder of a service on PostgreSQL is refused to another service's database, and with recordings to one that is new or whose address was forgotten", async () => {
  const fixture = await startOAuthFixture();
  const { dataFolder } = fixture;
  await fixture.makeBook();
  await fixture.service.close();
  const own = await databaseOf(dataFolder);
  const other = await startRig();
  putDatabase(dataFolder, await databaseOf(other.dataFolder));
  const pepperOfOthers = { problem: { code: "pepper_of_others" } };
  await expect(startRig({ dataFolder })).rejects.toMatchObject(pepperOfOthers);
  // Commands are refused, too: an account made there, or a backup, would look as if all were well.
  const wrong = { dataFolder, database: await databaseOf(dataFolder) };
  const commands = { userName: "olga", variables: {} };
  await expect(openOperator(wrong, handWorld(), commands)).rejects.toMatchObject(pepperOfOthers);
  for (const address of [await otherDatabase(), null]) {
    putDatabase(dataFolder, address);
    await expect(startRig({ dataFolder })).rejects.toMatchObject({
      problem: { code: "data_folder_of_others" },
    });
  }
  expect((await readdir(dataFolder)).sort()).toEqual(["audio", "pepper", "service.lock"]);
  putDatabase(dataFolder, own);
  expect((await (await startOAuthFixture({ dataFolder })).get("/balance")).status).toBe(200);
});

it("processes that start at the same moment, on an empty folder and a new database, all come up, as one service", async () => {
  for (let round = 0; round < 4; round += 1) {
    const dataFolder = await tempFolder();
    const members = await Promise.all(Array.from({ length: 4 }, () => startRig({ dataFolder })));
    const asked = await Promise.all(members.map((member) => member.get("/balance")));
    expect(asked.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect((await readdir(dataFolder)).sort()).toEqual(["audio", "pepper"]);
    for (const { service } of members) await service.close();
  }
});

it("a folder without the pepper of its database is refused to a process and to commands, which say where the file is to be had", async () => {
  // Nobody has made a key yet: only the database knows that there is a pepper.
  const config = "publicUrl: https://stories.example.org";
  const { dataFolder } = await startRig({ config });
  const other = await tempFolder();
  const database = await databaseOf(dataFolder);
  putDatabase(other, database);
  const missing = { problem: { code: "pepper_missing", path: join(other, "pepper"), isShared: true } };
  await expect(startRig({ dataFolder: other, config })).rejects.toMatchObject(missing);
  const env = { COURSEBINDER_DATABASE: database?.reveal() ?? "" };
  for (const args of [
    ["serve", "--port", "0"],
    ["serve", "admin", "accounts", "list"],
    ["serve", "keys", "list"],
    ["serve", "audit"],
  ]) {
    const { code, stderr } = await coursebinder([...args, "--data", other], { env });
    expect(stderr).toContain(`${join(other, "pepper")} is missing, and without it no key`);
    expect(stderr).toContain("copy the file (mode 600) from another process's folder or from a backup");
    expect([args, code]).toEqual([args, 7]);
  }
  expect(await readdir(other)).toEqual([]);
  await cp(join(dataFolder, "pepper"), join(other, "pepper"));
  await startRig({ dataFolder: other, config });
});
