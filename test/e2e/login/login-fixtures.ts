import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { request } from "undici";
import { beforeEach, expect, onTestFinished } from "vitest";
import { type Finished, generousLimits, type Running, start, temporaryFolder } from "../../fixtures.ts";
import { freePort } from "../../free-port.ts";
import { PlainBrowser, type Shown } from "../../story-service/pages/plain-browser.ts";
import { beginHere, coursebinderHere, type RunningHere } from "../fixtures/in-this-process.ts";
import { key, startInProcess } from "../fixtures/served.ts";
import { ServiceProxy } from "../fixtures/service-proxy.ts";

export let folder: string;
/** What passes calls on to the service, and can hold them up on their way. */
export let proxy: ServiceProxy;
let appUrl: string;

/** Starts a service with an account for Ann before each test, and a folder for a course; both end with the test. */
export function useLogins(): void {
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
}

/** From now on the service hears nothing, or hears again what is sent from now on. */
export function suspend(isSuspended = true): void {
  proxy.passesAtMost = isSuspended ? 0 : Number.POSITIVE_INFINITY;
}

type Environment = Readonly<Record<string, string>>;

const environment = (more: Environment): Environment => ({
  STORY_API_URL: `${appUrl}/api/v1`,
  ...generousLimits,
  ...more,
});

/** Starts a command. */
export const begin = (args: readonly string[], env: Environment = {}): Running =>
  start({ args, cwd: folder, env: environment(env) });

/** Runs the same command in this process: see `coursebinderHere`. */
export const here = (args: readonly string[], env: Environment = {}): Promise<Finished> =>
  coursebinderHere(args, { cwd: folder, env: environment(env) });

/** A login that waits for a person, in this process. */
export function loginHere(...flags: readonly string[]): RunningHere {
  const login = beginHere(["login", "--no-browser", ...flags], { cwd: folder, env: environment({}) });
  // If the test has failed, it would keep the next command waiting.
  onTestFinished(login.interrupt);
  return login;
}

/** Consents as Ann at the login's URL, and follows the redirect back to the program. */
export async function consent(
  login: Omit<Running, "process">,
  decision: "allow" | "deny",
  scopes: readonly string[] | null = null,
): Promise<Shown> {
  return consentAt(appUrl, await login.lineMatching(/^http/), decision, scopes);
}

/** The same at the service with its pages at `appUrl`, on the page at `address`. */
export async function consentAt(
  appUrl: string,
  address: string,
  decision: "allow" | "deny",
  scopes: readonly string[] | null = null,
): Promise<Shown> {
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

/** Logs in. `login`: left out, in this process. */
export async function logIn(
  scopes: readonly string[] | null = null,
  login: Omit<Running, "process"> = loginHere(),
): Promise<Finished> {
  await consent(login, "allow", scopes);
  return login.finished;
}

/** The status with which the service answers an access token. */
export async function statusFor(accessToken: string): Promise<number> {
  const authorization = `Bearer ${accessToken}`;
  const answer = await request(`${appUrl}/api/v1/balance`, { headers: { authorization } });
  await answer.body.dump();
  return answer.statusCode;
}

export interface Kept {
  accessToken: string;
  refreshToken: string;
  expiresAt: number;
  refreshing: string | null;
}

export function keptPath(): string {
  const state = join(folder, ".state");
  const name = readdirSync(state).find((file) => /^login-.*\.json$/.test(file));
  return join(state, name ?? "no login is kept");
}

export const kept = (): Kept => JSON.parse(readFileSync(keptPath(), "utf8")) as Kept;

export const change = (changes: Partial<Kept>): void =>
  writeFileSync(keptPath(), JSON.stringify({ ...kept(), ...changes }));
