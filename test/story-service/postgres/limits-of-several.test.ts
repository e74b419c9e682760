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
  spokenStory,
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

  it("keep no row of what they counted once its window has passed, and never an address", async () => {
    const one = await startRig({ config });
    await one.get("/balance", secretOf("z"));
    await one.get("/balance");
    const names = async () =>
      (await query<{ name: string }>(one.dataFolder, "SELECT name FROM call_windows")).map(
        ({ name }) => name,
      );
    const hash = expect.stringMatching(/^[0-9a-f]{64}$/);
    expect(await names()).toEqual([hash, hash]);
    one.world.pass(3_600_000);
    await one.world.logged("expired data was removed");
    expect(await names()).toEqual([]);
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

it("A read of a story waits for the database three times: for its key and its address, for its window, and for the story with its book", async () => {
  const dataFolder = await tempFolder();
  const direct = (await databaseOf(dataFolder))?.reveal() ?? "";
  const proxy = await CuttingProxy.listen(direct);
  undo.push(() => proxy.close());
  putDatabase(dataFolder, addressOf(proxy.urlFor(direct)));
  const { get, post, write, narrate } = await startRig({ dataFolder, countsInRealTime: true });
  const spoken = `/stories/${(await post("/stories", spokenStory)).json.id}`;
  await write();
  await get(spoken);
  await narrate();
  const plain = `/stories/${(await post("/stories", plainStory)).json.id}`;
  // The first time on each connection, a statement is prepared.
  for (let time = 0; time < 3; time += 1) for (const path of [spoken, plain]) await get(path);
  for (const [path, status] of [
    [spoken, "done"],
    [plain, "writing"],
  ] as const) {
    const before = proxy.messages;
    expect((await get(path)).json.status).toBe(status);
    expect(proxy.messages - before).toBe(3);
  }
});
