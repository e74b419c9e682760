import { chmodSync, existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import http from "node:http";
import https from "node:https";
import net from "node:net";
import { join } from "node:path";
import { beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { chromiumPath } from "../../chromium.ts";
import { certificateOf } from "../../client/creation/certificate.ts";
import { type Finished, newFolder, start } from "../../fixtures.ts";
import { needTool } from "../../tools.ts";
import { checksOf, filesBelow, keyWith, portOf } from "../fixtures/findings.ts";
import { coursebinderHere } from "../fixtures/in-this-process.ts";
import { key, rig, type Served, smallCourse } from "../fixtures/served.ts";

let served: Served;

beforeAll(async () => {
  served = await rig({ plan: smallCourse(["First"]) });
  const made = await served.runHere();
  if (made.code !== 0) throw new Error(made.stderr);
});

type Environment = Readonly<Record<string, string>>;

const doctor = (args: readonly string[] = [], env: Environment = {}) =>
  served.commandHere(["doctor", ...args], { ...served.environment, ...env });

const begin = (args: readonly string[]) => start({ args, cwd: served.folder, env: served.environment });

/** What must be found, check by check, and the exit code. */
function expectFound(finished: Finished, code: number, checks: object): void {
  expect([finished.code, checksOf(finished)], finished.stdout).toMatchObject([code, checks]);
}

const saying = (text: string) => expect.stringContaining(text);

describe("doctor, if all is well", () => {
  it("says so, after a few free calls, and changes nothing", async () => {
    const before = filesBelow(served.folder);
    const asked = served.proxy.requests.length;
    const finished = await doctor(["course.yaml"]);
    expect(finished, finished.stdout).toMatchObject({ code: 0, stderr: "" });
    expect(finished.stdout).toContain("Nothing is wrong.");
    expect(served.proxy.requests.slice(asked).sort()).toEqual([
      "GET /api/v1/balance HTTP/1.1",
      "GET /api/v1/books?limit=1 HTTP/1.1",
      "GET /api/v1/levels HTTP/1.1",
      "POST /api/v1/stories/quote HTTP/1.1",
    ]);
    expect(filesBelow(served.folder)).toEqual(before);
  });

  it("needs neither key nor network for a rehearsal, and creates no folder", async () => {
    const path = newFolder();
    const finished = await start({ args: ["doctor", "--local", "--json"], cwd: path }).finished;
    expectFound(finished, 0, { narrator: { state: "ok" }, "local-service": { state: "ok" } });
    expect(readdirSync(path)).toEqual([]);
  });
});

describe("doctor on PDF files", () => {
  const withPdf = "package: { formats: [print, pdf] }";
  const inFolder = async (plan: string, chromium: string) => {
    const path = newFolder();
    writeFileSync(join(path, "course.yaml"), smallCourse(["First"], plan));
    const args = ["doctor", "course.yaml", "--local", "--json"];
    const env = { COURSEBINDER_CHROMIUM: chromium };
    return checksOf(await coursebinderHere(args, { cwd: path, env })).pdf;
  };

  it.runIf(needTool("Chromium", chromiumPath))("starts the browser and names it", async () => {
    const found = await inFolder(withPdf, chromiumPath);
    expect(found).toMatchObject({ state: "ok", remedy: null });
    expect(found?.found).toMatch(new RegExp(`^${chromiumPath} prints PDF files \\(.*Chrome/\\d`));
  });

  it("says how to get one where a plan needs it, and starts none where no plan does", async () => {
    expect(await inFolder(withPdf, "/none/chromium")).toMatchObject({
      state: "warning",
      found: saying("/none/chromium, which isn't a program on this computer"),
      remedy: "set it to the path of Chromium or Chrome, or unset it",
    });
    const broken = { state: "warning", found: saying("/bin/false does not start") };
    expect(await inFolder(withPdf, "/bin/false")).toMatchObject(broken);
    expect(await inFolder("package: { formats: [web] }", "/bin/false")).toMatchObject({ state: "skipped" });
  });
});

describe("doctor on a key", () => {
  it("that is missing exits with 6, and leaves out what needs it", async () => {
    expectFound(await doctor(["--json"], { STORY_API_KEY: "" }), 6, {
      key: { state: "problem", remedy: saying("STORY_API_KEY_FILE") },
      connection: {
        state: "ok",
        found: expect.stringMatching(/^127\.0\.0\.1 port \d+, this computer itself$/),
      },
      "books:read": { state: "skipped", found: "there is no usable key" },
    });
  });

  it("that the service refuses exits with 6, and never shows it", async () => {
    const finished = await doctor(["--json"], { STORY_API_KEY: `sk_live_${"w".repeat(43)}` });
    const answer = { state: "problem", remedy: saying("STORY_API_KEY") };
    expectFound(finished, 6, { answer, "books:read": { state: "skipped" } });
    expect(finished.stdout + finished.stderr).not.toContain("wwww");
  });

  it("without a scope that a run needs exits with 6, and names the scope", async () => {
    const narrow = { STORY_API_KEY: await keyWith(served, "books:read,stories:write") };
    expectFound(await doctor(["--json"], narrow), 6, {
      "account:read": { state: "problem", remedy: saying("the scope account:read") },
      "books:read": { state: "ok" },
      "levels:read": { state: "warning" },
    });
  });

  it("whose file is a folder, empty or open to others says what to do about that", async () => {
    const [empty, open] = [join(served.folder, "empty key"), join(served.folder, "my key")];
    writeFileSync(empty, "", { mode: 0o600 });
    writeFileSync(open, key);
    chmodSync(open, 0o644);
    const on = (path: string) => doctor([], { STORY_API_KEY: "", STORY_API_KEY_FILE: path });
    for (const [path, remedy] of [
      [served.folder, "Check that the path is right"],
      [empty, "Give only the key"],
      [open, `chmod 600 '${open}'`],
    ] as const)
      expect(await on(path)).toMatchObject({ code: 6, stdout: saying(remedy) });
    chmodSync(open, 0o600);
    expect(await on(open)).toMatchObject({ code: 0, stdout: saying(`from STORY_API_KEY_FILE (${open})`) });
  });
});

describe("doctor on a service", () => {
  const at = (service: string) => doctor(["--json", "--service", service]);

  it("that can't be reached exits with 7, and shows why", async () => {
    const plain = http.createServer();
    let requests = 0;
    const untrusted = https.createServer(certificateOf("unknown"), () => {
      requests += 1;
    });
    onTestFinished(() => void Promise.all([plain.close(), untrusted.close()]));
    for (const [service, found, remedy] of [
      ["http://127.0.0.1:9/api/v1", "nothing is listening at that address", ""],
      ["https://stories.invalid/api/v1", "the host name can't be found", "nslookup"],
      [`https://127.0.0.1:${await portOf(plain)}/api/v1`, "", "the address and its port"],
      [
        `https://127.0.0.1:${await portOf(untrusted)}/api/v1`,
        "the certificate is self-signed",
        "NODE_EXTRA_CA_CERTS",
      ],
    ] as const) {
      const connection = { state: "problem", found: saying(found), remedy: saying(remedy) };
      expectFound(await at(service), 7, { connection, answer: { state: "skipped" } });
    }
    expect(requests).toBe(0);
  });

  it("that is a sign-in page with a different clock exits with 7, and reports both", async () => {
    const server = http.createServer((_, response) => {
      response.setHeader("Date", new Date(Date.now() - 86_400_000).toUTCString());
      response.end("<h1>Welcome to the school's network\u001b[2J</h1>");
    });
    onTestFinished(() => void server.close());
    expectFound(await at(`http://127.0.0.1:${await portOf(server)}/api/v1`), 7, {
      answer: { state: "problem", remedy: saying("sign-in page") },
      clock: { state: "problem", found: expect.stringMatching(/^(24 h|23 h 59 min) ahead of the service's/) },
    });
  });

  it.each([
    [{ STORY_API_URL: "" }, "No service is set"],
    [{ STORY_API_URL: "http://example.org/api/v1" }, "does not begin with https:"],
    [{ NODE_TLS_REJECT_UNAUTHORIZED: "0" }, "switches off verification of the service's certificate"],
  ])("that %j describes exits with 2, and is not called", async (env, words) => {
    const finished = await doctor([], env);
    expect(finished).toMatchObject({ code: 2, stdout: saying(words) });
    expect(finished.stdout).toMatch(/^skipped +connection/m);
  });

  it("that never answers is given up at the first Ctrl-C, with 7", async () => {
    const server = net.createServer((socket) => socket.on("error", () => undefined));
    onTestFinished(() => void server.close());
    const asked = new Promise((resolve) => {
      server.on("connection", (socket) => socket.on("data", resolve));
    });
    const silent = `http://127.0.0.1:${await portOf(server)}/api/v1`;
    const running = begin(["doctor", "--json", "--service", silent]);
    await asked;
    running.process.kill("SIGINT");
    expectFound(await running.finished, 7, { connection: { state: "ok" }, doctor: { state: "problem" } });
  });
});

describe("doctor on a course", () => {
  it("whose plan is invalid exits with 2, and says how to see why", async () => {
    writeFileSync(join(served.folder, "bad.yaml"), "course: bad\ntitle: Bad\n");
    expectFound(await doctor(["bad.yaml", "--json"]), 2, {
      plan: { state: "problem", remedy: "coursebinder check bad.yaml" },
      ledger: { state: "skipped", found: "the plan can't be used" },
    });
  });

  it("whose ledger was made with another service exits with 8, and names that one", async () => {
    const direct = `http://127.0.0.1:${served.proxy.target}/api/v1`;
    const finished = await doctor(["course.yaml", "--json", "--service", direct]);
    expectFound(finished, 8, { ledger: { remedy: saying(`--service ${served.url}`) } });
  });

  it("whose ledger is damaged exits with 8 and changes nothing", async () => {
    const path = join(served.folder, "damaged.jsonl");
    const damaged = readFileSync(served.file("ledger.jsonl"), "utf8").replace("run.started", "run.startet");
    writeFileSync(path, damaged);
    expectFound(await doctor(["course.yaml", "--json", "--ledger", path]), 8, {
      ledger: { state: "problem", found: saying("damaged.jsonl:2") },
      creations: { state: "skipped" },
    });
    expect(readFileSync(path, "utf8")).toBe(damaged);
  });

  it("without a ledger creates none, and says where this machine has bought its lessons", async () => {
    const fresh = smallCourse(["Third"]).replace("course: course", "course: new");
    writeFileSync(join(served.folder, "new.yaml"), fresh);
    expectFound(await doctor(["new.yaml", "--out", "elsewhere", "--json"]), 0, {
      ledger: { state: "ok", found: saying("the first run creates one") },
    });
    const remedy = `coursebinder run course.yaml --out ${join(served.folder, "out")}`;
    expectFound(await doctor(["course.yaml", "--out", "elsewhere", "--json"]), 8, {
      ledger: { state: "problem", found: saying(served.file("ledger.jsonl")), remedy },
    });
    expect(existsSync(join(served.folder, "elsewhere"))).toBe(false);
  });

  it("that a run is working on exits with 8, and with 5 once its creation is uncertain", async () => {
    const other = smallCourse(["Second"]).replace("course: course", "course: other");
    writeFileSync(join(served.folder, "other.yaml"), other);
    served.proxy.holdsAnswers = true;
    const held = served.proxy.heldAnswer();
    const running = begin(["run", "other.yaml", "--json"]);
    await held;
    const during = await doctor(["other.yaml", "--json"]);
    served.proxy.dropHeld();
    await running.finished;
    expectFound(during, 8, { "ledger-holder": { found: expect.stringMatching(/process \d+ since /) } });
    const creations = { state: "problem", remedy: "coursebinder resolve other.yaml" };
    expectFound(await doctor(["other.yaml", "--json"]), 5, { "ledger-holder": { state: "ok" }, creations });
  });
});
