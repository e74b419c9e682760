import { chmodSync, readdirSync, writeFileSync } from "node:fs";
import http from "node:http";
import https from "node:https";
import net from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { chromiumPath } from "../../chromium.ts";
import { selfSigned } from "../../client/creation/certificate.ts";
import { documentOf, start, temporaryFolder } from "../../fixtures.ts";
import { needTool } from "../../tools.ts";
import { checksOf, filesBelow, keyWith, portOf } from "../fixtures/findings.ts";
import { coursebinderHere } from "../fixtures/in-this-process.ts";
import { key, Served, smallCourse } from "../fixtures/served.ts";

let served: Served;

beforeAll(async () => {
  served = await Served.start();
  served.plan(smallCourse(["First"], "package: { formats: [words] }"));
  const made = await served.runHere();
  if (made.code !== 0) throw new Error(made.stderr);
});

afterAll(() => served.dispose());

type Environment = Readonly<Record<string, string>>;

/** A command that is started: for one finding of each kind. */
const started = (args: readonly string[] = [], env: Environment = {}) =>
  served.command(["doctor", ...args], { ...served.environment, ...env });

/** The same in this process, for the other findings. */
const doctor = (args: readonly string[] = [], env: Environment = {}) =>
  served.commandHere(["doctor", ...args], { ...served.environment, ...env });

const begin = (args: readonly string[]) => start({ args, cwd: served.folder, env: served.environment });

describe("doctor, if all is well", () => {
  it("says so, after a few free calls, and changes nothing", async () => {
    const before = filesBelow(served.folder);
    const asked = served.proxy.requests.length;
    const finished = await started(["course.yaml"]);
    expect(finished, finished.stdout).toMatchObject({ code: 0, stderr: "" });
    expect(finished.stdout).toContain("Nothing is wrong.");
    expect(finished.stdout).not.toMatch(/^(warning|problem)/m);
    expect(served.proxy.requests.slice(asked).sort()).toEqual([
      "GET /api/v1/balance HTTP/1.1",
      "GET /api/v1/books?limit=1 HTTP/1.1",
      "GET /api/v1/levels HTTP/1.1",
      "POST /api/v1/stories/quote HTTP/1.1",
    ]);
    expect(filesBelow(served.folder)).toEqual(before);
  });

  it("prints one document with --json", async () => {
    const finished = await doctor(["course.yaml", "--json"]);
    expect(documentOf(finished)).toMatchObject({ ok: true, exitCode: 0 });
    const checks = checksOf(finished);
    expect(Object.keys(checks)).toEqual([
      "node",
      "certificates",
      "address",
      "key",
      "connection",
      "answer",
      "account:read",
      "books:read",
      "levels:read",
      "stories:write",
      "clock",
      "state-folder",
      "plan",
      "out-folder",
      "disk",
      "pdf",
      "ledger",
      "ledger-holder",
      "creations",
    ]);
    expect(checks.key).toEqual({ name: "key", state: "ok", found: "of STORY_API_KEY", remedy: null });
    expect(checks["stories:write"]).toMatchObject({ state: "skipped" });
    expect(finished.stdout + finished.stderr).not.toContain(key);
  });

  it("needs neither key nor network for a rehearsal, and creates no folder", async () => {
    const { path, dispose } = temporaryFolder();
    onTestFinished(dispose);
    const finished = await start({ args: ["doctor", "--local", "--json"], cwd: path }).finished;
    expect(finished.code, finished.stdout).toBe(0);
    expect(checksOf(finished)).toMatchObject({ narrator: { state: "ok" }, "local-service": { state: "ok" } });
    expect(readdirSync(path)).toEqual([]);
  });
});

