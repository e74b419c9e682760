import { readdirSync, readFileSync, truncateSync } from "node:fs";
import { join } from "node:path";
import { type Agent, getGlobalDispatcher, request, setGlobalDispatcher } from "undici";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Running } from "../../fixtures.ts";
import { needTool } from "../../tools.ts";
import { type CallOptions, call, type Reply, readerAt } from "../call.ts";
import { type PublicCluster, startPublicCluster } from "../cluster/cluster-behind-nginx.ts";
import { spokenStory } from "../fixtures.ts";
import { initialize, sendMcp } from "../mcp/mcp-client.ts";
import { formTo, PlainBrowser } from "../pages/plain-browser.ts";
import { until } from "../until.ts";
import { clientFrom, type Nginx, nginxPath, opensslPath, publicName } from "./nginx.ts";

const hasTools = [needTool("nginx", nginxPath), needTool("OpenSSL", opensslPath)].every(Boolean);
const metricsToken = "a-token-that-only-the-watcher-has-0001";
const badBearersMost = 4;
/** More than the buffers of all sockets between. */
const longBytes = 40_000_000;

describe.runIf(hasTools)("two processes behind nginx, with the file in courses", () => {
  const agents: Agent[] = [];
  const secrets = ["hush-query", "ann-signs-in", metricsToken];
  const usual = getGlobalDispatcher();
  let site: PublicCluster;
  let nginx: Nginx;
  /** What the first test leaves to the others: a reader's session and a recording. */
  let cookie = "";
  let sound = "";
  /** A request that nginx must have written down by the time it has stopped: it does so after the answer. */
  let loggedId = "no request yet";

  /** A client of its own, for who must not be counted with the others. */
  const from = (localAddress: string): Agent => {
    const agent = clientFrom(localAddress, site.certificate);
    agents.push(agent);
    return agent;
  };
  const ask = (path: string, options: Partial<CallOptions> = {}): Promise<Reply> =>
    call(nginx.publicUrl + path, { method: "GET", ...options });
  const discovery = "/.well-known/oauth-authorization-server";

  beforeAll(async () => {
    site = await startPublicCluster({
      name: publicName,
      writingTime: "10ms",
      config: {
        accessLog: true,
        metricsToken,
        limits: { calls: "10000/1m", badBearers: `${badBearersMost}/1m` },
        accounts: [{ id: "ann", signIn: "ann-signs-in", credits: 1000 }],
      },
    });
    ({ nginx } = site);
    setGlobalDispatcher(from("127.0.0.1"));
  });

  afterAll(async () => {
    setGlobalDispatcher(usual);
    for (const agent of agents) await agent.close();
    await site.stop();
  });

  it("lets a reader sign in, make a key, and hear the story that a program makes with it, over https", async () => {
    const browser = new PlainBrowser(nginx.publicUrl);
    const page = await browser.signIn("ann", "ann-signs-in", "/settings/keys");
    expect([page.status, page.url]).toEqual([200, `${nginx.publicUrl}/settings/keys`]);
    expect([...browser.cookies.keys()]).toEqual([`__Host-stories_${new URL(nginx.publicUrl).port}`]);
    expect(page.headers).toMatchObject({ "strict-transport-security": "max-age=31536000", server: "nginx" });
    const made = await browser.submit(
      formTo(page, "/settings/keys"),
      { name: "a program" },
      { origin: nginx.publicUrl },
    );
    const key = /sk_live_[\w-]{43}/.exec(made.text)?.[0] ?? "";
    secrets.push(key);
    const reader = readerAt(`${nginx.publicUrl}/api/v1`, key);
    const id = await reader.order(spokenStory);
    await until(async () => (await reader.story(id)).status === "done");
    const { book } = await reader.story(id);
    expect(book.url).toBe(`${nginx.publicUrl}/books/${book.id}`);
    cookie = browser.cookie;
    sound = `/books/${book.id}/audio`;
    const whole = await ask(sound, { headers: { cookie } });
    expect([whole.status, whole.bytes.length > 100_000]).toEqual([200, true]);
    const middle = await ask(sound, { headers: { cookie, range: "bytes=5000-5099" } });
    expect(middle).toMatchObject({ status: 206, bytes: whole.bytes.subarray(5_000, 5_100) });
    expect(middle.headers["content-range"]).toBe(`bytes 5000-5099/${whole.bytes.length}`);
    for (const [origin, status] of [
      [nginx.publicUrl, 200],
      ["https://evil.example", 403],
    ] as const) {
      const answer = await sendMcp({ service: { mcpUrl: `${nginx.publicUrl}/api/mcp` } }, initialize(), {
        key,
        headers: { origin },
      });
      expect([answer.status, answer.text.includes('"serverInfo"')]).toEqual([status, status === 200]);
    }
    // Both logs have a request under one id.
    const answer = await ask("/api/v1/balance?x=hush-query", { key });
    loggedId = String(answer.headers["x-request-id"]);
    const line = await Promise.any(
      site.members.map(({ running }) => running.lineMatching(new RegExp(loggedId))),
    );
    const route = { method: "GET", route: "/api/v1/balance", status: 200, account: "ann" };
    expect(JSON.parse(line)).toMatchObject({ msg: "request", ...route, address: "127.0.0.1" });
  });

  it("passes a long recording on as fast as its listener takes it, without a copy on the disk", async () => {
    const [name = ""] = readdirSync(join(site.cluster.folder, "data", "audio"));
    truncateSync(join(site.cluster.folder, "data", "audio", name), longBytes);
    const answer = await request(nginx.publicUrl + sound, { headers: { cookie } });
    expect([answer.statusCode, answer.headers["content-length"]]).toEqual([200, String(longBytes)]);
    // The listener waits while nginx goes on with others.
    for (let n = 0; n < 20; n += 1) await ask(discovery);
    let bytes = 0;
    for await (const chunk of answer.body as AsyncIterable<Buffer>) bytes += chunk.length;
    expect(bytes).toBe(longBytes);
    expect(nginx.lines.filter((line) => line.includes("temporary file"))).toEqual([]);
  });

  it("counts bad keys by the address that nginx saw, whatever the client claims in X-Forwarded-For", async () => {
    const dispatcher = from("127.0.0.2");
    const statuses: number[] = [];
    for (let n = 0; n <= badBearersMost; n += 1) {
      const claimed = `9.9.9.${n}`;
      const headers = { "x-forwarded-for": claimed, "x-real-ip": claimed, forwarded: `for=${claimed}` };
      statuses.push((await ask("/api/v1/balance", { key: "sk_live_no", headers, dispatcher })).status);
    }
    expect(statuses).toEqual([...Array(badBearersMost).fill(401), 429]);
    const other = await ask("/api/v1/balance", { key: "sk_live_no", dispatcher: from("127.0.0.3") });
    expect(other.status).toBe(401);
  });

  it("refuses foreign names with 421, in the interface's form", async () => {
    const foreign = await ask("/api/v1/balance", { headers: { host: "evil.example" } });
    expect([foreign.status, foreign.json.error]).toEqual([
      421,
      "The requested host name does not belong to this service.",
    ]);
    const forwarded = { "x-forwarded-host": "evil.example" };
    const metadata = await ask(discovery, { headers: forwarded });
    expect(metadata.json.issuer).toBe(nginx.publicUrl);
  });

  it("leads from http to https", async () => {
    const headers = { host: publicName };
    const moved = await call(`http://127.0.0.1:${nginx.httpPort}/books?x=1`, { method: "GET", headers });
    expect([moved.status, moved.headers.location]).toEqual([308, `${nginx.publicUrl}/books?x=1`]);
  });

  it("shows the world nothing of its metrics, which each process gives to whoever has the token", async () => {
    expect((await ask("/metrics", { key: metricsToken })).status).toBe(404);
    for (const { listensAt } of site.members) {
      expect((await call(`${listensAt}/metrics`, { method: "GET" })).status).toBe(401);
      const numbers = await call(`${listensAt}/metrics`, { method: "GET", key: metricsToken });
      expect(numbers.text).toMatch(/^story_service_credits\{fund="spent"\} 25$/m);
    }
  });

  it("goes on while one of the processes is stopped, and none of them has written a secret anywhere", async () => {
    const [one] = site.members;
    if (one !== undefined) await stop(one.running);
    for (let n = 0; n < 6; n += 1) expect((await ask(discovery)).status).toBe(200);
    for (const { running } of site.members) await stop(running);
    await nginx.stop();
    expect(readFileSync(nginx.log, "utf8")).toContain(loggedId);
    const outputs = await Promise.all(site.members.map(({ running }) => running.finished));
    const texts = [readFileSync(nginx.log, "utf8"), ...outputs.map(({ stdout, stderr }) => stdout + stderr)];
    for (const text of texts) {
      expect(text.length).toBeGreaterThan(1_000);
      for (const secret of secrets) expect(text).not.toContain(secret);
    }
  });
});

async function stop({ process: child, finished }: Running): Promise<void> {
  if (child.exitCode === null) child.kill("SIGTERM");
  await finished;
}
