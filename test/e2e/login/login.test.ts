import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Client, request } from "undici";
import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { lockLogin } from "../../../src/client/login/login.ts";
import { realFiles } from "../../../src/shared/files/real-files.ts";
import {
  documentOf,
  type Finished,
  generousLimits,
  type Running,
  start,
  temporaryFolder,
} from "../../fixtures.ts";
import { freePort } from "../../free-port.ts";
import { shareOf } from "../../share.ts";

import { consentAt } from "../fixtures/consent.ts";
import { checksOf } from "../fixtures/findings.ts";
import { beginHere, coursebinderHere, type RunningHere } from "../fixtures/in-this-process.ts";
import { key, smallCourse, startInProcess } from "../fixtures/served.ts";
import { ServiceProxy } from "../fixtures/service-proxy.ts";

let folder: string;
/** What passes calls on to the service, and can hold them up on their way. */
let proxy: ServiceProxy;
let appUrl: string;

// A service with an account for Ann, and a folder for a course; both end with the test.
beforeEach(async () => {
  const { path, dispose } = temporaryFolder();
  folder = path;
  const accounts = [
    { id: "ann", signIn: "ann-signs-in", credits: 1000, keys: [{ name: "main", secret: key }] },
  ];
  const limits = { oauthTokens: "1000/1m", calls: "1000/1m" };
  const port = await freePort();
  proxy = await ServiceProxy.listen(port);
  appUrl = `http://127.0.0.1:${proxy.port}`;
  const config = JSON.stringify({ publicUrl: appUrl, accounts, limits });
  const dataFolder = join(folder, "service");
  const service = await startInProcess({ dataFolder, config, port, writingTimeMs: 100 });
  onTestFinished(async () => {
    await proxy.close();
    await service.close();
    await dispose();
  });
});

/** From now on the service hears nothing, or hears again what is sent from now on. */
function suspend(isSuspended = true): void {
  proxy.passesAtMost = isSuspended ? 0 : Number.POSITIVE_INFINITY;
}

type Environment = Readonly<Record<string, string>>;

const environment = (more: Environment): Environment => ({
  STORY_API_URL: `${appUrl}/api/v1`,
  ...generousLimits,
  ...more,
});

/** Starts a command. */
const begin = (args: readonly string[], env: Environment = {}): Running =>
  start({ args, cwd: folder, env: environment(env) });

/** Runs the same command in this process: see `coursebinderHere`. */
const here = (args: readonly string[], env: Environment = {}): Promise<Finished> =>
  coursebinderHere(args, { cwd: folder, env: environment(env) });

/** A login that waits for a person, in this process. */
function loginHere(...flags: readonly string[]): RunningHere {
  const login = beginHere(["login", "--no-browser", ...flags], { cwd: folder, env: environment({}) });
  // If the test has failed, it would keep the next command waiting.
  onTestFinished(login.interrupt);
  return login;
}

/** A login that waits for a person. */
type Waiting = Omit<Running, "process">;

/** Consents as Ann at the login's URL, and follows the redirect back to the program. */
async function consent(login: Waiting, decision: "allow" | "deny", scopes: readonly string[] | null = null) {
  return consentAt(appUrl, await login.lineMatching(/^http/), decision, scopes);
}

/** Logs in. `login`: left out, in this process. */
async function logIn(scopes: readonly string[] | null = null, login: Waiting = loginHere()) {
  await consent(login, "allow", scopes);
  return login.finished;
}

/** The status with which the service answers an access token. */
async function statusFor(accessToken: string): Promise<number> {
  const authorization = `Bearer ${accessToken}`;
  const answer = await request(`${appUrl}/api/v1/balance`, { headers: { authorization } });
  await answer.body.dump();
  return answer.statusCode;
}

interface Kept {
  accessToken: string;
  refreshToken: string;
  expiresAt: number;
  refreshing: string | null;
}

function keptPath(): string {
  const state = join(folder, ".state");
  const name = readdirSync(state).find((file) => /^login-.*\.json$/.test(file));
  return join(state, name ?? "no login is kept");
}

const kept = (): Kept => JSON.parse(readFileSync(keptPath(), "utf8")) as Kept;

const change = (changes: Partial<Kept>): void =>
  writeFileSync(keptPath(), JSON.stringify({ ...kept(), ...changes }));

