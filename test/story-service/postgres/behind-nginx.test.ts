import { readdirSync, readFileSync, truncateSync } from "node:fs";
import { join } from "node:path";
import { type Agent, getGlobalDispatcher, request, setGlobalDispatcher } from "undici";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { describeInterface } from "../../client/interface/describe-interface.ts";
import { interfaceConfig } from "../../client/interface/readers.ts";
import { trust } from "../../client/interface/trust.ts";
import { type ShortNarrator, startShortNarrator } from "../../e2e/fixtures/short-narrator.ts";
import type { Running } from "../../fixtures.ts";
import { needTool } from "../../tools.ts";
import { type CallOptions, call, type Reply, readerAt } from "../call.ts";
import { spokenStory } from "../fixtures.ts";
import { initialize, sendMcp } from "../mcp/mcp-client.ts";
import { formTo, PlainBrowser } from "../pages/plain-browser.ts";
import { until } from "../until.ts";
import {
  clientFrom,
  nginxPath,
  opensslPath,
  type PublicCluster,
  publicName,
  startPublicCluster,
} from "./nginx.ts";

const hasTools = [needTool("nginx", nginxPath), needTool("OpenSSL", opensslPath)].every(Boolean);
const metricsToken = "a-token-that-only-the-watcher-has-0001";
/** More than the buffers of all sockets between. */
const longBytes = 40_000_000;

describe.runIf(hasTools)("two processes behind nginx, with the file in courses", () => {
  const secrets = ["hush-query", "ann-signs-in", metricsToken];
  const usual = getGlobalDispatcher();
  let narrator: ShortNarrator;
  let site: PublicCluster;
  let agent: Agent;
  /** What the first reader leaves to the tests after it: a session and a recording. */
  let cookie = "";
  let sound = "";
  /** A request that nginx must have written down by the time it has stopped: it does so after the answer. */
  let loggedId = "no request yet";

  const ask = (path: string, options: Partial<CallOptions> = {}): Promise<Reply> =>
    call(site.nginx.publicUrl + path, { method: "GET", ...options });
  const discovery = "/.well-known/oauth-authorization-server";

  beforeAll(async () => {
    narrator = await startShortNarrator();
    const ann = { id: "ann", signIn: "ann-signs-in", credits: 1000 };
    const config = {
      ...interfaceConfig,
      metricsToken,
      accounts: [...interfaceConfig.accounts, ann],
    };
    site = await startPublicCluster(config, narrator.environment);
    agent = clientFrom("127.0.0.2", site.certificate);
    setGlobalDispatcher(agent);
  });

  afterAll(async () => {
    setGlobalDispatcher(usual);
    await agent.close();
    await site.stop();
    await narrator.close();
  });

  describeInterface("two processes behind nginx, on PostgreSQL", async () => {
    const distrust = trust(site.certificate);
    return { url: `${site.nginx.publicUrl}/api/v1`, stop: async () => distrust() };
  });

  it("lets a reader sign in, make a key, and hear the story that a program makes with it, over https", async () => {
    const { publicUrl } = site.nginx;
    const browser = new PlainBrowser(publicUrl);
    const page = await browser.signIn("ann", "ann-signs-in", "/settings/keys");
    expect([page.status, page.url]).toEqual([200, `${publicUrl}/settings/keys`]);
    expect([...browser.cookies.keys()]).toEqual([`__Host-stories_${new URL(publicUrl).port}`]);
    const form = formTo(page, "/settings/keys");
    const made = await browser.submit(form, { name: "a program" }, { origin: publicUrl });
    const key = /sk_live_[\w-]{43}/.exec(made.text)?.[0] ?? "";
    secrets.push(key);
    const reader = readerAt(`${publicUrl}/api/v1`, key);
    const id = await reader.order(spokenStory);
    await until(async () => (await reader.story(id)).status === "done");
    const { book } = await reader.story(id);
    expect(book.url).toBe(`${publicUrl}/books/${book.id}`);
    cookie = browser.cookie;
    sound = `/books/${book.id}/audio`;
    const whole = await ask(sound, { headers: { cookie } });
    const middle = await ask(sound, { headers: { cookie, range: "bytes=5000-5099" } });
    expect(middle).toMatchObject({ status: 206, bytes: whole.bytes.subarray(5_000, 5_100) });
    for (const [origin, status] of [
      [publicUrl, 200],
      ["https://evil.example", 403],
    ] as const) {
      const mcp = { service: { mcpUrl: `${publicUrl}/api/mcp` } };
      expect((await sendMcp(mcp, initialize(), { key, headers: { origin } })).status).toBe(status);
    }
    loggedId = String((await ask("/api/v1/balance?x=hush-query", { key })).headers["x-request-id"]);
  });

  it("passes a long recording on as fast as its listener takes it, without a copy on the disk", async () => {
    const audio = join(site.cluster.folder, "data", "audio");
    for (const name of readdirSync(audio)) truncateSync(join(audio, name), longBytes);
    const answer = await request(site.nginx.publicUrl + sound, { headers: { cookie } });
    expect([answer.statusCode, answer.headers["content-length"]]).toEqual([200, String(longBytes)]);
    // The listener waits while nginx goes on with others.
    for (let n = 0; n < 20; n += 1) await ask(discovery);
    let bytes = 0;
    for await (const chunk of answer.body as AsyncIterable<Buffer>) bytes += chunk.length;
    expect(bytes).toBe(longBytes);
    expect(site.nginx.lines.filter((line) => line.includes("temporary file"))).toEqual([]);
  });

  it("refuses foreign names, leads from http to https, and shows the world nothing of its metrics", async () => {
    const foreign = await ask("/api/v1/balance", { headers: { host: "evil.example" } });
    expect([foreign.status, foreign.json.code]).toEqual([421, "refused"]);
    const metadata = await ask(discovery, { headers: { "x-forwarded-host": "evil.example" } });
    expect(metadata.json.issuer).toBe(site.nginx.publicUrl);
    const plain = `http://127.0.0.1:${site.nginx.httpPort}/books?x=1`;
    const moved = await call(plain, { method: "GET", headers: { host: publicName } });
    expect([moved.status, moved.headers.location]).toEqual([308, `${site.nginx.publicUrl}/books?x=1`]);
    expect((await ask("/metrics", { key: metricsToken })).status).toBe(404);
    for (const { listensAt } of site.members) {
      const statusFor = async (key: string | null) =>
        (await call(`${listensAt}/metrics`, { method: "GET", key })).status;
      expect([await statusFor(null), await statusFor(metricsToken)]).toEqual([401, 200]);
    }
  });

  it("goes on while one of the processes is stopped, and none of them has written a secret anywhere", async () => {
    const [one] = site.members;
    if (one !== undefined) await stop(one.running);
    for (let n = 0; n < 6; n += 1) expect((await ask(discovery)).status).toBe(200);
    for (const { running } of site.members) await stop(running);
    await site.nginx.stop();
    const outputs = await Promise.all(site.members.map(({ running }) => running.finished));
    const log = readFileSync(site.nginx.log, "utf8");
    expect(log).toContain(loggedId);
    for (const text of [log, ...outputs.map(({ stdout, stderr }) => stdout + stderr)])
      for (const secret of secrets) expect(text).not.toContain(secret);
  });
});

async function stop({ process: child, finished }: Running): Promise<void> {
  if (child.exitCode === null) child.kill("SIGTERM");
  await finished;
}
