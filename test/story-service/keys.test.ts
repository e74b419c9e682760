import { describe, expect, it } from "vitest";
import { coursebinderHere } from "../e2e/fixtures/in-this-process.ts";
import { type Fixture, plainStory, query, startRig } from "./fixtures.ts";
import { startOAuthFixture } from "./oauth/oauth-fixtures.ts";
import { formTo, PlainBrowser } from "./pages/plain-browser.ts";

const keyIn = (text: string): string => /sk_live_[A-Za-z0-9_-]{43}(?![A-Za-z0-9_-])/.exec(text)?.[0] ?? "";

describe("the key settings page (interface 5.1)", () => {
  it("creates a key with a name, chosen scopes and a monthly cap, and shows the secret once", async () => {
    const fixture = await startOAuthFixture();
    const page = await fixture.browser.signIn("ann", "ann-signs-in", "/settings/keys");
    expect(page.url).toBe(`${fixture.service.appUrl}/settings/keys`);
    const form = formTo(page, "/settings/keys");
    const made = await fixture.browser.submit(form, {
      name: "my <i>key</i>",
      scope: ["account:read", "stories:write"],
      cap: "20",
    });
    const key = keyIn(made.html);
    expect(key).not.toBe("");
    expect(made.html).toContain("my &lt;i&gt;key&lt;/i&gt;");
    expect(made.headers["cache-control"]).toBe("no-store");
    expect((await fixture.get("/balance", key)).status).toBe(200);
    expect((await fixture.get("/books", key)).status).toBe(403);
    expect((await fixture.post("/stories", plainStory, key)).status).toBe(202);
    expect((await fixture.post("/stories", plainStory, key)).status).toBe(402);
    const later = await fixture.browser.get("/settings/keys");
    expect(later.text).toContain("my <i>key</i>");
    expect(later.text).toContain("13 credits of at most 20");
    expect(later.html).not.toContain(key);
    expect(JSON.stringify(await query(fixture.dataFolder, "SELECT * FROM bearers"))).not.toContain(key);
  });

  it("shows when a key was last used, and revokes it with effect from the next request", async () => {
    const fixture = await startOAuthFixture();
    const page = await fixture.browser.signIn("ann", "ann-signs-in", "/settings/keys");
    const made = await fixture.browser.submit(formTo(page, "/settings/keys"), { name: "second" });
    const key = keyIn(made.html);
    expect(made.text).toMatch(/second May .* Last used never/);
    fixture.world.pass(3_600_000);
    expect((await fixture.get("/balance", key)).status).toBe(200);
    const used = await fixture.browser.get("/settings/keys");
    expect(used.text).toMatch(/second May .* Last used 2026-03-10 13:00 UTC/);
    const revoke = used.forms.find(({ inside }) => inside.includes("Revoke second"));
    const after = await fixture.browser.submit(revoke);
    expect(after.text).not.toContain("second");
    expect((await fixture.get("/balance", key)).status).toBe(401);
    expect((await fixture.get("/balance")).status).toBe(200);
  });

  it("explains refusals in words, and allows at most 20 keys and connections at once (part 8)", async () => {
    const fixture = await startOAuthFixture();
    const page = await fixture.browser.signIn("ann", "ann-signs-in", "/settings/keys");
    const form = formTo(page, "/settings/keys");
    for (const values of [
      { name: " " },
      { name: "x".repeat(101) },
      { name: "k", scope: [] },
      { name: "k", cap: "100001" },
    ]) {
      const refused = await fixture.browser.submit(form, values);
      expect([values, refused.status, keyIn(refused.html)]).toEqual([values, 400, ""]);
    }
    expect((await fixture.browser.submit(form, { name: "main" })).status).toBe(409);
    for (let n = 2; n <= 20; n += 1) {
      expect((await fixture.browser.submit(form, { name: `key ${n}` })).status).toBe(200);
    }
    const full = await fixture.browser.submit(form, { name: "one more" });
    expect(full.status).toBe(409);
    expect(full.text).toContain("the maximum number of keys and connections");
    const list = await fixture.browser.get("/settings/keys");
    await fixture.browser.submit(list.forms.find(({ inside }) => inside.includes("Revoke key 7")));
    expect((await fixture.browser.submit(form, { name: "one more" })).status).toBe(200);
  });

  it("belongs to one account: others can neither see nor revoke its keys, and a key can't be used to sign in", async () => {
    const fixture = await startOAuthFixture();
    const page = await fixture.browser.signIn("ann", "ann-signs-in", "/settings/keys");
    const revoke = page.forms.find(({ inside }) => inside.includes("Revoke main"));
    const other = new PlainBrowser(fixture.service.appUrl);
    const own = await other.signIn("ben", "ben-signs-in", "/settings/keys");
    const token = own.forms[0]?.fields.find(({ name }) => name === "token")?.value ?? "";
    expect((await other.submit(revoke, { token })).status).toBe(404);
    expect((await fixture.browser.submit(revoke, { token })).status).toBe(403);
    expect((await fixture.get("/balance")).status).toBe(200);
    const stranger = new PlainBrowser(fixture.service.appUrl);
    expect((await stranger.signIn("ann", `sk_live_${"a".repeat(43)}`)).status).toBe(401);
    expect((await stranger.get("/settings/keys")).url).toContain("/sign-in");
  });
});

