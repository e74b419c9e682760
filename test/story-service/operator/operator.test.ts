import { describe, expect, it } from "vitest";
import { readLog } from "../../../src/story-service/accounts/audit-log.ts";
import { healthOf } from "../../../src/story-service/operator/health.ts";
import { keyOfBen, plainStory, startRig } from "../fixtures.ts";
import { startOAuthFixture } from "../oauth/oauth-fixtures.ts";
import { formTo, PlainBrowser } from "../pages/plain-browser.ts";
import { operate, operatorOf } from "./operator-fixtures.ts";

describe("a change of an account by the operator", () => {
  it("takes effect on the next request of a running service: a ban closes keys, tokens and sessions, and lifting it opens them", async () => {
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
});

describe("credits that the operator moves", () => {
  it("are there at the next request, once for each reference however often at the same time, and their owner reads why", async () => {
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
