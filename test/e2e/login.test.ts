import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { Client, request } from "undici";
import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import {
  coursebinder,
  documentOf,
  type Finished,
  generousLimits,
  type Running,
  start,
  temporaryFolder,
} from "../fixtures.ts";
import { PlainBrowser, type Shown } from "../story-service/pages/plain-browser.ts";
import { checksOf } from "./findings.ts";
import { key, smallCourse } from "./served.ts";

let folder: string;
let service: Running;
let appUrl: string;

beforeEach(async () => {
  const { path, dispose } = temporaryFolder();
  folder = path;
  const accounts = [
    { id: "ann", signIn: "ann-signs-in", credits: 1000, keys: [{ name: "main", secret: key }] },
  ];
  const limits = { oauthTokens: "1000/1m", calls: "1000/1m" };
  writeFileSync(join(folder, "service.yaml"), JSON.stringify({ accounts, limits }));
  const data = ["--data", join(folder, "service"), "--config", join(folder, "service.yaml")];
  service = start({ args: ["serve", "--json", "--port", "0", "--writing-time", "100ms", ...data] });
  ({ appUrl } = JSON.parse(await service.lineMatching(/^\{"url"/)) as { appUrl: string });
  onTestFinished(async () => {
    service.process.kill("SIGTERM");
    await service.finished;
    await dispose();
  });
});

const begin = (args: readonly string[], env: Readonly<Record<string, string>> = {}): Running =>
  start({ args, cwd: folder, env: { STORY_API_URL: `${appUrl}/api/v1`, ...generousLimits, ...env } });

/** Consents as Ann, as the address of a login asks, and comes back to the program. */
async function consent(
  login: Running,
  decision: "allow" | "deny",
  scopes: readonly string[] | null = null,
): Promise<Shown> {
  const address = await login.lineMatching(/^http/);
  const browser = new PlainBrowser(appUrl);
  await browser.signIn("ann", "ann-signs-in");
  const page = await browser.get(address);
  const form = page.forms.find(({ action }) => action.includes("/oauth/authorize"));
  const shown = await browser.submit(form, { decision, ...(scopes === null ? {} : { scope: scopes }) });
  const landed = await request(shown.url);
  expect([landed.statusCode, await landed.body.text()]).toEqual([
    200,
    expect.stringContaining("close this page"),
  ]);
  return shown;
}

async function logIn(scopes: readonly string[] | null = null): Promise<Finished> {
  const login = begin(["login", "--no-browser"]);
  await consent(login, "allow", scopes);
  return login.finished;
}

/** What the service answers whoever has an access token. */
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
    const done = await logIn();
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

    expect((await begin(["doctor"]).finished).stdout).toMatch(
      /ok {7}key {12}of coursebinder login: books:read/,
    );
    expect((await begin(["logout"]).finished).stdout).toContain("logged out");
    expect(documentOf(await begin(["whoami", "--json"]).finished)).toMatchObject({
      exitCode: 6,
      credential: null,
    });
    expect((await begin(["account", "balance"]).finished).code).toBe(6);
    expect(await statusFor(accessToken)).toBe(401);
  });

  it("that the person denies is not saved: exit 6 and the service's own message", async () => {
    const login = begin(["login", "--no-browser", "--json"]);
    await consent(login, "deny");
    const refused = await login.finished;
    expect(documentOf(refused)).toMatchObject({ exitCode: 6, problems: [{ code: "login_refused" }] });
    expect((await begin(["account", "balance"]).finished).code).toBe(6);
  });

  it("is renewed only once, however many commands need it at the same time", async () => {
    await logIn();
    for (let round = 0; round < 3; round++) {
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
    const run = await begin(["run", "course.yaml", "--json", "--poll", "100ms"]).finished;
    expect(documentOf(run)).toMatchObject({ exitCode: 0, jobs: { done: 2 }, credits: { spent: 26 } });
    expect(kept().refreshToken).not.toBe(refreshToken);
  });

  it("whose renewal was interrupted is used as long as it is valid, and its refresh token is not sent again", async () => {
    await logIn();
    const { refreshToken } = kept();
    // As a process leaves it that dies between the mark and the answer.
    service.process.kill("SIGSTOP");
    change({ expiresAt: Date.now() - 1 });
    const killed = begin(["account", "balance"]);
    while (kept().refreshing === null) await new Promise((resolve) => setTimeout(resolve, 10));
    killed.process.kill("SIGKILL");
    await killed.finished;
    service.process.kill("SIGCONT");
    const mark = kept().refreshing;
    expect((await begin(["account", "balance"]).finished).code).toBe(0);
    expect(kept()).toMatchObject({ refreshToken, refreshing: mark });
    const over = await begin(["whoami", "--json"]).finished;
    expect(documentOf(over)).toMatchObject({ exitCode: 6, credential: "login", standing: "over" });
    expect(checksOf(await begin(["doctor", "--json"]).finished).key).toMatchObject({ state: "problem" });
    change({ expiresAt: Date.now() + 5 * 60_000 });
    expect((await begin(["whoami"]).finished).stdout).toMatch(
      /good until .* was cut off.*coursebinder login/,
    );
    expect(checksOf(await begin(["doctor", "--json"]).finished).key).toMatchObject({
      state: "warning",
      remedy: expect.stringContaining("coursebinder login"),
    });
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
      expect((await begin(["account", "balance"]).finished).code).toBe(0);
    }
    const used = readdirSync(join(folder, ".state")).filter((name) => name.startsWith("calls-"));
    expect(used).toHaveLength(1);
  });

  it("that replaces another during a run is used by the run from then on", async () => {
    await logIn();
    writeFileSync(join(folder, "course.yaml"), smallCourse(["One", "Two", "Three", "Four"]));
    // The fourth story starts in the second window, after the new login.
    const limits = ["--limit-starts", "3/8s", "--poll", "100ms"];
    const run = begin(["run", "course.yaml", "--json", ...limits]);
    await run.lineMatching(/created/);
    await logIn();
    const finished = await run.finished;
    expect(documentOf(finished), finished.stderr).toMatchObject({ exitCode: 0, jobs: { done: 4 } });
  });

  it("that is ended while the service is unreachable is used no more, and is revoked there by the next logout", async () => {
    await logIn();
    const { accessToken } = kept();
    service.process.kill("SIGSTOP");
    const ending = await begin(["logout", "--timeout", "1s"]).finished;
    expect(ending).toMatchObject({ code: 7, stderr: expect.stringContaining("coursebinder logout") });
    expect(ending.stderr).toContain("no answer came in time");
    expect((await begin(["whoami"]).finished).code).toBe(6);
    expect((await begin(["account", "balance"]).finished).code).toBe(6);
    service.process.kill("SIGCONT");
    expect((await begin(["logout"]).finished).stdout).toContain("logged out");
    expect(existsSync(keptPath())).toBe(false);
    expect(await statusFor(accessToken)).toBe(401);
  });

  it("keeps waiting if something else calls its redirect address", async () => {
    const login = begin(["login", "--no-browser"]);
    const asked = new URL(await login.lineMatching(/^http/));
    const landing = asked.searchParams.get("redirect_uri") ?? "";
    // An address that is none, as only a program on this machine would ask for it.
    const client = new Client(new URL(landing).origin);
    expect((await client.request({ path: "//", method: "GET" })).statusCode).toBe(404);
    await client.close();
    for (const stray of ["", "?code=guessed&state=guessed", "?error=access_denied"]) {
      const answer = await request(`${landing}${stray}`);
      expect([stray, answer.statusCode]).toEqual([stray, 400]);
    }
    await consent(login, "allow");
    expect((await login.finished).code).toBe(0);
  });

  it("without the right to buy says so at once, and doctor reports it as a problem", async () => {
    const narrow = await logIn(["books:read", "account:read"]);
    expect(narrow.stderr).toContain("levels:read, stories:write was not allowed");
    const finished = await begin(["doctor", "--json"]).finished;
    expect(finished.code).toBe(6);
    expect(checksOf(finished)["stories:write"]).toMatchObject({
      state: "problem",
      remedy: expect.stringContaining("coursebinder login"),
    });
  });

  it("is not used if others can read it, or if it is damaged: exit 6, and a new login fixes that", async () => {
    await logIn();
    chmodSync(keptPath(), 0o644);
    const open = await begin(["account", "balance"]).finished;
    expect(open).toMatchObject({ code: 6, stderr: expect.stringContaining("chmod 600") });
    expect(checksOf(await begin(["doctor", "--json"]).finished).key).toMatchObject({ state: "problem" });
    chmodSync(keptPath(), 0o600);
    writeFileSync(keptPath(), "{");
    for (const command of [["account", "balance"], ["whoami"]]) {
      const damaged = await begin(command).finished;
      expect(damaged).toMatchObject({ code: 6, stderr: expect.stringContaining("is damaged") });
    }
    expect((await logIn()).code).toBe(0);
    expect((await begin(["account", "balance"]).finished).code).toBe(0);
  });

  it("is ended if others can read it, and forgotten if it is damaged, with a hint to the service's pages", async () => {
    await logIn();
    const { accessToken } = kept();
    chmodSync(keptPath(), 0o644);
    expect((await begin(["logout"]).finished).code).toBe(0);
    expect(await statusFor(accessToken)).toBe(401);
    await logIn();
    writeFileSync(keptPath(), "{");
    const damaged = await begin(["logout"]).finished;
    expect(damaged).toMatchObject({ code: 7, stderr: expect.stringContaining("on the service's pages") });
    expect(existsSync(keptPath())).toBe(false);
    expect((await begin(["logout"]).finished).stdout).toContain("nobody is logged in");
  });

  it("is not started if it could not be saved: exit 7, and other commands say what is wrong", async () => {
    const place = { COURSEBINDER_STATE: join(folder, "service.yaml") };
    const refused = await begin(["login", "--no-browser"], place).finished;
    expect(refused).toMatchObject({ code: 7, stderr: expect.stringContaining("can't be kept") });
    expect(refused.stderr).not.toContain("http://127.0.0.1");
    await logIn();
    const path = keptPath();
    rmSync(path);
    mkdirSync(path);
    const barred = await begin(["login", "--no-browser"]).finished;
    expect(barred).toMatchObject({ code: 7, stderr: expect.stringContaining("can't be kept") });
    expect(barred.stderr).not.toContain("http://127.0.0.1");
    const { key: examined } = checksOf(await begin(["doctor", "--json"]).finished);
    expect(examined?.remedy).toContain(`ls -ld ${path}`);
    const who = await begin(["whoami"], place).finished;
    expect(who).toMatchObject({ code: 6, stderr: expect.stringContaining("a file stands where the folder") });
    expect(checksOf(await begin(["doctor", "--json"], place).finished).key).toMatchObject({
      state: "problem",
    });
  });

  it("that can't be saved after all is revoked at the service", async () => {
    const login = begin(["login", "--no-browser"]);
    await login.lineMatching(/^http/);
    const [lock] = readdirSync(join(folder, ".state")).filter((name) => name.endsWith(".json.lock"));
    mkdirSync(join(folder, ".state", (lock ?? "").replace(/\.lock$/, "")));
    await consent(login, "allow");
    expect(await login.finished).toMatchObject({ code: 7, stderr: expect.stringContaining("can't be kept") });
    const data = ["--data", join(folder, "service")];
    const { stdout } = await begin(["serve", "keys", "list", "--account", "ann", ...data]).finished;
    expect(stdout).toMatch(/main/);
    expect(
      stdout.split("\n").filter((line) => /coursebinder/.test(line) && !/revoked|ended/.test(line)),
    ).toEqual([]);
  });

  it("that is ended while it is renewed does not come back", async () => {
    await logIn();
    const path = keptPath();
    service.process.kill("SIGSTOP");
    change({ expiresAt: Date.now() - 1 });
    const renewing = begin(["account", "balance"]);
    while (kept().refreshing === null) await new Promise((resolve) => setTimeout(resolve, 10));
    const ending = begin(["logout"]);
    const files = `/proc/${ending.process.pid}/fd`;
    const opened = (): string[] =>
      readdirSync(files).map((name) => {
        try {
          return readlinkSync(join(files, name));
        } catch {
          return "closed meanwhile";
        }
      });
    while (!opened().includes(`${path}.lock`)) await new Promise((resolve) => setTimeout(resolve, 10));
    service.process.kill("SIGCONT");
    await Promise.all([renewing.finished, ending.finished]);
    expect(existsSync(path)).toBe(false);
    expect((await begin(["whoami"]).finished).code).toBe(6);
  });

  it("has lower priority than a key, and says so", async () => {
    await logIn();
    const who = await begin(["whoami"], { STORY_API_KEY: key }).finished;
    expect(who.stdout).toContain("credential STORY_API_KEY");
  });
});

describe("a login is refused", () => {
  it("if the service redirects to another host: exit 6, and nothing is registered there", async () => {
    const server = createServer((asked, answer) => {
      const own = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
      expect(asked.url).toBe("/.well-known/oauth-protected-resource/api/v1");
      answer.setHeader("content-type", "application/json");
      answer.end(
        JSON.stringify({ resource: `${own}/api/v1`, authorization_servers: ["https://elsewhere.example"] }),
      );
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => void server.close());
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/v1`;
    const refused = await coursebinder(["login", "--no-browser", "--json"], {
      cwd: folder,
      env: { STORY_API_URL: url },
    });
    expect(documentOf(refused)).toMatchObject({ exitCode: 6, problems: [{ code: "login_elsewhere" }] });
  });

  it("if there is no answer, nothing to log in to, or for a rehearsal", async () => {
    const away = { STORY_API_URL: "http://127.0.0.1:1/api/v1" };
    expect((await begin(["login", "--no-browser"], away).finished).code).toBe(7);
    expect((await begin(["login", "--local"]).finished).code).toBe(2);
    expect((await begin(["logout"]).finished).stdout).toContain("nobody is logged in");
  });
});
