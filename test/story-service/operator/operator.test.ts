import { mkdir, readdir, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { readLog } from "../../../src/story-service/accounts/audit-log.ts";
import { findImbalances } from "../../../src/story-service/money/audit.ts";
import { deleteAccount } from "../../../src/story-service/operator/delete-account.ts";
import { healthOf } from "../../../src/story-service/operator/health.ts";
import { addKey } from "../../../src/story-service/operator/keys.ts";
import { keyOfBen, plainStory, query, silentMp3, spokenStory, startRig } from "../fixtures.ts";
import { type OAuthFixture, startOAuthFixture } from "../oauth/oauth-fixtures.ts";
import { formTo, PlainBrowser } from "../pages/plain-browser.ts";
import { operate, operatorOf, passUntilLogged } from "./operator-fixtures.ts";

it("a change of an account by the operator takes effect on the next request of a running service: a ban closes keys, tokens and sessions, and lifting it opens them", async () => {
  const fixture = await startOAuthFixture();
  const operator = await operatorOf(fixture);
  const { access_token, refresh_token } = await fixture.connect();
  const ban = async () => (await operate(operator, "accounts ban", "ann")).document.changed;
  expect(await ban()).toBe(true);
  expect((await fixture.get("/balance")).status).toBe(401);
  expect((await fixture.get("/balance", access_token)).status).toBe(401);
  expect((await fixture.refresh(refresh_token)).json.error).toBe("invalid_grant");
  expect((await fixture.browser.get("/account")).url).toContain("/sign-in");
  expect((await new PlainBrowser(fixture.service.appUrl).signIn("ann", "ann-signs-in")).status).toBe(401);
  expect((await fixture.get("/balance", keyOfBen)).status).toBe(200);
  expect(await ban()).toBe(false);
  await operate(operator, "accounts unban", "ann");
  expect((await fixture.get("/balance")).status).toBe(200);
  expect((await fixture.browser.get("/account")).url).not.toContain("/sign-in");
});

it("credits that the operator moves are there at the next request, once for each reference however often at the same time, and their owner reads why", async () => {
  const fixture = await startOAuthFixture();
  const operator = await operatorOf(fixture);
  // One thread can't wait for itself: on SQLite all of them share a connection.
  const others = operator.store.isShared
    ? [await operatorOf(fixture), await operatorOf(fixture)]
    : [operator];
  const wish = { add: 100, reason: "invoice <17>", reference: "17" };
  const results = await Promise.all(
    [operator, ...others, operator, ...others].map((one) => operate(one, "credits", "ann", wish)),
  );
  expect(results.filter(({ document }) => document.repeated === false)).toHaveLength(1);
  expect((await operate(operator, "credits", "ann")).rows).toHaveLength(2);
  expect((await fixture.balance()).credits).toBe(1100);
  for (const [to, add] of [
    ["ann", 99],
    ["ben", 100],
    ["ann", -100],
  ] as const)
    await expect(operate(operator, "credits", to, { ...wish, add })).rejects.toMatchObject({
      problem: { code: "reference_used", name: "ann", credits: 100 },
    });
  const page = await fixture.browser.signIn("ann", "ann-signs-in", "/account");
  expect(page.text).toContain("Added by the operator +100 invoice <17>");
  expect(page.html).toContain("invoice &lt;17&gt;");
  expect(await fixture.imbalances()).toEqual([]);
});

describe("the operator's view of a service", () => {
  it("finds nothing to see to in a healthy one, and says what is wrong in another", async () => {
    const fixture = await startRig();
    const operator = await operatorOf(fixture);
    await fixture.post("/stories", plainStory);
    const { document } = await healthOf(operator);
    expect(document).toMatchObject({ accounts: 2, stories: 1, imbalances: [], missingRecordings: [] });
    expect(document.work).toEqual({ stuck: 0, waiting: 1, underWay: 0 });
    await fixture.service.close();
    // A second until it is due, and a minute for a process to take it.
    fixture.world.pass(61_000);
    expect((await healthOf(operator)).document).toMatchObject({ work: { stuck: 0, waiting: 1 } });
    fixture.world.pass(1);
    expect((await healthOf(operator)).document).toMatchObject({ work: { stuck: 1, waiting: 0 } });
  });

  it("logs who did what to which account, without any secret", async () => {
    const fixture = await startOAuthFixture();
    const operator = await operatorOf(fixture);
    const browser = new PlainBrowser(fixture.service.appUrl);
    const page = await browser.signIn("ann", "ann-signs-in", "/settings/keys");
    const form = formTo(page, "/settings/keys");
    const made = await browser.submit(form, { name: "robot", scope: ["account:read"], cap: "5" });
    await browser.submit(made.forms.find(({ inside }) => inside.includes("Revoke robot")));
    const { access_token, refresh_token } = await fixture.connect();
    await fixture.refresh(refresh_token);
    await fixture.refresh(refresh_token);
    const { secret } = await operate(operator, "accounts secret", "ann");
    await operate(operator, "accounts ban", "ben");
    const log = await readLog(operator.store, { accountId: "ann", limit: 100 });
    expect(log.map(({ actor, what }) => `${actor}: ${what}`)).toEqual([
      "owner: signed in",
      "owner: key made",
      "owner: key revoked",
      "owner: signed in",
      "owner: consent given",
      "service: connection revoked",
      "operator olga: sign-in secret set",
    ]);
    expect(log[1]?.details).toEqual({ name: "robot", scopes: ["account:read"], cap: 5 });
    const all = JSON.stringify(await readLog(operator.store, { accountId: null, limit: 100 }));
    expect(all).toContain("account banned");
    for (const hidden of [secret, access_token, refresh_token, "sk_live_", "st_"])
      expect(all).not.toContain(hidden);
  });
});

/** Ann with a finished audiobook, a story whose audiobook nobody began, a connection and a top-up. */
async function livedIn(): Promise<OAuthFixture> {
  const fixture = await startOAuthFixture();
  await fixture.connect();
  await fixture.makeBook({ topic: "My secret garden" });
  await fixture.post("/stories", spokenStory);
  await fixture.write();
  await fixture.post("/stories", plainStory, keyOfBen);
  await fixture.write();
  return fixture;
}

describe("the data of a person", () => {
  it("is deleted with stories and recordings, while the books balance and others are untouched", async () => {
    const fixture = await livedIn();
    const operator = await operatorOf(fixture);
    await operate(operator, "credits", "ann", { add: 5, reason: "for Ann Arbor", reference: "Ann Arbor 17" });
    const { document } = await deleteAccount(operator, "ann");
    expect(document).toMatchObject({ stories: 2, recordings: 1, leftRecordings: 0 });
    const pseudonym = String(document.pseudonym);
    const key = { account: pseudonym, scopes: ["books:read"], cap: null } as const;
    const deleted = { problem: { code: "account_deleted", name: pseudonym } };
    await expect(addKey(operator, "late", key)).rejects.toMatchObject(deleted);
    expect((await fixture.get("/balance")).status).toBe(401);
    expect((await fixture.browser.get("/account")).url).toContain("/sign-in");
    expect(await readdir(join(fixture.dataFolder, "audio"))).toEqual([]);
    expect((await fixture.get("/balance", keyOfBen)).json.credits).toBe(987);
    expect((await operate(operator, "accounts list", pseudonym)).rows).toMatchObject([
      { state: "deleted", available: 0, reserved: 0, spent: 38, stories: 0 },
    ]);
    expect(await findImbalances(operator.store)).toEqual([]);
    for (const table of ["accounts", "stories", "movements", "credentials", "audit_log", "funds", "books"]) {
      const rows = JSON.stringify(await query(fixture.dataFolder, `SELECT * FROM ${table}`));
      expect([table, /"ann"|secret garden|Ann Arbor|"A reader"/.exec(rows)?.[0]]).toEqual([table, undefined]);
    }
    const log = await readLog(operator.store, { accountId: pseudonym, limit: 100 });
    expect(log.at(-1)).toMatchObject({ what: "account deleted", actor: "operator olga" });
  });

  it("is not deleted while work on it is not done", async () => {
    const fixture = await startOAuthFixture();
    const operator = await operatorOf(fixture);
    await fixture.post("/stories", plainStory);
    await expect(deleteAccount(operator, "ann")).rejects.toMatchObject({
      problem: { code: "work_under_way", jobs: 1 },
    });
    await fixture.write();
    expect((await deleteAccount(operator, "ann")).document).toMatchObject({ stories: 1 });
  });
});

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

const countIn = async ({ dataFolder }: OAuthFixture, table: string): Promise<number> =>
  (await query<{ n: number }>(dataFolder, `SELECT COUNT(*) AS n FROM ${table}`))[0]?.n ?? -1;

/** Lets time pass, and then the hour until the service tidies up. */
async function passAndTidy(fixture: OAuthFixture, ms: number): Promise<void> {
  const tidied = () =>
    fixture.world.lines.filter(({ message }) => message === "expired data was removed").length;
  const before = tidied();
  fixture.world.pass(ms + hourMs);
  await passUntilLogged(fixture, "expired data was removed", before + 1);
}

describe("a running service removes in time", () => {
  it("sessions, access tokens and consents that nobody picked up, but no used token of a live connection", async () => {
    const fixture = await startOAuthFixture();
    const { refresh_token } = await fixture.connect();
    const renewed = (await fixture.refresh(refresh_token)).json;
    await fixture.code();
    expect(await countIn(fixture, "sessions")).toBe(1);
    await passAndTidy(fixture, 13 * hourMs);
    expect(await countIn(fixture, "sessions")).toBe(0);
    // The keys of the two accounts stay, and of the codes the one that became the connection.
    expect(await countIn(fixture, "bearers")).toBe(2);
    expect(await countIn(fixture, "oauth_codes")).toBe(1);
    expect(await countIn(fixture, "refresh_tokens")).toBe(2);
    expect((await fixture.get("/balance")).status).toBe(200);
    // Using the first one again still ends the connection.
    expect((await fixture.refresh(refresh_token)).json.error).toBe("invalid_grant");
    expect((await fixture.refresh(renewed.refresh_token)).json.error).toBe("invalid_grant");
    await passAndTidy(fixture, hourMs);
    expect(await countIn(fixture, "refresh_tokens")).toBe(0);
    expect(await countIn(fixture, "oauth_codes")).toBe(0);
  });

  it("connections' tokens once they can't be renewed, and programs without a connection after ninety days", async () => {
    const fixture = await startOAuthFixture();
    await fixture.connect();
    await fixture.register({ redirect_uris: ["http://127.0.0.1/other"], client_name: "never used" });
    await passAndTidy(fixture, 31 * dayMs);
    expect(await countIn(fixture, "refresh_tokens")).toBe(0);
    expect(await countIn(fixture, "oauth_clients")).toBe(2);
    await passAndTidy(fixture, 60 * dayMs);
    expect(await query(fixture.dataFolder, "SELECT name FROM oauth_clients")).toHaveLength(1);
  });

  it("paid starts out of their window, and sentinels' refusals after thirty days", async () => {
    const fixture = await startOAuthFixture();
    await fixture.post("/stories", { ...spokenStory, topic: "[[rate-limit]]" });
    await fixture.post("/stories", spokenStory);
    expect([await countIn(fixture, "paid_starts"), await countIn(fixture, "sentinel_refusals")]).toEqual([
      1, 1,
    ]);
    await passAndTidy(fixture, 1);
    expect([await countIn(fixture, "paid_starts"), await countIn(fixture, "sentinel_refusals")]).toEqual([
      0, 1,
    ]);
    await passAndTidy(fixture, 30 * dayMs);
    expect(await countIn(fixture, "sentinel_refusals")).toBe(0);
  });

  it("recordings that no book has, a day after they were made, and no other file", async () => {
    const fixture = await startOAuthFixture();
    const { bookId } = await fixture.makeBook();
    const folder = join(fixture.dataFolder, "audio");
    await mkdir(folder, { recursive: true });
    const ofOthers = "5f0e0a62-1f3c-4b43-8f6d-0d6c1b2a3f40.1.mp3";
    const orphans = [
      `${bookId}.9.mp3`,
      `${bookId}.mp3.coursebinder.part`,
      `${bookId}.3.mp3.2.coursebinder.part`,
      ofOthers,
    ];
    for (const name of [...orphans, "notes.txt"]) await writeFile(join(folder, name), silentMp3(1));
    const own = (await readdir(folder)).filter((name) => ![...orphans, "notes.txt"].includes(name));
    expect(own).toHaveLength(1);
    const touch = async (age: number): Promise<void> => {
      const at = new Date(fixture.world.now() - age);
      for (const name of await readdir(folder)) await utimes(join(folder, name), at, at);
    };
    await touch(0);
    await passAndTidy(fixture, 1);
    expect(await readdir(folder)).toHaveLength(6);
    await touch(2 * dayMs);
    await passAndTidy(fixture, 1);
    expect((await readdir(folder)).sort()).toEqual([...own, "notes.txt"].sort());
    await fixture.browser.signIn("ann", "ann-signs-in");
    expect((await fixture.browser.get(`/books/${bookId}/audio`)).status).toBe(200);
  });
});
