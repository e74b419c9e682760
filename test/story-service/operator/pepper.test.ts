import { mkdir, readFile, rm, rmdir, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { readLog } from "../../../src/story-service/accounts/audit-log.ts";
import { makeBackup } from "../../../src/story-service/backup/make-backup.ts";
import { restoreBackup } from "../../../src/story-service/backup/restore-backup.ts";
import { deleteAccount } from "../../../src/story-service/operator/delete-account.ts";
import type { Operator } from "../../../src/story-service/operator/operator.ts";
import { addOperator } from "../../../src/story-service/operator/operators.ts";
import {
  leftSecrets,
  listPeppers,
  retirePeppers,
  rotatePepper,
} from "../../../src/story-service/operator/pepper-rotation.ts";
import type { Store } from "../../../src/story-service/store/store.ts";
import { databaseOf } from "../engine.ts";
import { handWorld, keyOfAnn, keyOfBen, query, secretOf, tempFolder } from "../fixtures.ts";
import { startOAuthFixture } from "../oauth/oauth-fixtures.ts";
import { PlainBrowser } from "../pages/plain-browser.ts";
import { operatorOf } from "./operator-fixtures.ts";

const minute = 60_000;

async function rotated() {
  const fixture = await startOAuthFixture();
  const operator = await operatorOf(fixture);
  const { access_token, refresh_token } = await fixture.connect();
  const page = await fixture.browser.get("/settings/keys");
  const [before] = await listPeppers(operator);
  const id = await rotatePepper(operator);
  return { fixture, operator, access_token, refresh_token, page, before, id };
}

const hashesIn = async (folder: string, table: string): Promise<string[]> =>
  (await query<{ hash: string }>(folder, `SELECT hash FROM ${table}`)).map(({ hash }) => hash);

const peppersOf = async (operator: Operator) =>
  (await listPeppers(operator)).map(({ isCurrent, secrets }) => ({ isCurrent, keys: secrets.keys }));

/** A store after each of whose calls something is done. */
function withAfter(store: Store, after: (name: string, args: readonly unknown[]) => Promise<void>): Store {
  return new Proxy(store, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name);
      if (typeof value !== "function") return value;
      return async (...args: unknown[]) => {
        const answer: unknown = await Reflect.apply(value, target, args);
        await after(String(name), args);
        return answer;
      };
    },
  });
}