describe("doctor on PDF files", () => {
  const inFolder = async (plan: string | null, env: Environment) => {
    const { path, dispose } = temporaryFolder();
    onTestFinished(dispose);
    if (plan !== null) writeFileSync(join(path, "course.yaml"), smallCourse(["First"], plan));
    const args = ["doctor", ...(plan === null ? [] : ["course.yaml"]), "--local", "--json"];
    return checksOf(await coursebinderHere(args, { cwd: path, env })).pdf;
  };
  const withPdf = "package: { formats: [print, pdf] }";

  it.runIf(needTool("Chromium", chromiumPath))("starts the browser and names it", async () => {
    const env = { COURSEBINDER_CHROMIUM: chromiumPath };
    for (const plan of [null, withPdf]) {
      const found = await inFolder(plan, env);
      expect(found).toMatchObject({ state: "ok", remedy: null });
      expect(found?.found).toMatch(new RegExp(`^${chromiumPath} prints it \\(.*Chrome/\\d`));
    }
  });

  it("says how to get one where a plan needs it, and starts none where no plan does", async () => {
    const missing = { COURSEBINDER_CHROMIUM: "/none/chromium" };
    expect(await inFolder(withPdf, missing)).toMatchObject({
      state: "warning",
      found: expect.stringContaining("/none/chromium, which is no program here"),
      remedy: "set it to the path of Chromium or Chrome, or unset it",
    });
    const broken = { COURSEBINDER_CHROMIUM: "/bin/false" };
    expect(await inFolder(withPdf, broken)).toMatchObject({
      state: "warning",
      found: expect.stringMatching(/^\/bin\/false does not start \(.*\), so PDF files will be left out$/),
    });
    expect(await inFolder("package: { formats: [web] }", broken)).toMatchObject({ state: "skipped" });
  });
});

describe("doctor on a key", () => {
  it("that is missing exits with 6, and leaves out what needs it", async () => {
    const finished = await doctor(["--json"], { STORY_API_KEY: "" });
    expect(finished.code).toBe(6);
    expect(checksOf(finished)).toMatchObject({
      key: { state: "problem", remedy: expect.stringContaining("STORY_API_KEY_FILE") },
      connection: { state: "ok" },
      "books:read": { state: "skipped", found: "there is no key that may be used" },
    });
  });

  it("that the service refuses exits with 6, and never shows it", async () => {
    const wrong = `sk_live_${"w".repeat(43)}`;
    const finished = await started(["--json"], { STORY_API_KEY: wrong });
    expect(finished.code).toBe(6);
    expect(checksOf(finished)).toMatchObject({
      answer: { state: "problem", remedy: expect.stringContaining("STORY_API_KEY") },
      "books:read": { state: "skipped" },
      clock: { state: "ok" },
    });
    expect(finished.stdout + finished.stderr).not.toContain("wwww");
  });

  it("without a scope that a run needs exits with 6, and names the scope", async () => {
    const finished = await doctor(["--json"], {
      STORY_API_KEY: await keyWith(served, "books:read,stories:write"),
    });
    expect(finished.code).toBe(6);
    expect(checksOf(finished)).toMatchObject({
      answer: { state: "ok" },
      "account:read": { state: "problem", remedy: expect.stringContaining("the scope account:read") },
      "books:read": { state: "ok" },
      "levels:read": { state: "warning" },
    });
  });

  it("whose file is a folder or empty says what to do about that", async () => {
    const empty = join(served.folder, "empty key");
    writeFileSync(empty, "", { mode: 0o600 });
    for (const [path, remedy] of [
      [served.folder, "name the file in it"],
      [empty, "put the key into it"],
    ] as const) {
      const finished = await doctor([], { STORY_API_KEY: "", STORY_API_KEY_FILE: path });
      expect(finished.code).toBe(6);
      expect(finished.stdout).toMatch(new RegExp(`^problem +key .*\\n +remedy +${remedy}`, "m"));
    }
  });

  it("whose file others can read says how to make it private", async () => {
    const path = join(served.folder, "my key");
    writeFileSync(path, key, { mode: 0o644 });
    chmodSync(path, 0o644);
    const open = await doctor([], { STORY_API_KEY: "", STORY_API_KEY_FILE: path });
    expect(open.code).toBe(6);
    expect(open.stdout).toContain(`chmod 600 '${path}'`);
    chmodSync(path, 0o600);
    const closed = await doctor([], { STORY_API_KEY: "", STORY_API_KEY_FILE: path });
    expect(closed.code, closed.stdout).toBe(0);
    expect(closed.stdout).toContain(`of STORY_API_KEY_FILE (${path})`);
  });
});

