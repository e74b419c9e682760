import { mkdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { hashSecret, newPepper, numberOf } from "../../../src/story-service/accounts/pepper.ts";
import { revokeAll } from "../../../src/story-service/operator/keys.ts";
import { sql } from "../../../src/story-service/store/store.ts";
import { coursebinderHere } from "../../e2e/fixtures/in-this-process.ts";
import { coursebinder } from "../../fixtures.ts";
import { saying } from "../../saying.ts";
import { keyOfAnn, keyOfBen, plainStory, startRig, tempFolder, withStore } from "../fixtures.ts";
import { startOAuthFixture } from "../oauth/oauth-fixtures.ts";
import { PlainBrowser } from "../pages/plain-browser.ts";
import { operate, operatorOf } from "./operator-fixtures.ts";

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
  expect(health).toMatchObject({ code: 0, stdout: saying("All is well") });
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
  expect(nowhere.stderr).toMatch(/There is no local service in \S+\. Nothing was changed\./);
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
  expect(restored).toMatchObject({
    code: 0,
    stdout: saying("The credits add up: 2 movements in 2 accounts."),
  });
  expect(restored.stderr).toContain("new is new and belongs to you. If the service runs as another user");
  const keys = await run("keys", "list", "--data", "new", "--json");
  expect(JSON.parse(keys.stdout).keys).toHaveLength(2);
  const again = await run("restore", copy, "--data", "new");
  expect(again).toMatchObject({ code: 7, stderr: saying("already exists") });
  const nothing = await run("restore", "nowhere", "--data", "newer");
  expect(nothing).toMatchObject({ code: 4, stderr: saying("isn't a complete backup") });
  const server = await run("restore", copy, "--data", "newer", "--database", "postgres://127.0.0.1:1/x");
  expect(server).toMatchObject({ code: 2, stderr: saying("without a database server") });
});

it("coursebinder serve admin revoke-all asks first, needs a service that is stopped, and ends every key", async () => {
  const { dataFolder, get, service } = await startRig();
  const asked = await admin(dataFolder, "revoke-all", "--json");
  expect(asked).toMatchObject({ code: 2, stdout: saying("confirm with --yes") });
  const early = await admin(dataFolder, "revoke-all", "--yes");
  expect(early).toMatchObject({ code: 7, stderr: saying("another process is running a service") });
  expect((await get("/balance")).status).toBe(200);
  await service.close();
  const done = await admin(dataFolder, "revoke-all", "--yes");
  expect(done).toMatchObject({ code: 0, stdout: saying("Ended: 2 keys, 0 connections") });
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

describe("revoking all secrets of a service", () => {
  it("ends every key, connection, session and sign-in, replaces the pepper, and leaves stories and credits; what is issued anew opens it", async () => {
    const fixture = await startOAuthFixture();
    const { dataFolder } = fixture;
    const { access_token, refresh_token } = await fixture.connect();
    const id = await fixture.order(plainStory);
    await fixture.write();
    const before = await readFile(join(dataFolder, "pepper"));
    const olga = await operatorOf(fixture);
    await operate(olga, "operators add", "olga");
    await fixture.service.close();
    const ended = { keys: 2, connections: 1, signIns: 2, operators: 1 };
    expect((await revokeAll(olga)).document).toEqual(ended);
    expect((await stat(join(dataFolder, "pepper"))).size).toBe(32);
    expect(await readFile(join(dataFolder, "pepper"))).not.toEqual(before);
    const again = await startOAuthFixture({ dataFolder });
    for (const bearer of [keyOfAnn, access_token])
      expect((await again.get("/balance", bearer)).status).toBe(401);
    expect((await again.refresh(refresh_token)).json.error).toBe("invalid_grant");
    expect((await new PlainBrowser(again.service.appUrl).signIn("ann", "ann-signs-in")).status).toBe(401);
    const operator = await operatorOf(again);
    const { secret } = await operate(operator, "accounts secret", "ann");
    expect((await new PlainBrowser(again.service.appUrl).signIn("ann", secret)).status).toBe(200);
    const wish = { account: "ann", scopes: ["books:read"] };
    const { secret: key } = await operate(operator, "add", "new", wish);
    expect((await again.get(`/stories/${id}`, key)).json.status).toBe("ready");
  });

  it("has ended them even if the new pepper can't be written: the service starts with the one that it had", async () => {
    const fixture = await startOAuthFixture();
    const { dataFolder } = fixture;
    const path = join(dataFolder, "pepper");
    const before = await readFile(path);
    const olga = await operatorOf(fixture);
    await fixture.service.close();
    await rm(path);
    await mkdir(path);
    await expect(revokeAll(olga)).rejects.toThrow(path);
    await rm(path, { recursive: true });
    await writeFile(path, before, { mode: 0o600 });
    expect((await (await startOAuthFixture({ dataFolder })).get("/balance")).status).toBe(401);
  });
});

it("a service whose pepper an earlier version has rotated opens with what was kept under the newest of its peppers", async () => {
  const fixture = await startOAuthFixture();
  const { dataFolder } = fixture;
  await fixture.service.close();
  // As `serve admin pepper rotate` has left it.
  const first = await readFile(join(dataFolder, "pepper"));
  const key = newPepper();
  const list = `coursebinder peppers 1\nplain ${first.toString("hex")}\nmarked ${key.toString("hex")}\n`;
  await writeFile(join(dataFolder, "pepper"), list, { mode: 0o600 });
  const hash = hashSecret(keyOfAnn, key);
  await withStore(dataFolder, async (store) => {
    await store.run(sql`UPDATE configured SET value = ${numberOf(key)} WHERE name = 'pepper'`);
    await store.run(sql`UPDATE bearers SET hash = ${hash} WHERE hash = ${hashSecret(keyOfAnn, first)}`);
  });
  const again = await startOAuthFixture({ dataFolder });
  expect((await again.get("/balance")).status).toBe(200);
  const { access_token } = await again.connect();
  expect((await again.get("/balance", access_token)).status).toBe(200);
});
