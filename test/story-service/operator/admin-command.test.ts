import { rename } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { coursebinderHere } from "../../e2e/fixtures/in-this-process.ts";
import { coursebinder } from "../../fixtures.ts";
import { keyOfBen, startRig, tempFolder } from "../fixtures.ts";

/** One command of the operator on a data folder. */
const admin = (dataFolder: string, ...args: readonly string[]) =>
  coursebinderHere(["serve", "admin", ...args, "--data", dataFolder], { cwd: dataFolder });

it("coursebinder serve admin runs beside a service: an account from nothing to its first call, paid, banned and logged", async () => {
  const { dataFolder, get } = await startRig();
  const added = await admin(dataFolder, "accounts", "add", "cid", "--credits", "50");
  expect(added.stdout).toMatch(/^[\w-]{20}\n$/);
  expect(added.stderr).toContain("shown only once");
  expect(added.stderr).not.toContain(added.stdout.trim());
  const made = await coursebinder(["serve", "keys", "add", "ci", "--account", "cid", "--data", dataFolder]);
  const key = made.stdout.trim();
  const top = ["credits", "cid", "--add", "100", "--reason", "invoice 17", "--reference", "17"];
  expect((await admin(dataFolder, ...top)).stdout).toBe(
    "cid: added 100 credits, reference 17. The account has 150 credits available, and 0 reserved.\n",
  );
  expect((await admin(dataFolder, ...top)).stdout).toContain("so nothing was changed");
  expect((await get("/balance", key)).json.credits).toBe(150);
  const short = await admin(dataFolder, "credits", "cid", "--add", "-151", "--reason", "wrong", "--json");
  expect(short.code).toBe(3);
  expect(JSON.parse(short.stdout)).toMatchObject({ ok: false, problems: [{ code: "credits_short" }] });
  // What a person needs to repeat it safely is said before it is done.
  expect(short.stderr).toMatch(/repeat it with --reference [\w-]{36}/);
  expect((await admin(dataFolder, "accounts", "ban", "cid")).stdout).toBe("cid is banned.\n");
  expect((await get("/balance", key)).status).toBe(401);
  const listed = JSON.parse((await admin(dataFolder, "accounts", "list", "--json")).stdout);
  expect(listed.accounts.map(({ id }: { id: string }) => id)).toEqual(["ann", "ben", "cid"]);
  expect(listed.accounts[2]).toMatchObject({ available: 150, banned: true, plan: "paid" });
  const log = await admin(dataFolder, "log", "--account", "cid");
  expect(log.stdout).toMatch(
    /operator \S+ +account added +cid .*credits=50 {2}plan=paid .*unconfirmed=false/,
  );
  for (const secret of [key, added.stdout.trim()]) expect(log.stdout).not.toContain(secret);
  const health = await admin(dataFolder, "health");
  expect([health.code, health.stdout]).toEqual([0, expect.stringContaining("All is well")]);
});

it("coursebinder serve admin refuses what it can't do with a sentence, and a place without a service", async () => {
  const { dataFolder } = await startRig();
  for (const [args, code, part] of [
    [["accounts", "add", "ann"], 2, "The account ann already exists."],
    [["accounts", "ban", "nobody"], 2, "There is no account nobody. There are these accounts: ann, ben."],
    [["accounts", "plan", "ann", "gold"], 2, "paid or free"],
    [["credits", "ann", "--add", "5"], 2, "Say --reason"],
    [["credits", "ann", "--reason", "x"], 2, "Say --add"],
    [["credits", "ann", "--reference", "x"], 2, "Say --add"],
    [["credits", "ann", "--add", "1.5", "--reason", "x"], 2, "a whole number"],
  ] as const) {
    const refused = await admin(dataFolder, ...args);
    expect([args, refused.code, refused.stdout]).toEqual([args, code, ""]);
    expect(refused.stderr).toContain(part);
    expect(refused.stderr).toMatch(/Nothing was (changed|done)\./);
  }
  const nowhere = await admin(await tempFolder(), "health");
  expect(nowhere.stderr).toContain("There is no local service in");
});

it("coursebinder serve backup and restore bring a service back in another folder, and say what the pepper is", async () => {
  const { dataFolder } = await startRig();
  const folder = await tempFolder();
  const copy = join(folder, "monday");
  const run = (...args: readonly string[]) => coursebinderHere(["serve", ...args], { cwd: folder });
  const made = await run("backup", "--output", copy, "--data", dataFolder);
  expect(made.stdout).toMatch(/monday: the database, 0 recordings and the pepper, \d+ kB\n$/);
  expect(made.stderr).toContain("as secret as the service's own");
  const restored = await run("restore", copy, "--data", "new");
  expect([restored.code, restored.stdout]).toEqual([
    0,
    expect.stringContaining("The credits add up: 2 movements in 2 accounts."),
  ]);
  const keys = await run("keys", "list", "--data", "new", "--json");
  expect(JSON.parse(keys.stdout).keys).toHaveLength(2);
  const again = await run("restore", copy, "--data", "new");
  expect([again.code, again.stderr]).toEqual([7, expect.stringContaining("already exists")]);
  const nothing = await run("restore", "nowhere", "--data", "newer");
  expect([nothing.code, nothing.stderr]).toEqual([4, expect.stringContaining("isn't a complete backup")]);
  const server = await run("restore", copy, "--data", "newer", "--database", "postgres://127.0.0.1:1/x");
  expect([server.code, server.stderr]).toEqual([2, expect.stringContaining("without a database server")]);
});

it("coursebinder serve admin revoke-all asks first, needs a service that is stopped, and does what the pepper's commands did", async () => {
  const { dataFolder, get, service } = await startRig();
  const gone = await admin(dataFolder, "pepper", "rotate");
  expect([gone.code, gone.stderr]).toEqual([
    2,
    expect.stringContaining("Use serve admin revoke-all: it revokes every"),
  ]);
  const asked = await admin(dataFolder, "revoke-all", "--json");
  expect([asked.code, asked.stdout]).toEqual([2, expect.stringContaining("confirm with --yes")]);
  const early = await admin(dataFolder, "revoke-all", "--yes");
  expect([early.code, early.stderr]).toEqual([
    7,
    expect.stringContaining("another process is running a service"),
  ]);
  expect((await get("/balance")).status).toBe(200);
  await service.close();
  const done = await admin(dataFolder, "revoke-all", "--yes");
  expect([done.code, done.stdout]).toEqual([0, expect.stringContaining("Ended: 2 keys, 0 connections")]);
  expect((await (await startRig({ dataFolder })).get("/balance", keyOfBen)).status).toBe(401);
});

it("a backup without a recording that should be there says whose it is, and restoring it says so again", async () => {
  const { dataFolder, makeBook } = await startRig();
  const { bookId } = await makeBook();
  const audio = join(dataFolder, "audio");
  await rename(audio, `${audio}-gone`);
  const copy = join(await tempFolder(), "fri");
  const told = { ok: false, exitCode: 4, recordings: 0, missingRecordings: [bookId] };
  for (const args of [
    ["backup", "--output", copy, "--data", dataFolder],
    ["restore", copy, "--data", join(copy, "..", "new")],
  ]) {
    const { code, stdout } = await coursebinderHere(["serve", ...args, "--json"], { cwd: dataFolder });
    expect([code, JSON.parse(stdout)]).toEqual([4, expect.objectContaining(told)]);
  }
});
