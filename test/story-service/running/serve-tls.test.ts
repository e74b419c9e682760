import { X509Certificate } from "node:crypto";
import { once } from "node:events";
import { chmodSync, copyFileSync, readFileSync, writeFileSync } from "node:fs";
import { connect as connectPlain } from "node:net";
import { join } from "node:path";
import { connect, type TLSSocket } from "node:tls";
import { describe, expect, it, onTestFinished } from "vitest";
import { coursebinder, type Running, start, temporaryFolder } from "../../fixtures.ts";
import { needTool } from "../../tools.ts";
import { call, type Reply } from "../call.ts";
import { keyOfAnn, plainStory } from "../fixtures.ts";
import { clientFrom, opensslPath, publicName, selfSigned } from "../postgres/nginx.ts";

interface Site {
  readonly folder: string;
  readonly running: Running;
  readonly port: number;
}

function newFolder(): string {
  const { path, dispose } = temporaryFolder();
  onTestFinished(dispose);
  return path;
}

function writeConfig(folder: string, tls = "{ key: key.pem, certificate: certificate.pem }"): void {
  const account = `{ id: ann, credits: 1000, keys: [{ name: main, secret: ${keyOfAnn} }] }`;
  const lines = [`publicUrl: https://${publicName}`, `tls: ${tls}`, `accounts: [${account}]`];
  writeFileSync(join(folder, "service.yaml"), lines.join("\n"));
}

const args = [
  "serve",
  "--json",
  "--port",
  "0",
  "--data",
  "data",
  "--log-level",
  "info",
  "--config",
  "service.yaml",
];

