import { describe, expect, it } from "vitest";
import { CuttingProxy } from "../../ledger/postgres/database/cutting-proxy.ts";
import { addressOf } from "../../ledger/postgres/fixtures.ts";
import { call, type Reply } from "../call.ts";
import { databaseOf, putDatabase, usePostgres } from "../engine.ts";
import {
  type Fixture,
  keyOfAnn,
  plainStory,
  query,
  secretOf,
  startRig,
  tempFolder,
  undo,
} from "../fixtures.ts";
import { PlainBrowser } from "../pages/plain-browser.ts";

usePostgres();

const reader = "{ id: ann, signIn: ann-signs-in, credits: 1000, keys: [{ name: k, secret: ";
const config = `accounts: [${reader}${keyOfAnn} }] }]\n`;

/** Two services on one database and one folder, as two processes of one service are, that count by the database's clock. */
async function twoServices(): Promise<readonly [Fixture, Fixture]> {
  const one = await startRig({ config, countsInRealTime: true });
  return [
    one,
    await startRig({ config, countsInRealTime: true, dataFolder: one.dataFolder, world: one.world }),
  ];
}

/** So many calls at once, by turns to the one and to the other. */
function atOnce(services: readonly Fixture[], count: number, send: (to: Fixture) => Promise<Reply>) {
  return Promise.all(Array.from({ length: count }, (_, n) => send(services[n % services.length] as Fixture)));
}

/** How many got each status. Each that is refused for a limit is told to wait for the rest of its window. */
function tally(replies: readonly Reply[], windowSeconds: number): Record<number, number> {
  const counts: Record<number, number> = {};
  for (const { status, headers } of replies) {
    counts[status] = (counts[status] ?? 0) + 1;
    if (status !== 429) continue;
    expect(Number(headers["retry-after"])).toBeLessThanOrEqual(windowSeconds);
    // The machine may be busy; nobody waits longer than this for the others.
    expect(Number(headers["retry-after"])).toBeGreaterThan(windowSeconds - 30);
  }
  return counts;
}

const form = (to: Fixture, path: string, fields: Record<string, string>, headers = {}): Promise<Reply> =>
  call(to.service.appUrl + path, {
    method: "POST",
    body: new URLSearchParams(fields).toString(),
    headers: { "content-type": "application/x-www-form-urlencoded", ...headers },
  });