describe("a login", () => {
  it("is approved in a browser, makes a course without a key, shows no secret, and ends with logout", async () => {
    const done = await logIn(null, begin(["login", "--no-browser"]));
    expect(done.code).toBe(0);
    expect(done.stdout).toContain("books:read, account:read, levels:read, stories:write");
    expect(statSync(keptPath()).mode & 0o777).toBe(0o600);
    const { accessToken, refreshToken } = kept();

    writeFileSync(join(folder, "course.yaml"), smallCourse(["One"]));
    const run = await begin(["run", "course.yaml", "--json", "--poll", "100ms"]).finished;
    expect(documentOf(run)).toMatchObject({ exitCode: 0, jobs: { done: 1 } });
    const who = await begin(["whoami"]).finished;
    expect(who.stdout).toMatch(/credential login\nmay {8}books:read/);
    for (const { stdout, stderr } of [done, run, who]) {
      for (const secret of [accessToken, refreshToken]) expect(stdout + stderr).not.toContain(secret);
    }

    expect((await here(["doctor"])).stdout).toMatch(/ok {7}key {12}from coursebinder login: books:read/);
    expect((await begin(["logout"]).finished).stdout).toContain("logged out");
    expect(documentOf(await here(["whoami", "--json"]))).toMatchObject({
      exitCode: 6,
      credential: null,
    });
    expect((await here(["account", "balance"])).code).toBe(6);
    expect(await statusFor(accessToken)).toBe(401);
  });

  it("that the person denies is not saved: exit 6 and the service's own message", async () => {
    const login = loginHere("--json");
    await consent(login, "deny");
    const refused = await login.finished;
    expect(documentOf(refused)).toMatchObject({ exitCode: 6, problems: [{ code: "login_refused" }] });
    expect((await here(["account", "balance"])).code).toBe(6);
  });

  it("that replaces another revokes that one at the service", async () => {
    await logIn();
    const before = kept().accessToken;
    expect(await statusFor(before)).toBe(200);
    expect((await logIn()).stderr).not.toContain("could not be ended");
    expect(await statusFor(before)).toBe(401);
    expect(await statusFor(kept().accessToken)).toBe(200);
    // The account's limits know no connections: what the first one used counts for the second.
    for (const login of [false, true]) {
      if (login) await logIn();
      expect((await here(["account", "balance"])).code).toBe(0);
    }
    const used = readdirSync(join(folder, ".state")).filter((name) => name.startsWith("calls-"));
    expect(used).toHaveLength(1);
  });

  it("keeps waiting if something else calls its redirect address", async () => {
    const login = loginHere();
    const asked = new URL(await login.lineMatching(/^http/));
    const landing = asked.searchParams.get("redirect_uri") ?? "";
    // An address that is none, as only a program on this machine would ask for it.
    const client = new Client(new URL(landing).origin);
    expect((await client.request({ path: "//", method: "GET" })).statusCode).toBe(404);
    await client.close();
    for (const stray of ["", "?code=guessed&state=guessed", "?error=access_denied"]) {
      const answer = await request(`${landing}${stray}`);
      expect([stray, answer.statusCode]).toEqual([stray, 404]);
    }
    await consent(login, "allow");
    expect((await login.finished).code).toBe(0);
  });

  it("has lower priority than a key, and says so", async () => {
    await logIn();
    const who = await here(["whoami"], { STORY_API_KEY: key });
    expect(who.stdout).toContain("credential STORY_API_KEY");
  });

  it("without the right to buy says so at once, and doctor reports it as a problem", async () => {
    const narrow = await logIn(["books:read", "account:read"]);
    expect(narrow.stderr).toContain("You did not allow levels:read, stories:write, so");
    const finished = await here(["doctor", "--json"]);
    expect(finished.code).toBe(6);
    const remedy = expect.stringContaining("coursebinder login");
    expect(checksOf(finished)["stories:write"]).toMatchObject({ state: "problem", remedy });
  });

  it("is not used if others can read it, and counts as none if it is damaged: exit 6, and a new login fixes that", async () => {
    await logIn();
    chmodSync(keptPath(), 0o644);
    const open = await here(["account", "balance"]);
    expect(open).toMatchObject({ code: 6, stderr: expect.stringContaining("chmod 600") });
    expect(checksOf(await here(["doctor", "--json"])).key).toMatchObject({ state: "problem" });
    // One that others can read is ended, too.
    const { accessToken } = kept();
    expect((await here(["logout"])).code).toBe(0);
    expect(await statusFor(accessToken)).toBe(401);
    await logIn();
    writeFileSync(keptPath(), "{");
    for (const command of [["account", "balance"], ["whoami"]]) {
      const damaged = await here(command);
      expect(damaged).toMatchObject({ code: 6 });
      expect(damaged.stdout + damaged.stderr).toContain("coursebinder login");
    }
    expect((await here(["logout"])).stdout).toContain("there is no login to");
    expect(existsSync(keptPath())).toBe(false);
    expect((await logIn()).code).toBe(0);
    expect((await here(["account", "balance"])).code).toBe(0);
  });

  it("is not started if it could not be saved: exit 7, and other commands say what is wrong", async () => {
    writeFileSync(join(folder, "a-file"), "");
    const place = { COURSEBINDER_STATE: join(folder, "a-file") };
    const refused = await here(["login", "--no-browser"], place);
    expect(refused).toMatchObject({ code: 7, stderr: expect.stringContaining("can't be kept") });
    expect(refused.stderr).not.toContain("http://127.0.0.1");
    await logIn();
    const path = keptPath();
    rmSync(path);
    mkdirSync(path);
    const barred = await here(["login", "--no-browser"]);
    expect(barred).toMatchObject({ code: 7, stderr: expect.stringContaining("can't be kept") });
    expect(barred.stderr).not.toContain("http://127.0.0.1");
    const { key: examined } = checksOf(await here(["doctor", "--json"]));
    expect(examined?.remedy).toContain(`ls -ld ${path}`);
    const who = await here(["whoami"], place);
    const why = expect.stringContaining("there is a file where the folder");
    expect(who).toMatchObject({ code: 6, stderr: why });
    expect(checksOf(await here(["doctor", "--json"], place)).key).toMatchObject({
      state: "problem",
    });
  });

  it("that can't be saved after all is revoked at the service", async () => {
    const login = loginHere();
    await login.lineMatching(/^http/);
    const [lock] = readdirSync(join(folder, ".state")).filter((name) => name.endsWith(".json.lock"));
    mkdirSync(join(folder, ".state", (lock ?? "").replace(/\.lock$/, "")));
    await consent(login, "allow");
    expect(await login.finished).toMatchObject({ code: 7, stderr: expect.stringContaining("can't be kept") });
    const data = ["--data", join(folder, "service")];
    const { stdout } = await here(["serve", "keys", "list", "--account", "ann", ...data]);
    expect(stdout).toMatch(/main/);
    expect(
      stdout.split("\n").filter((line) => /coursebinder/.test(line) && !/revoked|ended/.test(line)),
    ).toEqual([]);
  });
});