async function startSite(): Promise<Site> {
  const folder = newFolder();
  selfSigned(folder);
  writeConfig(folder);
  const running = start({ args, cwd: folder });
  onTestFinished(async () => {
    running.process.kill("SIGKILL");
    await running.finished;
  });
  const { listensAt } = JSON.parse(await running.lineMatching(/^\{"url"/)) as { listensAt: string };
  expect(listensAt).toMatch(/^https:\/\/127\.0\.0\.1:\d+$/);
  return { folder, running, port: Number(new URL(listensAt).port) };
}

const certificateIn = (folder: string): string => join(folder, "certificate.pem");

async function ask({ folder, port }: Site, path: string, key: string | null = keyOfAnn): Promise<Reply> {
  const dispatcher = clientFrom("127.0.0.1", certificateIn(folder));
  try {
    return await call(`https://${publicName}:${port}${path}`, { method: "GET", key, dispatcher });
  } finally {
    await dispatcher.close();
  }
}

/** A connection with its handshake done, on which a test writes itself. */
async function secureSocket({ folder, port }: Site): Promise<TLSSocket> {
  const ca = readFileSync(certificateIn(folder));
  const socket = connect({ host: "127.0.0.1", port, ca, servername: publicName });
  await once(socket, "secureConnect");
  return socket;
}

/** The answer on an open connection. */
async function askHealth(socket: TLSSocket): Promise<string> {
  socket.write("GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n");
  const [answer] = await once(socket, "data");
  return String(answer);
}

const fingerprintOf = (pem: Buffer): string => new X509Certificate(pem).fingerprint256;

async function servedBy(site: Site): Promise<string> {
  const socket = connect({
    host: "127.0.0.1",
    port: site.port,
    servername: publicName,
    rejectUnauthorized: false,
  });
  await once(socket, "secureConnect");
  const { fingerprint256 } = socket.getPeerCertificate();
  socket.destroy();
  return fingerprint256;
}

describe.runIf(needTool("OpenSSL", opensslPath))("a service with a certificate of its own", () => {
  it("speaks HTTPS, to everyone who trusts it, under its public name", async () => {
    const site = await startSite();
    const balance = await ask(site, "/api/v1/balance");
    expect([balance.status, balance.json.credits]).toEqual([200, 1000]);
    const page = await ask(site, "/", null);
    expect(String(page.headers["set-cookie"])).toMatch(/^__Host-stories=.*; Secure$/);
    expect(page.headers["strict-transport-security"]).toBe("max-age=31536000");
    const plain = connectPlain(site.port, "127.0.0.1");
    plain.write("GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n");
    let heard = "";
    plain.on("data", (chunk) => {
      heard += chunk.toString("latin1");
    });
    plain.on("error", () => undefined);
    await once(plain, "close");
    expect(heard).not.toContain("HTTP/1.1 200");
  });

  it("takes a renewed certificate without a restart, keeps the old one while the files don't fit, and open connections stay", async () => {
    const site = await startSite();
    const earlier = await secureSocket(site);
    // One that has asked nothing yet has ten seconds for its first request.
    expect(await askHealth(earlier)).toMatch(/^HTTP\/1\.1 200 /);
    const before = await servedBy(site);
    const renewed = newFolder();
    selfSigned(renewed);
    copyFileSync(join(renewed, "key.pem"), join(site.folder, "key.pem"));
    await site.running.lineMatching(/the changed certificate can't be used/);
    expect(await servedBy(site)).toBe(before);
    copyFileSync(certificateIn(renewed), certificateIn(site.folder));
    await site.running.lineMatching(/the certificate was read anew/);
    const after = await servedBy(site);
    expect(after).toBe(fingerprintOf(readFileSync(certificateIn(renewed))));
    expect(after).not.toBe(before);
    expect((await ask(site, "/healthz")).status).toBe(200);
    expect(await askHealth(earlier)).toMatch(/^HTTP\/1\.1 200 /);
    earlier.destroy();
  });

  it("answers what has arrived before it stops, and waits for nobody who has not shaken hands", async () => {
    const site = await startSite();
    const idle = await secureSocket(site);
    const silent = connectPlain(site.port, "127.0.0.1");
    await once(silent, "connect");
    const socket = await secureSocket(site);
    const body = JSON.stringify(plainStory);
    const head = `POST /api/v1/stories HTTP/1.1\r\nHost: ${publicName}\r\nAuthorization: Bearer ${keyOfAnn}\r\n`;
    socket.write(
      `${head}Content-Type: application/json\r\nContent-Length: ${body.length}\r\nExpect: 100-continue\r\n\r\n`,
    );
    const [go] = await once(socket, "data");
    expect(String(go)).toMatch(/^HTTP\/1\.1 100 /);
    site.running.process.kill("SIGTERM");
    await once(idle, "close");
    const ended = once(socket, "close");
    let answer = "";
    socket.setEncoding("utf8").on("data", (chunk: string) => {
      answer += chunk;
    });
    socket.write(body);
    await ended;
    expect(answer).toMatch(/^HTTP\/1\.1 202 /);
    const began = performance.now();
    expect((await site.running.finished).code).toBe(0);
    // The eight seconds that a drain may last would be the sign of a connection that was waited for.
    expect(performance.now() - began).toBeLessThan(6_000);
    silent.destroy();
  });

  it("warns of a key that everyone may read, and of a certificate for another name", async () => {
    const folder = newFolder();
    selfSigned(folder, "other.example.org");
    chmodSync(join(folder, "key.pem"), 0o644);
    writeConfig(folder);
    const running = start({ args, cwd: folder });
    onTestFinished(async () => {
      running.process.kill("SIGKILL");
      await running.finished;
    });
    await running.lineMatching(/every user of this machine may read the key/);
    await running.lineMatching(/the certificate is not for the name in publicUrl/);
  });

  const wrongs: [string, (folder: string) => void, RegExp][] = [
    [
      "a key that is not there",
      (folder) => writeConfig(folder, "{ key: no.pem, certificate: certificate.pem }"),
      /no\.pem.*is not there/,
    ],
    [
      "a certificate in place of the key",
      (folder) => writeConfig(folder, "{ key: certificate.pem, certificate: certificate.pem }"),
      /holds no private key/,
    ],
    [
      "a key in place of the certificate",
      (folder) => writeConfig(folder, "{ key: key.pem, certificate: key.pem }"),
      /holds no certificate/,
    ],
    [
      "a certificate of another key",
      (folder) => {
        const other = newFolder();
        copyFileSync(selfSigned(other).key, join(folder, "key.pem"));
      },
      /is not the certificate of the key/,
    ],
    [
      "a key without its certificate",
      (folder) => writeConfig(folder, "{ key: key.pem }"),
      /tls\.certificate.*is missing/,
    ],
  ];

  it.each(wrongs)("does not start with %s: exit 2, and the file is named", async (_what, change, message) => {
    const folder = newFolder();
    selfSigned(folder);
    writeConfig(folder);
    change(folder);
    const { code, stderr, stdout } = await coursebinder(
      ["serve", "--port", "0", "--data", "data", "--config", "service.yaml"],
      { cwd: folder },
    );
    expect(code).toBe(2);
    expect(stdout).toBe("");
    expect(stderr.replace(/\s+/g, " ")).toMatch(message);
  });

  it("does not start with a certificate and no public address that it could be for", async () => {
    const folder = newFolder();
    writeFileSync(join(folder, "service.yaml"), "clock: null\ntls: { key: a, certificate: b }\n");
    const { code, stderr } = await coursebinder(["serve", "--port", "0", "--config", "service.yaml"], {
      cwd: folder,
    });
    expect([code, stderr]).toEqual([
      2,
      expect.stringContaining("service.yaml: tls (line 2): needs a publicUrl"),
    ]);
  });
});