describe("doctor on a service", () => {
  it("that is not there exits with 7, and shows the network's own error", async () => {
    const finished = await started(["--json", "--service", "http://127.0.0.1:9/api/v1"]);
    expect(finished.code).toBe(7);
    expect(checksOf(finished)).toMatchObject({
      connection: { state: "problem", found: expect.stringContaining("nothing listens at that address") },
      answer: { state: "skipped", found: "the service can't be reached" },
      clock: { state: "skipped" },
    });
  });

  it("whose name does not resolve exits with 7", async () => {
    const finished = await doctor(["--json", "--service", "https://stories.invalid/api/v1"]);
    expect(finished.code).toBe(7);
    expect(checksOf(finished).connection).toMatchObject({
      found: expect.stringMatching(/^the service's name leads nowhere/),
      remedy: expect.stringContaining("nslookup stories.invalid"),
    });
  });

  it("that is a sign-in page with a different clock exits with 7, and reports both", async () => {
    const server = http.createServer((_, response) => {
      response.setHeader("Date", new Date(Date.now() - 86_400_000).toUTCString());
      response.end("<h1>Welcome to the school's network\u001b[2J</h1>");
    });
    onTestFinished(() => void server.close());
    const finished = await doctor(["--json", "--service", `http://127.0.0.1:${await portOf(server)}/api/v1`]);
    expect(finished.code).toBe(7);
    expect(checksOf(finished)).toMatchObject({
      answer: { state: "problem", remedy: expect.stringContaining("sign-in page") },
      "books:read": { state: "skipped", found: "the service does not answer as it should" },
      clock: { state: "problem", found: expect.stringMatching(/^(24 h|23 h 59 min) ahead of the service's/) },
    });
  });

  it("whose certificate is not trusted sends it nothing, and exits with 7", async () => {
    let requests = 0;
    const server = https.createServer(selfSigned("127.0.0.1"), () => {
      requests += 1;
    });
    onTestFinished(() => void server.close());
    const finished = await doctor([
      "--json",
      "--service",
      `https://127.0.0.1:${await portOf(server)}/api/v1`,
    ]);
    expect(finished.code).toBe(7);
    expect(checksOf(finished).connection).toMatchObject({
      found: expect.stringContaining("the certificate is signed by itself"),
      remedy: expect.stringContaining("NODE_EXTRA_CA_CERTS"),
    });
    expect(requests).toBe(0);
  });

  it("without TLS at an https address gets the advice to check the port", async () => {
    const server = http.createServer();
    onTestFinished(() => void server.close());
    const plain = `https://127.0.0.1:${await portOf(server)}/api/v1`;
    const finished = await doctor(["--json", "--service", plain]);
    expect(finished.code).toBe(7);
    expect(checksOf(finished).connection?.remedy).toContain("the address and its port");
  });

  it.each([
    [{ STORY_API_URL: "" }, "no service is named"],
    [{ STORY_API_URL: "http://example.org/api/v1" }, "is not https:"],
    [{ NODE_TLS_REJECT_UNAUTHORIZED: "0" }, "switches their check off"],
  ])("that %j describes exits with 2, and is not called", async (env, words) => {
    const finished = await doctor([], env);
    expect(finished.code).toBe(2);
    expect(finished.stdout).toContain(words);
    expect(finished.stdout).toMatch(/^skipped +connection/m);
  });

  it("that never answers is given up at the first Ctrl-C, with 7", async () => {
    const server = net.createServer((socket) => socket.on("error", () => undefined));
    onTestFinished(() => void server.close());
    const asked = new Promise((resolve) => {
      server.on("connection", (socket) => socket.on("data", resolve));
    });
    const running = begin([
      "doctor",
      "--json",
      "--service",
      `http://127.0.0.1:${await portOf(server)}/api/v1`,
    ]);
    await asked;
    running.process.kill("SIGINT");
    const finished = await running.finished;
    expect(finished.code).toBe(7);
    const checks = checksOf(finished);
    expect(checks).toMatchObject({ connection: { state: "ok" }, doctor: { state: "problem" } });
    expect(checks).not.toHaveProperty("answer");
  });
});