describe("a login at a service behind a proxy", () => {
  /** Runs a course of two lessons; before each creation is sent on, the login is replaced, ended, or left as it is. */
  async function runMeanwhile(before: readonly ("replaced" | "ended" | "left")[]) {
    await logIn();
    writeFileSync(join(folder, "course.yaml"), smallCourse(["One", "Two"]));
    const left = [...before];
    proxy.beforeCreation = async () => {
      const change = left.shift() ?? before.at(-1);
      if (change === "replaced") await logIn();
      if (change === "ended") await here(["logout"]);
    };
    const line = ["run", "course.yaml", "--json", "--poll", "100ms"];
    return documentOf(await begin(line).finished);
  }

  it("that replaces another during a run is used by the run from then on, and for the creation that was on its way", async () => {
    const made = { exitCode: 0, jobs: { done: 2 }, credits: { spent: 26 } };
    expect(await runMeanwhile(["replaced", "left"])).toMatchObject(made);
    expect(proxy.creations).toBe(3);
  });

  it.each([
    ["replaced before each request", "replaced", 2],
    ["ended", "ended", 1],
  ] as const)(
    "that is %s stops the creations: one lesson is sent, as often as the login was replaced, and the others not at all",
    async (_, change, sent) => {
      expect(await runMeanwhile([change])).toMatchObject({
        exitCode: 6,
        jobs: { pending: 2 },
        credits: { spent: 0 },
        problems: [{ code: "creations_stopped" }],
      });
      expect(proxy.creations).toBe(sent);
    },
  );
});

it("a login that is ended while the service does not answer is removed, with a hint to the service's pages", async () => {
  await logIn();
  suspend();
  const ending = await here(["logout", "--timeout", "1s"]);
  expect(ending).toMatchObject({ code: 7, stderr: expect.stringContaining("on the service's pages") });
  expect(ending.stderr).toContain("no answer came in time");
  expect((await here(["whoami"])).code).toBe(6);
  expect((await here(["account", "balance"])).code).toBe(6);
  expect(existsSync(keptPath())).toBe(false);
  suspend(false);
});