describe("two processes of a service together", () => {
  it("admit exactly 60 of 100 simultaneous calls of a key", async () => {
    const services = await twoServices();
    const replies = await atOnce(services, 100, ({ get }) => get("/balance"));
    expect(tally(replies, 60)).toEqual({ 200: 60, 429: 40 });
    for (const { headers } of replies)
      expect(headers["ratelimit-policy"]).toBe('"calls";q=60;w=60, "paid-starts";q=20;w=600;audiobooks');
  });

  it("refuse a key's call at the one for exactly as long as its calls at the other are in the window", async () => {
    const three = config.replace("accounts", "limits: { calls: 3/1m }\naccounts");
    const one = await startRig({ config: three });
    const other = await startRig({ config: three, dataFolder: one.dataFolder, world: one.world });
    for (const gapMs of [0, 7_300, 1_000]) {
      one.world.pass(gapMs);
      expect((await one.get("/balance")).status).toBe(200);
    }
    one.world.pass(2_500);
    const waitAt = async ({ get }: Fixture) => Number((await get("/books")).headers["retry-after"] ?? 0);
    expect([await waitAt(one), await waitAt(other)]).toEqual([50, 50]);
    one.world.pass(49_000);
    expect([await waitAt(one), await waitAt(other)]).toEqual([1, 1]);
    one.world.pass(1_000);
    expect([await waitAt(other), await waitAt(one)]).toEqual([0, 7]);
  });

  it("do not count a call that another limit refused, whichever of them it came to", async () => {
    const limits = "limits: { calls: 4/1m, paidStarts: 1/10m }\naccounts";
    const one = await startRig({ config: config.replace("accounts", limits) });
    const other = await startRig({
      config: config.replace("accounts", limits),
      dataFolder: one.dataFolder,
      world: one.world,
    });
    expect((await one.post("/stories", plainStory)).status).toBe(202);
    const refusals = await atOnce([one, other], 3, ({ post }) => post("/stories", plainStory));
    expect(refusals.map(({ headers }) => headers["retry-after"])).toEqual(["600", "600", "600"]);
    const replies = await atOnce([one, other], 6, ({ get }) => get("/balance"));
    expect(tally(replies, 60)).toEqual({ 200: 3, 429: 3 });
  });

  it("refuse exactly 30 invalid keys of an address as such, and then every call from there", async () => {
    const services = await twoServices();
    const replies = await atOnce(services, 60, ({ get }) => get("/balance", secretOf("z")));
    expect(tally(replies, 60)).toEqual({ 401: 30, 429: 30 });
    for (const { get } of services) expect(tally([await get("/balance")], 60)).toEqual({ 429: 1 });
  });

  it("compare exactly ten wrong sign-in secrets of an account, and forget those that were right", async () => {
    const services = await twoServices();
    const pages = await Promise.all(
      services.map(async (to) => {
        const browser = new PlainBrowser(to.service.appUrl);
        const { forms } = await browser.get("/sign-in");
        const token = forms[0]?.fields.find(({ name }) => name === "token")?.value ?? "";
        return { to, token, cookie: [...browser.cookies].map((pair) => pair.join("=")).join("; ") };
      }),
    );
    const signIn = (n: number, secret: string) => {
      const { to, token, cookie } = pages[n % pages.length] as (typeof pages)[number];
      return form(to, "/sign-in", { token, id: "ann", secret }, { cookie });
    };
    const right = [0, 1, 0, 1].map((n) => signIn(n, "ann-signs-in"));
    expect(tally(await Promise.all(right), 600)).toEqual({ 303: 4 });
    const wrong = Array.from({ length: 24 }, (_, n) => signIn(n, "a guess"));
    expect(tally(await Promise.all(wrong), 600)).toEqual({ 401: 10, 429: 14 });
    expect(tally([await signIn(0, "ann-signs-in"), await signIn(1, "ann-signs-in")], 600)).toEqual({
      429: 2,
    });
  });

  it("register exactly 20 clients of an address in an hour", async () => {
    const services = await twoServices();
    const body = JSON.stringify({ redirect_uris: ["http://127.0.0.1:49152/callback"] });
    const replies = await atOnce(services, 50, ({ service }) =>
      call(`${service.appUrl}/api/oauth/register`, { method: "POST", body }),
    );
    expect(tally(replies, 3_600)).toEqual({ 201: 20, 429: 30 });
  });

  it("look at exactly 60 token requests of an address in a minute", async () => {
    const services = await twoServices();
    const fields = { grant_type: "refresh_token", client_id: "nobody", refresh_token: "none" };
    const replies = await atOnce(services, 100, (to) => form(to, "/api/oauth/token", fields));
    expect(tally(replies, 60)).toEqual({ 401: 60, 429: 40 });
  });

  it("count MCP messages together", async () => {
    const services = await twoServices();
    const headers = { accept: "application/json, text/event-stream" };
    const message = JSON.stringify({ jsonrpc: "2.0", method: "notifications/initialized" });
    const body = `[${Array(200).fill(message).join(",")}]`;
    const replies = await atOnce(services, 8, ({ service }) =>
      call(service.mcpUrl, { method: "POST", key: keyOfAnn, body, headers }),
    );
    expect(tally(replies, 60)[429]).toBe(5);
  });

  it("keep no row of what they counted once its window has passed, and never an address", async () => {
    const one = await startRig({ config });
    await one.get("/balance", secretOf("z"));
    await one.get("/balance");
    const rows = () => query<{ name: string }>(one.dataFolder, "SELECT * FROM call_windows");
    expect(await rows()).toHaveLength(2);
    expect(JSON.stringify(await rows())).not.toMatch(/127\.0|ann|main/);
    one.world.pass(60_000);
    while ((await rows()).length > 0) one.world.pass(60_000);
  });
});

describe("a call that could not be counted, since the database was cut off", () => {
  it("gets 503, and nothing of it is done", async () => {
    const dataFolder = await tempFolder();
    const direct = (await databaseOf(dataFolder))?.reveal() ?? "";
    const proxy = await CuttingProxy.listen(direct);
    undo.push(() => proxy.close());
    putDatabase(dataFolder, addressOf(proxy.urlFor(direct)));
    const { post, get } = await startRig({ config, dataFolder, countsInRealTime: true });
    proxy.cut("answer", (message) => message.includes("INSERT INTO call_windows"));
    const refused = await post("/stories", plainStory);
    expect([refused.status, refused.json.code]).toEqual([503, "unavailable"]);
    expect((await get("/balance")).json).toMatchObject({ credits: 1000, reserved: 0 });
  });
});