describe("a rotated pepper", () => {
  it("lets everything that was made before go on in the running service, and what is used moves to it", async () => {
    const { fixture, operator, access_token, refresh_token, page, id } = await rotated();
    expect(await peppersOf(operator)).toEqual([
      { isCurrent: false, keys: 2 },
      { isCurrent: true, keys: 0 },
    ]);
    // The session, its forms, the access token, the key and the connection: none of them is refused.
    const made = await fixture.browser.submit(
      page.forms.find(({ action }) => action.endsWith("/settings/keys")),
      { name: "robot", scope: ["account:read"], cap: "5" },
    );
    expect(made.text).toContain("The key robot");
    expect((await fixture.get("/balance", access_token)).status).toBe(200);
    expect((await fixture.get("/balance")).status).toBe(200);
    // The process has not looked yet; within seconds it does.
    expect((await peppersOf(operator))[1]).toEqual({ isCurrent: true, keys: 0 });
    fixture.world.pass(5_000);
    await fixture.world.logged("the peppers have changed");
    expect((await fixture.get("/balance")).status).toBe(200);
    expect((await fixture.get("/balance")).status).toBe(200);
    const renewed = await fixture.refresh(refresh_token);
    expect(renewed.status).toBe(200);
    expect((await fixture.get("/balance", renewed.json.access_token)).status).toBe(200);
    await new PlainBrowser(fixture.service.appUrl).signIn("ann", "ann-signs-in");
    expect((await fixture.get("/balance", secretOf("z"))).status).toBe(401);
    expect((await new PlainBrowser(fixture.service.appUrl).signIn("ann", "wrong")).status).toBe(401);
    expect(await peppersOf(operator)).toEqual([
      { isCurrent: false, keys: 2 },
      { isCurrent: true, keys: 1 },
    ]);
    const marked = (hashes: string[]) => hashes.filter((hash) => hash.startsWith(`${id}.`)).length;
    expect(marked(await hashesIn(fixture.dataFolder, "sign_ins"))).toBe(1);
    expect(marked(await hashesIn(fixture.dataFolder, "sessions"))).toBeGreaterThan(0);
    // A refresh token that is used again ends its connection, whichever pepper it is under.
    expect((await fixture.refresh(refresh_token)).json.error).toBe("invalid_grant");
    expect((await fixture.get("/balance", access_token)).status).toBe(401);
  });

  it("opens the running service at once to what a command makes with it", async () => {
    const { fixture, operator } = await rotated();
    const secret = await addOperator(operator, "olga");
    const browser = new PlainBrowser(fixture.service.appUrl);
    const signIn = async () =>
      browser.submit((await browser.get("/operator")).forms[0], { name: "olga", secret });
    expect((await signIn()).text).toContain("Accounts");
    await rotatePepper(operator);
    expect((await browser.get("/operator/log")).text).toContain("pepper rotated by operator olga");
    expect((await new PlainBrowser(fixture.service.appUrl).signIn("ben", "ben-signs-in")).status).toBe(200);
    expect((await listPeppers(operator)).map(({ secrets }) => secrets.signIns)).toEqual([1, 0, 1]);
  });

  it("is the service's after a restart and in a backup, and configured keys and deleted accounts are known as before", async () => {
    const { fixture, operator } = await rotated();
    await deleteAccount(operator, "ben");
    await rotatePepper(operator);
    const backup = join(await tempFolder(), "monday");
    await makeBackup(operator, backup);
    expect((await stat(join(backup, "pepper"))).mode & 0o777).toBe(0o600);
    const dataFolder = join(await tempFolder(), "restored");
    const place = { dataFolder, database: await databaseOf(dataFolder), s3: null, variables: {} };
    await restoreBackup(backup, place, handWorld());
    await fixture.service.close();
    for (const folder of [fixture.dataFolder, dataFolder]) {
      const again = await startOAuthFixture({ dataFolder: folder });
      expect((await again.get("/balance")).status).toBe(200);
      expect((await again.get("/balance", keyOfBen)).status).toBe(401);
      expect((await again.browser.signIn("ann", "ann-signs-in", "/account")).text).toContain("1,000 credits");
      await again.service.close();
    }
  });

  it("is retired a minute later at the earliest: what was not used since is ended and revoked, the rest goes on", async () => {
    const { fixture, operator } = await rotated();
    await expect(retirePeppers(operator)).rejects.toMatchObject({
      problem: { code: "pepper_just_rotated", seconds: 60 },
    });
    fixture.world.pass(minute);
    await fixture.world.logged("the peppers have changed");
    expect((await fixture.get("/balance")).status).toBe(200);
    await new PlainBrowser(fixture.service.appUrl).signIn("ann", "ann-signs-in");
    const left = await leftSecrets(operator);
    expect(left.keys.map(({ accountId, name }) => `${accountId} ${name}`)).toEqual(["ben main"]);
    expect(left).toMatchObject({ connections: [{ name: "A reader" }], signIns: ["ben"], operators: [] });
    expect(await retirePeppers(operator)).toEqual({ retired: 1, ended: left });
    expect((await fixture.get("/balance")).status).toBe(200);
    expect((await fixture.get("/balance", keyOfBen)).status).toBe(401);
    expect((await new PlainBrowser(fixture.service.appUrl).signIn("ben", "ben-signs-in")).status).toBe(401);
    expect(await peppersOf(operator)).toEqual([{ isCurrent: true, keys: 1 }]);
    const log = await readLog(operator.store, { accountId: "ben", limit: 10 });
    expect(log.map(({ what }) => what)).toEqual(["key revoked"]);
    expect((await retirePeppers(operator)).retired).toBe(0);
    await fixture.service.close();
    const again = await startOAuthFixture({ dataFolder: fixture.dataFolder, config: "" });
    expect((await again.get("/balance", keyOfAnn)).status).toBe(200);
  });

  it("is in a file that an earlier version does not take for a pepper, and no service starts with half of it", async () => {
    const { fixture, before, id } = await rotated();
    const path = join(fixture.dataFolder, "pepper");
    const content = await readFile(path);
    expect(content.length).not.toBe(32);
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect([before?.id, id].every((one) => /^[0-9a-f]{12}$/.test(one ?? ""))).toBe(true);
    await fixture.service.close();
    const start = () => startOAuthFixture({ dataFolder: fixture.dataFolder });
    await writeFile(path, content.subarray(0, -10));
    await expect(start()).rejects.toMatchObject({ problem: { code: "pepper_damaged" } });
    await writeFile(path, `${content.toString().split("\n").slice(0, 2).join("\n")}\n`);
    await expect(start()).rejects.toMatchObject({ problem: { code: "pepper_of_others" } });
    await writeFile(path, content);
    expect((await (await start()).get("/balance")).status).toBe(200);
  });

  it("refuses nothing for good while the running service can't read the file: a copy of it may be under way", async () => {
    const { fixture } = await rotated();
    const path = join(fixture.dataFolder, "pepper");
    const whole = await readFile(path);
    const askUnknown = async () => (await fixture.get("/balance", secretOf("z"))).status;
    await writeFile(path, whole.subarray(0, 40));
    expect(await askUnknown()).toBe(503);
    await rm(path);
    await mkdir(path);
    expect(await askUnknown()).toBe(503);
    expect((await fixture.get("/balance", keyOfAnn)).status).toBe(200);
    await rmdir(path);
    await writeFile(path, whole);
    expect(await askUnknown()).toBe(401);
  });

  it("is whole in a backup during whose copying of the database the older ones were retired", async () => {
    const { fixture, operator } = await rotated();
    let isRetired = false;
    // Once the backup has asked the database for the first time, its copy may be made.
    const store = withAfter(operator.store, async (_, [statement]) => {
      if (isRetired || !String(statement).startsWith("VACUUM")) return;
      isRetired = true;
      fixture.world.pass(minute);
      await retirePeppers(operator);
    });
    const backup = join(await tempFolder(), "tuesday");
    await makeBackup({ ...operator, store }, backup);
    const dataFolder = join(await tempFolder(), "restored");
    const place = { dataFolder, database: await databaseOf(dataFolder), s3: null, variables: {} };
    await restoreBackup(backup, place, handWorld());
    await fixture.service.close();
    const again = await startOAuthFixture({ dataFolder, config: "" });
    expect((await again.get("/balance", keyOfBen)).status).toBe(200);
    expect(isRetired).toBe(place.database === null);
  });

  it("is kept if it was made while older ones were being retired", async () => {
    const { fixture, operator } = await rotated();
    fixture.world.pass(minute);
    let made: string | null = null;
    // Its secrets are ended and durable, and the older pepper is still in the file.
    const store = withAfter(operator.store, async (name) => {
      if (name !== "settled" || made !== null) return;
      made = "";
      made = await rotatePepper(operator);
    });
    expect((await retirePeppers({ ...operator, store })).retired).toBe(1);
    expect((await listPeppers(operator)).map(({ id, isCurrent }) => isCurrent && id)).toEqual([false, made]);
    const secret = await addOperator(operator, "olga");
    const browser = new PlainBrowser(fixture.service.appUrl);
    const form = (await browser.get("/operator")).forms[0];
    expect((await browser.submit(form, { name: "olga", secret })).text).toContain("Accounts");
  });

  it("is one of eight at most", async () => {
    const { operator } = await rotated();
    for (let peppers = 2; peppers < 8; peppers += 1) await rotatePepper(operator);
    await expect(rotatePepper(operator)).rejects.toMatchObject({ problem: { code: "too_many_peppers" } });
  });
});
