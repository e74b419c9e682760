import { describe, expect, it } from "vitest";
import { readLog } from "../../../src/story-service/accounts/audit-log.ts";
import type { Operator } from "../../../src/story-service/operator/operator.ts";
import { keyOfAnn, plainStory } from "../fixtures.ts";
import { type OAuthFixture, startOAuthFixture } from "../oauth/oauth-fixtures.ts";
import { operate, operatorOf } from "../operator/operator-fixtures.ts";
import { formTo, PlainBrowser, type Shown } from "./plain-browser.ts";

interface Desk {
  readonly fixture: OAuthFixture;
  /** Beside the service, as a command has it. */
  readonly command: Operator;
  readonly secret: string;
  /** Where Olga is signed in. */
  readonly browser: PlainBrowser;
}

async function signInAt(browser: PlainBrowser, id: string, secret: string): Promise<Shown> {
  const page = await browser.get("/operator");
  return browser.submit(page.forms[0], { id, secret });
}

async function openDesk(options: Parameters<typeof startOAuthFixture>[0] = {}): Promise<Desk> {
  const fixture = await startOAuthFixture(options);
  const command = await operatorOf(fixture);
  const { secret } = await operate(command, "operators add", "olga");
  const browser = new PlainBrowser(fixture.service.appUrl);
  expect((await signInAt(browser, "olga", secret)).url).toBe(`${fixture.service.appUrl}/operator/accounts`);
  return { fixture, command, secret, browser };
}

const secretIn = ({ html }: Shown): string => /<code class="secret">([^<]*)</.exec(html)?.[1] ?? "";

const logOf = async ({ store }: Operator, accountId: string | null) =>
  (await readLog(store, { accountId, limit: 100 })).map(({ actor, what }) => `${actor}: ${what}`);

