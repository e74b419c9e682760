import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { checkServerIdentity } from "node:tls";
import { Agent, getGlobalDispatcher, request, setGlobalDispatcher } from "undici";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { describeInterface } from "../../client/interface/describe-interface.ts";
import { interfaceConfig } from "../../client/interface/readers.ts";
import { trust } from "../../client/interface/trust.ts";
import { type ShortNarrator, startShortNarrator } from "../../e2e/fixtures/short-narrator.ts";
import { type Running, temporaryFolder } from "../../fixtures.ts";
import { freePort } from "../../free-port.ts";
import { startServer } from "../../ledger/postgres/database/server.ts";
import { type Cluster, type Member, newCluster } from "../../load/cluster.ts";
import { needTool } from "../../tools.ts";
import { type CallOptions, call, type Reply, readerAt, until } from "../call.ts";
import { spokenStory } from "../fixtures.ts";
import { initialize, sendMcp } from "../mcp/mcp-client.ts";
import { formTo, PlainBrowser } from "../pages/plain-browser.ts";

const nginxPath = "/usr/sbin/nginx";
const opensslPath = "/usr/bin/openssl";

/** In the place of the name in `courses/nginx.conf`: one that every resolver knows. */
const publicName = "localhost";

interface Certificate {
  readonly key: string;
  readonly certificate: string;
}

/** Makes a key and a certificate of its own for the public name, as files in a folder. */
function selfSigned(folder: string): Certificate {
  const key = join(folder, "key.pem");
  const certificate = join(folder, "certificate.pem");
  const subject = ["-subj", `/CN=${publicName}`, "-addext", `subjectAltName=DNS:${publicName}`, "-days", "2"];
  const kind = ["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"];
  execFileSync(opensslPath, [...kind, ...subject, "-keyout", key, "-out", certificate], { stdio: "ignore" });
  return { key, certificate };
}

/** What nginx has around a site, with all of its files in one folder. */
function aroundSite(folder: string): string {
  const paths = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
    (name) => `${name}_temp_path ${join(folder, name)};`,
  );
  const user = process.getuid?.() === 0 ? "user root;" : "";
  return `${user} daemon off; pid ${join(folder, "nginx.pid")}; error_log stderr notice; worker_processes 1;
events {} http { access_log off; ${paths.join(" ")} include ${join(folder, "site.conf")}; }
`;
}

interface Nginx {
  readonly httpPort: number;
  readonly publicUrl: string;
  /** What it has said, line by line. */
  readonly lines: readonly string[];
  /** The file of its log of requests. */
  readonly log: string;
  /** Starts it in front of processes on these ports. Resolves once it accepts connections. */
  start(ports: readonly [number, number]): Promise<void>;
  stop(): Promise<void>;
}

/** nginx with `courses/nginx.conf`: only name, ports and paths are others. */
async function nginxIn(folder: string, { key, certificate }: Certificate): Promise<Nginx> {
  const httpPort = await freePort();
  const port = await freePort();
  const publicUrl = `https://${publicName}:${port}`;
  const lines: string[] = [];
  const log = join(folder, "requests.log");
  let stop = async (): Promise<void> => undefined;
  return {
    httpPort,
    publicUrl,
    lines,
    log,
    async start([one, other]) {
      const changes: [string, string][] = [
        ["  listen [::]:80;\n", ""],
        ["  listen [::]:443 ssl;\n", ""],
        ["listen 80;", `listen 127.0.0.1:${httpPort};`],
        ["listen 443 ssl;", `listen 127.0.0.1:${port} ssl;`],
        ["server 127.0.0.1:4010 ", `server 127.0.0.1:${one} `],
        ["server 127.0.0.1:4011 ", `server 127.0.0.1:${other} `],
        ["/etc/letsencrypt/live/stories.example.org/fullchain.pem", certificate],
        ["/etc/letsencrypt/live/stories.example.org/privkey.pem", key],
        ["/var/log/nginx/stories.log", log],
        ["https://stories.example.org$request_uri", `${publicUrl}$request_uri`],
        ["server_name stories.example.org;", `server_name ${publicName};`],
      ];
      let site = readFileSync("courses/nginx.conf", "utf8");
      for (const [from, to] of changes) {
        if (!site.includes(from)) throw new Error(`courses/nginx.conf has no ${from}`);
        site = site.replaceAll(from, to);
      }
      writeFileSync(join(folder, "site.conf"), site);
      const file = join(folder, "nginx.conf");
      writeFileSync(file, aroundSite(folder));
      const child = spawn(nginxPath, ["-c", file, "-p", folder, "-e", "stderr"], {
        stdio: ["ignore", "ignore", "pipe"],
      });
      const ended = once(child, "close");
      await new Promise<void>((resolve, reject) => {
        createInterface({ input: child.stderr }).on("line", (line) => {
          lines.push(line);
          if (line.includes("start worker process")) resolve();
        });
        void ended.then(() => reject(new Error(lines.join("\n"))));
      });
      stop = async () => {
        child.kill("SIGTERM");
        await ended;
      };
    },
    stop: () => stop(),
  };
}

/** A client that finds the public name at this machine, trusts its certificate, and comes from one of this machine's addresses. */
function clientFrom(localAddress: string, certificate: string): Agent {
  return new Agent({
    localAddress,
    connect: {
      ca: readFileSync(certificate),
      // Also where a test names another host.
      checkServerIdentity: (_name, seen) => checkServerIdentity(publicName, seen),
      lookup: (_name, { all }, found) =>
        all === true ? found(null, [{ address: "127.0.0.1", family: 4 }]) : found(null, "127.0.0.1", 4),
    },
  });
}

/** A service as `courses/nginx.conf` describes it: nginx before two processes on one database. */
interface PublicCluster {
  /** The file of the certificate that a client has to trust. */
  readonly certificate: string;
  readonly cluster: Cluster;
  readonly members: readonly Member[];
  readonly nginx: Nginx;
  stop(): Promise<void>;
}

/** Starts all of it, with the built command. `config`: without the members that a public address needs. */
async function startPublicCluster(
  config: object,
  env: Readonly<Record<string, string>>,
): Promise<PublicCluster> {
  const folder = temporaryFolder();
  const undo: (() => Promise<void>)[] = [() => folder.dispose()];
  const stop = async (): Promise<void> => {
    for (const step of undo.splice(0).reverse()) await step();
  };
  try {
    const server = await startServer();
    undo.push(() => server.stop());
    const made = selfSigned(folder.path);
    const nginx = await nginxIn(folder.path, made);
    const text = JSON.stringify({ publicUrl: nginx.publicUrl, trustedProxies: ["127.0.0.1"], ...config });
    const cluster = await newCluster({ databaseUrl: server.url, config: text, writingTime: "10ms", env });
    undo.push(() => cluster.stop());
    const ports = [await freePort(), await freePort()] as const;
    // One after the other: the first makes the tables and the accounts.
    const members = [await cluster.serve(ports[0]), await cluster.serve(ports[1])];
    await nginx.start(ports);
    undo.push(() => nginx.stop());
    return { certificate: made.certificate, cluster, members, nginx, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

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
