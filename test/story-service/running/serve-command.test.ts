import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { coursebinder } from "../../fixtures.ts";
import { call } from "../call.ts";
import { keyOfAnn, plainStory, query, restart, secretOf, startRig, tempFolder } from "../fixtures.ts";
import { PlainBrowser } from "../pages/plain-browser.ts";
import { serveProcess } from "../serve-process.ts";

const example = readFileSync("courses/local-service.yaml", "utf8");
const publicUrl = "publicUrl: https://stories.example.org\n";
const anew = { config: "" } as const;

describe("coursebinder serve", () => {
  it.each([
    [
      "--clock says, whatever the configuration says",
      ["--clock", "2027-03-01T00:00:00+01:00"],
      /^2027-02-28T23:0/,
    ],
    ["the configuration says", [], /^2026-01-31T23:5/],
  ] as const)("starts at the time that %s, with the configuration's keys alone", async (_, args, time) => {
    const config = example.replace("# clock:", "clock:").replace(/sk_live_\w+/, keyOfAnn);
    const { post, url } = await serveProcess(args, { config });
    const made = await post("/stories", plainStory);
    expect(made).toMatchObject({ status: 202, json: { createdAt: expect.stringMatching(time) } });
    const other = await call(`${url}/balance`, { method: "GET", key: secretOf("x") });
    expect(other.status).toBe(401);
  });

  it.for(["yesterday", "2026-01-31", "2026-02-30T00:00:00Z", "2026-01-31T25:00:00Z", "1769904000"])(
    "does not start with the clock %j, and shows the right format",
    async (clock) => {
      const folder = await tempFolder();
      const refused = await coursebinder(["serve", "--port", "0", "--clock", clock], { cwd: folder });
      expect(refused.code).toBe(2);
      expect(refused.stderr).toContain("--clock");
      expect(refused.stderr).toContain("2026-01-31T23:59:50Z");
    },
  );

  it.for(["serve", "serve keys list", "serve keys add", "serve keys revoke", "serve audit"])(
    "lists in the help of %s only flags that have an effect",
    async (verbs) => {
      const { stdout } = await coursebinder([...verbs.split(" "), "--help"]);
      for (const flag of ["--data", "--json", "--log-level"]) expect(stdout).toContain(flag);
      for (const flag of ["--service", "--ledger", "--out", "--local"])
        expect(stdout).not.toMatch(new RegExp(`^ *${flag} `, "m"));
    },
  );

  it.each([
    [
      ["--web"],
      "--web and --worker no longer exist: every process of a service answers requests and does the work",
    ],
    [["--worker", "--port", "4011"], "--web and --worker no longer exist"],
    [
      ["--config", "tls.yaml"],
      "tls (line 1): is no longer supported: the service speaks plain HTTP, and a proxy",
    ],
  ])("refuses what is gone, %j, and names what replaces it", async (args, said) => {
    const folder = await tempFolder();
    writeFileSync(join(folder, "tls.yaml"), "tls: { key: privkey.pem, certificate: fullchain.pem }\n");
    const { code, stderr } = await coursebinder(["serve", ...args], { cwd: folder });
    expect([code, stderr]).toEqual([2, expect.stringContaining(said)]);
  });

  it("still accepts the common flags that have no effect there", async () => {
    const service = "https://stories.example/api/v1";
    const { get } = await serveProcess(["--out", "elsewhere", "--local", "--service", service]);
    expect((await get("/balance")).status).toBe(200);
  });
});