describe("the operator's pages", () => {
  it("open to the operator's own secret alone: no account's session, secret or key opens them", async () => {
    const { fixture, secret } = await openDesk();
    const ann = fixture.browser;
    await ann.signIn("ann", "ann-signs-in");
    expect((await ann.get("/operator/accounts")).url).toContain("/operator/sign-in");
    for (const [name, tried] of [
      ["ann", "ann-signs-in"],
      ["olga", "ann-signs-in"],
      ["olga", keyOfAnn],
      ["ann", secret],
    ] as const)
      expect((await signInAt(ann, name, tried)).status).toBe(401);
    // And the other way about.
    expect((await new PlainBrowser(fixture.service.appUrl).signIn("olga", secret)).status).toBe(401);
    expect((await signInAt(ann, "olga", secret)).text).toContain("Accounts");
    expect((await ann.get("/account")).text).toContain("Balance and history");
  });

  it("end with the operator: a removed one is signed out at once; a session ends after two hours, and by signing out", async () => {
    const { fixture, command, secret, browser } = await openDesk();
    const isOpen = async (one = browser) => !(await one.get("/operator/log")).url.includes("/sign-in");
    fixture.world.pass(2 * 3_600_000 - 1);
    expect(await isOpen()).toBe(true);
    fixture.world.pass(1);
    expect(await isOpen()).toBe(false);
    const page = await signInAt(browser, "olga", secret);
    const cookies = new Map(browser.cookies);
    await browser.submit(formTo(page, "/operator/sign-out"));
    // The cookie of before opens nothing either.
    const again = new PlainBrowser(fixture.service.appUrl);
    for (const [name, value] of cookies) again.setCookie(name, value);
    expect([await isOpen(), await isOpen(again)]).toEqual([false, false]);
    await signInAt(browser, "olga", secret);
    await operate(command, "operators remove", "olga");
    expect(await isOpen()).toBe(false);
    expect((await signInAt(browser, "olga", secret)).status).toBe(401);
  });

  it("limit wrong secrets, refuse a form of another site or session, and have cookies that no other site's link carries", async () => {
    const { fixture, browser, secret } = await openDesk();
    const stranger = new PlainBrowser(fixture.service.appUrl);
    const { headers } = await stranger.get("/operator/sign-in");
    expect(headers["set-cookie"]).toMatch(
      /^stories_operator_\d+=st_session_[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict$/,
    );
    expect(headers["content-security-policy"]).toContain("default-src 'none'");
    expect(headers["cache-control"]).toBe("no-store");
    for (let tried = 0; tried < 10; tried += 1)
      expect((await signInAt(stranger, "olga", "wrong")).status).toBe(401);
    expect((await signInAt(stranger, "olga", secret)).status).toBe(429);
    const form = formTo(await browser.get("/operator/account/ben/plan"), "/ben/plan");
    const free = { plan: "free" };
    expect((await browser.submit(form, free, { origin: "https://elsewhere.example" })).status).toBe(403);
    expect((await browser.submit(form, { ...free, token: "x".repeat(43) })).status).toBe(403);
    expect((await stranger.submit(form, free)).status).toBe(403);
    expect((await browser.get("/operator/account/ben")).text).toContain("ben paid");
    expect((await browser.submit(form, free, { origin: fixture.service.appUrl })).text).toContain(
      "ben has the plan free.",
    );
  });
});

it("accounts on the operator's pages are found by a part of their names, made with a secret that is shown once, and confirmed", async () => {
  const { fixture, browser } = await openDesk();
  expect((await browser.get("/operator/accounts?search=ANN")).text).toMatch(
    /ann paid 1000 0 0 0 open(?!.*ben)/,
  );
  expect((await browser.get("/operator/accounts?search=%25")).text).toContain("No name contains that.");
  const form = formTo(await browser.get("/operator/accounts/add"), "/accounts/add");
  const wish = { target: "cid", plan: "free", credits: "50", unconfirmed: "yes" };
  const made = await browser.submit(form, wish);
  const cid = new PlainBrowser(fixture.service.appUrl);
  expect((await cid.signIn("cid", secretIn(made))).status).toBe(401);
  const account = await browser.get("/operator/account/cid");
  expect(account.text).toContain("not confirmed");
  expect(account.html).toContain('href="/operator/account/cid/confirm"');
  await browser.submit(formTo(await browser.get("/operator/account/cid/confirm"), "/confirm"));
  expect((await cid.signIn("cid", secretIn(made), "/account")).text).toContain("50 credits left");
  expect(await browser.submit(form, wish)).toMatchObject({
    status: 409,
    text: expect.stringContaining("The account cid already exists"),
  });
  expect((await browser.submit(form, { ...wish, target: "c d" })).status).toBe(400);
  const ask = await browser.get("/operator/account/cid/secret");
  const renewed = await browser.submit(formTo(ask, "/secret"));
  expect((await cid.get("/account")).url).toContain("/sign-in");
  expect((await cid.signIn("cid", secretIn(renewed), "/account")).text).toContain("50 credits left");
});

describe("credits on the operator's pages", () => {
  it("are added once for each form, however often it is sent, with the reason in the books", async () => {
    const { fixture, command, browser } = await openDesk();
    const form = formTo(await browser.get("/operator/account/ann/credits"), "/credits");
    const values = { add: "100", reason: "invoice <17>" };
    const pages = await Promise.all([browser.submit(form, values), browser.submit(form, values)]);
    expect(pages.map(({ text }) => text.includes("this was done before")).toSorted()).toEqual([false, true]);
    expect((await fixture.balance()).credits).toBe(1100);
    expect((await operate(command, "credits", "ann")).rows?.[1]).toMatchObject({
      credits: 100,
      reason: "invoice <17>",
    });
    expect(pages[0]?.html).toContain("invoice &lt;17&gt;");
    expect(await logOf(command, "ann")).toEqual(["operator olga: credits added"]);
    // The same form for something else is refused as the command refuses it.
    const other = await browser.submit(form, { ...values, add: "99" });
    expect([other.status, other.text]).toEqual([
      409,
      expect.stringContaining("was already used for something else"),
    ]);
  });

  it("are taken away, never those that stories have reserved", async () => {
    const { fixture, browser } = await openDesk();
    const form = formTo(await browser.get("/operator/account/ann/credits"), "/credits");
    await fixture.post("/stories", plainStory);
    const refused = await browser.submit(form, { add: "-988", reason: "entered twice" });
    expect([refused.status, refused.text]).toEqual([
      409,
      expect.stringContaining("ann has 987 credits that no story has reserved, so 988 can't be taken away."),
    ]);
    // What was typed is still there.
    const done = await browser.submit(formTo(refused, "/credits"), { add: "-987" });
    expect(done.text).toContain("ann: took 987 credits away");
    for (const wrong of [{ add: "0" }, { add: "1.5" }, { add: "" }, { reason: "  " }, { reference: "" }]) {
      const values = { add: "1", reason: "x", ...wrong };
      expect([wrong, (await browser.submit(form, values)).status]).toEqual([wrong, 400]);
    }
    expect(await fixture.balance()).toMatchObject({ credits: 13, reserved: 13 });
  });
});

it("an account's page shows its newest stories, and why one failed, as the command does, and offers what would change it", async () => {
  const { fixture, command, browser } = await openDesk();
  await fixture.order({ ...plainStory, topic: "A quiet day" });
  await fixture.write();
  await fixture.order({ ...plainStory, topic: "<i>Rain</i> [[fail-writing]]" });
  fixture.world.pass(2_000);
  await fixture.world.logged("writing failed");
  expect((await browser.get("/operator/account/ann")).text).toMatch(
    /Stories .* failed <i>Rain<\/i> \[\[fail-writing\]\] .* could not be written: .* written A quiet day/,
  );
  const page = await browser.get("/operator/account/ann");
  expect(page.html).toContain('href="/operator/account/ann/ban"');
  expect(page.html).not.toMatch(/ann\/(unban|confirm)"/);
  await browser.submit(formTo(await browser.get("/operator/account/ann/ban"), "/ban"));
  const banned = await browser.get("/operator/account/ann");
  expect(banned.html).toContain('href="/operator/account/ann/unban"');
  expect(banned.html).not.toContain('ann/ban"');
  const [failed] = (await operate(command, "stories", "ann", { lines: 1 })).rows ?? [];
  expect(failed).toMatchObject({ status: "failed", reason: expect.stringContaining("could not be written") });
  expect((await browser.get("/operator/account/ben")).text).toContain("The account has no stories.");
});

it("health and log on the operator's pages say how the service is, and who did what, of one account or of all, the newest first", async () => {
  const { command, browser } = await openDesk();
  expect((await browser.get("/operator/health")).text).toContain("All is well");
  await operate(command, "accounts add", "cid", { credits: 5 });
  expect((await browser.get("/operator/log")).text).toMatch(
    /operator olga account added cid .* operator olga operator signed in/,
  );
  expect((await browser.get("/operator/log?account=cid")).text).not.toContain("operator signed in");
  await command.store.run(
    "UPDATE funds SET credits = credits + 1 WHERE account_id = 'ben' AND fund = 'available'",
  );
  expect((await browser.get("/operator/health")).text).toContain("The books don't balance: ben");
});