describe("signing in (reliability of the pages)", () => {
  it("refuses wrong secrets, unknown and closed accounts alike, and makes an address wait after ten tries", async () => {
    const fixture = await startOAuthFixture({
      config: `accounts:
  - { id: ann, signIn: ann-signs-in }
  - { id: bea, signIn: bea-signs-in, banned: true }
  - { id: cid }`,
    });
    const sentences = new Set<string>();
    for (const [id, secret] of Object.entries({ ann: "wrong", nobody: "x", bea: "bea-signs-in", cid: "" })) {
      const refused = await new PlainBrowser(fixture.service.appUrl).signIn(id, secret);
      expect(refused.status).toBe(401);
      sentences.add(/role="alert">([^<]*)/.exec(refused.html)?.[1] ?? "");
    }
    expect([...sentences]).toEqual(["The account or its secret is wrong, or the account is closed."]);
    for (let n = 0; n < 9; n += 1) expect((await fixture.browser.signIn("ann", "wrong")).status).toBe(401);
    const limited = await fixture.browser.signIn("ann", "ann-signs-in");
    expect([limited.status, limited.headers["retry-after"]]).toEqual([429, "600"]);
    fixture.world.pass(600_000);
    expect((await fixture.browser.signIn("ann", "ann-signs-in")).status).toBe(200);
  });

  it("gives the session a new cookie that scripts and other sites' forms do not get, and signing out or twelve hours end it", async () => {
    const fixture = await startOAuthFixture();
    const before = await fixture.browser.get("/sign-in");
    expect(String(before.headers["set-cookie"])).toMatch(
      /^stories_\d+=st_session_[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax$/,
    );
    expect(before.headers["strict-transport-security"]).toBeUndefined();
    const [early] = [...fixture.browser.cookies.values()];
    const home = await fixture.browser.signIn("ann", "ann-signs-in", "https://example.org/");
    expect(home.url).toBe(`${fixture.service.appUrl}/`);
    const [late] = [...fixture.browser.cookies.values()];
    expect(late).not.toBe(early);
    await fixture.browser.submit(formTo(home, "/sign-out"));
    expect((await fixture.browser.get("/account")).url).toContain("/sign-in?next=%2Faccount");
    await fixture.browser.signIn("ann", "ann-signs-in");
    fixture.world.pass(12 * 3_600_000 - 1);
    expect((await fixture.browser.get("/account")).url).toBe(`${fixture.service.appUrl}/account`);
    fixture.world.pass(1);
    expect((await fixture.browser.get("/account")).url).toContain("/sign-in");
  });
});

it("books and money on pages (interface 2.3, 4.7) open a finished audiobook at book.url: its owner signs in first, and can listen and read along", async () => {
  const fixture = await startOAuthFixture();
  const { storyId } = await fixture.beginBook({ topic: "A <script>walk", lang: "ar" });
  const { book } = await fixture.story(storyId);
  expect((await fixture.browser.get(book.url)).url).toContain("/sign-in");
  const early = await fixture.browser.signIn("ann", "ann-signs-in", new URL(book.url).pathname);
  expect(early.text).toContain("Load the page again");
  await fixture.narrate();
  const page = await fixture.browser.get(book.url);
  expect(page.html).toContain('lang="ar" dir="rtl"');
  expect(page.html).not.toContain("<script");
  expect(page.text).toContain("It was a good day.");
  expect(page.headers["content-security-policy"]).toContain("default-src 'none'");
  expect(page.html).toContain(`src="/books/${book.id}/audio"`);
  expect((await fixture.browser.get("/books")).html).toContain(`/books/${book.id}`);
  const other = new PlainBrowser(fixture.service.appUrl);
  await other.signIn("ben", "ben-signs-in");
  for (const path of [`/books/${book.id}`, `/books/${book.id}/audio`, `/books/${book.id}/export`]) {
    expect([path, (await other.get(path)).status]).toEqual([path, 404]);
    expect([path, (await fixture.browser.get(path)).status]).toEqual([path, 200]);
  }
  const history = await fixture.browser.get("/account");
  expect(history.text).toContain("975 credits left");
  expect(history.text).toMatch(
    /Audiobook −12 About A <script>walk .* Writing −13 About .* 25 held .* Opening balance \+1,000/,
  );
});

const several = "accounts: [{ id: demo }, { id: ann }, { id: ben }]";

const keysOf =
  ({ dataFolder }: Fixture) =>
  (...args: string[]) =>
    coursebinderHere(["serve", "keys", ...args, "--data", dataFolder], { cwd: dataFolder });

it("coursebinder serve keys, among several accounts makes, lists and revokes keys of the account that it was told alone, even where one is called demo, and says whose they are", async () => {
  const fixture = await startRig({ config: several });
  const keys = keysOf(fixture);
  for (const args of [
    ["add", "ci"],
    ["revoke", "ci"],
  ]) {
    const refused = await keys(...args);
    expect([refused.code, refused.stdout]).toEqual([2, ""]);
    expect(refused.stderr).toContain("There are these accounts: ann, ben, demo.");
  }
  expect((await keys("list")).stdout).toBe("There are no keys.\n");
  const made = await keys("add", "p1", "--account", "ann");
  expect(made.stderr).toContain("This is the key p1 of ann, shown only once");
  expect((await keys("list")).stdout).toMatch(/^ann +key +p1 .* no cap +never$/m);
  const asDocument = JSON.parse((await keys("add", "p1", "--account", "ben", "--json")).stdout);
  expect(asDocument).toMatchObject({ ok: true, name: "p1", account: "ben" });
  expect((await keys("list", "--account", "demo")).stdout).toBe("demo has no keys.\n");
  const wrong = await keys("revoke", "p1", "--account", "demo");
  expect([wrong.code, wrong.stderr]).toEqual([
    2,
    expect.stringMatching(/The account demo has no key or connection p1; .*serve keys list --data /),
  ]);
  const [ann, ben] = [made.stdout.trim(), asDocument.key];
  for (const key of [ann, ben]) expect((await fixture.get("/balance", key)).status).toBe(200);
  const revoked = await keys("revoke", "p1", "--account", "ben", "--json");
  expect(JSON.parse(revoked.stdout)).toMatchObject({ revoked: 1, account: "ben" });
  expect((await fixture.get("/balance", ann)).status).toBe(200);
  expect((await fixture.get("/balance", ben)).status).toBe(401);
});

describe("coursebinder serve keys, with one account", () => {
  it.for(["", "accounts: [{ id: ann }]"])("takes that one: %j", async (config) => {
    const fixture = await startRig({ config });
    if (config === "") await fixture.service.handOverDemo();
    const keys = keysOf(fixture);
    const id = config === "" ? "demo" : "ann";
    const made = await keys("add", "ci", "--scopes", "account:read", "--cap", "5");
    const key = keyIn(made.stdout);
    // Alone, for scripts.
    expect(made.stdout).toBe(`${key}\n`);
    expect(made.stderr).toContain(`the key ci of ${id}`);
    expect(made.stderr).not.toContain(key);
    expect((await fixture.get("/balance", key)).status).toBe(200);
    expect((await fixture.get("/books", key)).status).toBe(403);
    const listed = (await keys("list", "--json")).stdout;
    const shown = { name: "ci", scopes: ["account:read"], cap: 5, kind: "key" };
    expect(JSON.parse(listed).keys).toContainEqual(expect.objectContaining(shown));
    expect(listed).not.toContain(key);
    expect((await keys("revoke", "ci")).stdout).toBe(`Revoked: ci of ${id}\n`);
    expect((await fixture.get("/balance", key)).status).toBe(401);
    expect((await keys("revoke", "ci")).code).toBe(2);
  });

  it("respects the configured number of keys, as the settings page does", async () => {
    const keys = keysOf(await startRig({ config: "limits: { keys: 1 }\naccounts: [{ id: ann }]" }));
    expect((await keys("add", "first")).code).toBe(0);
    const refused = await keys("add", "second", "--json");
    expect([refused.code, JSON.parse(refused.stdout).problems[0].code]).toEqual([2, "key_not_made"]);
  });
});