describe("the demo account", () => {
  it("is shown with its key and sign-in at the first start on a folder that succeeds, and never again", async () => {
    const cwd = await tempFolder();
    const { port } = new URL((await startRig()).service.url);
    const taken = await coursebinder(["serve", "--port", port], { cwd });
    expect([taken.code, taken.stderr]).toEqual([7, expect.stringContaining(`port ${port} on 127.0.0.1`)]);
    const first = await serveProcess([], { cwd });
    expect(first.key).toMatch(/^sk_live_[A-Za-z0-9_-]{43}$/);
    const balance = { credits: 100_000, plan: "paid", unlimited: false, reserved: 0 };
    expect(await first.balance()).toEqual(balance);
    const { account, secret } = first.signIn;
    expect((await new PlainBrowser(first.appUrl).signIn(account, secret)).status).toBe(200);
    await first.stop();
    const { key, signIn } = await serveProcess([], { cwd });
    expect([key, signIn]).toEqual([undefined, undefined]);
  });

  it("is shown by the first start on a folder in which a rehearsal made it", async () => {
    const fixture = await startRig(anew);
    await fixture.service.mintKey("rehearsal");
    const secrets = await (await restart(fixture, anew)).service.handOverDemo();
    expect(secrets?.signIn.accountId).toBe("demo");
  });

  it("keeps a key that a person gave the same name", async () => {
    const fixture = await startRig(anew);
    const key = await fixture.service.mintKey("demo");
    const again = await restart(fixture, anew);
    expect(await again.service.handOverDemo()).toBeNull();
    expect((await again.get("/balance", key)).status).toBe(200);
  });

  it("is not there when accounts are configured, and keys are minted for the first of them", async () => {
    const fixture = await startRig();
    expect(await fixture.service.handOverDemo()).toBeNull();
    const key = await fixture.service.mintKey("rehearsal");
    await fixture.post("/stories", plainStory);
    expect((await fixture.get("/balance", key)).json.reserved).toBe(13);
  });

  it("mints a key with every scope and revokes the older one with its name", async () => {
    const fixture = await startRig({ config: "" });
    const first = await fixture.service.mintKey("rehearsal");
    expect((await fixture.post("/stories", plainStory, first)).status).toBe(202);
    const second = await fixture.service.mintKey("rehearsal");
    expect((await fixture.get("/balance", first)).status).toBe(401);
    for (const path of ["/balance", "/books", "/levels"])
      expect((await fixture.get(path, second)).status).toBe(200);
  });
});

it("a service with a public address does not start with the published secrets of the example, and shows where they stand", async () => {
  const cwd = await tempFolder();
  writeFileSync(join(cwd, "service.yaml"), publicUrl + example);
  const lines = (publicUrl + example).split("\n");
  const { code, stderr } = await coursebinder(["serve", "--port", "0", "--config", "service.yaml"], { cwd });
  expect(code).toBe(2);
  for (const [name, path] of [
    ["signIn:", "accounts.0.signIn"],
    ["secret:", "accounts.0.keys.0.secret"],
  ] as const) {
    const line = lines.findIndex((text) => text.trimStart().startsWith(name)) + 1;
    expect(stderr).toContain(`service.yaml: ${path} (line ${line}): is the secret of the published example`);
  }
});

it("a service with a public address and no accounts makes no demo account, and says how the first one is made", async () => {
  const cwd = await tempFolder();
  const config = `${publicUrl}trustedProxies: [127.0.0.1]\n`;
  const line = await serveProcess(["--data", "data"], { cwd, config });
  expect([line.key, line.signIn]).toEqual([undefined, undefined]);
  await line.running.lineMatching(/serve admin accounts add .* serve keys add/);
  const run = (...args: string[]) => coursebinder(["serve", ...args, "--data", "data"], { cwd });
  const none = await run("keys", "add", "ci");
  expect([none.code, none.stderr]).toEqual([2, expect.stringContaining("serve admin accounts add")]);
  expect((await run("admin", "accounts", "add", "ann", "--credits", "7")).code).toBe(0);
  const key = (await run("keys", "add", "ci")).stdout.trim();
  const balance = await call(`${line.listensAt}/api/v1/balance`, { method: "GET", key });
  expect([balance.status, balance.json.credits]).toEqual([200, 7]);
});

it("a service whose demo account is older than its public address warns of it, and of a clock of its own, and shows no new secrets", async () => {
  const first = await startRig({ config: "" });
  const later = await restart(first, { config: `${publicUrl}clock: "2026-01-31T23:50:00Z"` });
  expect(await later.service.handOverDemo()).toBeNull();
  const warnings = later.world.lines.filter(({ level }) => level === "warn").map(({ message }) => message);
  expect(warnings).toContainEqual(expect.stringContaining("accounts ban demo"));
  expect(warnings).toContainEqual(expect.stringContaining("its clock does not start at the real time"));
  expect(await query(first.dataFolder, "SELECT name FROM credentials")).toEqual([]);
});