describe("a login is refused", () => {
  it("if the service redirects to another host: exit 6, and nothing is registered there", async () => {
    const server = createServer((asked, answer) => {
      const own = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
      expect(asked.url).toBe("/.well-known/oauth-authorization-server");
      answer.setHeader("content-type", "application/json");
      const paths = { token_endpoint: `${own}/t`, registration_endpoint: "https://elsewhere.example/r" };
      answer.end(JSON.stringify({ issuer: own, authorization_endpoint: `${own}/a`, ...paths }));
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => void server.close());
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/v1`;
    const refused = await begin(["login", "--no-browser", "--json"], { STORY_API_URL: url }).finished;
    expect(documentOf(refused)).toMatchObject({ exitCode: 6, problems: [{ code: "login_not_offered" }] });
  });

  it.each([429, 503])(
    "if the service answers %i, which says nothing about the login: exit 7",
    async (status) => {
      const server = createServer((asked, answer) => {
        const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
        const paths = { authorization_endpoint: "/a", token_endpoint: "/t", registration_endpoint: "/r" };
        const endpoints = Object.entries(paths).map(([name, path]) => [name, url + path]);
        answer.setHeader("content-type", "application/json");
        if (asked.url?.includes("well-known"))
          answer.end(JSON.stringify({ issuer: url, ...Object.fromEntries(endpoints) }));
        else answer.writeHead(status, { "content-type": "text/html" }).end("<h1>Busy</h1>");
      });
      await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
      onTestFinished(() => void server.close());
      const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/v1`;
      const ended = await begin(["login", "--no-browser", "--json"], { STORY_API_URL: url }).finished;
      expect(documentOf(ended)).toMatchObject({
        exitCode: 7,
        problems: [{ code: "login_unreachable", message: expect.stringContaining(`HTTP ${status}`) }],
      });
    },
  );

  it("if there is no answer, nothing to log in to, or for a rehearsal", async () => {
    const away = { STORY_API_URL: "http://127.0.0.1:1/api/v1" };
    expect((await here(["login", "--no-browser"], away)).code).toBe(7);
    expect((await here(["login", "--local"])).code).toBe(2);
    expect((await here(["logout"])).stdout).toContain("there is no login to");
  });
});

describe("a login", () => {
  it("is renewed only once, however many commands need it at the same time", async () => {
    await logIn();
    // Three rounds where every place is tried.
    for (let round = shareOf(3); round <= 3; round++) {
      const before = kept();
      change({ expiresAt: Date.now() - 1 });
      const asked = Array.from({ length: 5 }, () => begin(["account", "balance"]).finished);
      expect((await Promise.all(asked)).map(({ code }) => code)).toEqual([0, 0, 0, 0, 0]);
      expect(kept().refreshToken).not.toBe(before.refreshToken);
      expect(kept().refreshing).toBeNull();
    }
  });

  it("is renewed during a run, and no lesson is bought twice or lost", async () => {
    await logIn();
    change({ expiresAt: Date.now() + 5 * 60_000 });
    const { refreshToken } = kept();
    writeFileSync(join(folder, "course.yaml"), smallCourse(["One", "Two"]));
    const run = await here(["run", "course.yaml", "--json", "--poll", "100ms"]);
    expect(documentOf(run)).toMatchObject({ exitCode: 0, jobs: { done: 2 }, credits: { spent: 26 } });
    expect(kept().refreshToken).not.toBe(refreshToken);
  });

  it("that is ended while it is renewed does not come back", async () => {
    await logIn();
    const path = keptPath();
    // As another process does that has sent a refresh token, and will save what it is given for it.
    const renewing = await lockLogin(path, { files: realFiles, world: { sleep: async () => undefined } });
    const ending = here(["logout"]);
    await sleep(300);
    expect(existsSync(path)).toBe(true);
    await renewing?.close();
    expect((await ending).code).toBe(0);
    expect(existsSync(path)).toBe(false);
  });

  it("whose renewal was interrupted is used as long as it is valid, and its refresh token is not sent again", async () => {
    await logIn();
    const { refreshToken } = kept();
    // As a process leaves it that dies between the mark and the answer.
    suspend();
    change({ expiresAt: Date.now() - 1 });
    const killed = begin(["account", "balance"]);
    while (kept().refreshing === null) await new Promise((resolve) => setTimeout(resolve, 10));
    killed.process.kill("SIGKILL");
    await killed.finished;
    suspend(false);
    const mark = kept().refreshing;
    expect((await here(["account", "balance"])).code).toBe(0);
    expect(kept()).toMatchObject({ refreshToken, refreshing: mark });
    const over = await here(["whoami", "--json"]);
    expect(documentOf(over)).toMatchObject({ exitCode: 6, credential: "login", standing: "over" });
    expect(checksOf(await here(["doctor", "--json"])).key).toMatchObject({ state: "problem" });
    change({ expiresAt: Date.now() + 5 * 60_000 });
    expect((await here(["whoami"])).stdout).toMatch(
      /good until .*; after that, log in again: coursebinder login/,
    );
  });
});
