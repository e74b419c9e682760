import { spawn } from "node:child_process";
import { dirname } from "node:path";
import process from "node:process";
import { logIn, revoke } from "../../remote/login/log-in.ts";
import { type Login, loginPath, saveLogin } from "../../remote/login/login.ts";
import { lockLogin } from "../../remote/login/login-lock.ts";
import type { RemoteProblem } from "../../remote/problem.ts";
import { exitCodes } from "../../shared/exit-codes.ts";
import { Failure } from "../../shared/failure.ts";
import { realFiles } from "../../shared/real-files.ts";
import { showText } from "../../shared/text.ts";
import { signalAfter } from "../../shared/timer.ts";
import { serviceOf } from "../connection.ts";
import type { Context } from "../context.ts";
import type { CommandResult } from "../io.ts";
import { keptLogin } from "../kept-login.ts";
import { readCallOptions } from "../options.ts";
import type { CommandProblem } from "../problem.ts";

/** A code is good for ten minutes (interface 5.4); a person who has not come back by then begins anew. */
const patienceMs = 10 * 60_000;

/** `login`: connects this machine to the service by consent in a browser. A login of before is replaced. */
export async function login(context: Context): Promise<CommandResult> {
  const { io, raw, world, environment, interrupt } = context;
  const service = remoteServiceOf(context);
  const { stateFolder } = environment;
  if (stateFolder === null) throw new Failure<RemoteProblem>({ code: "login_nowhere" });
  const { timeoutMs } = readCallOptions(raw, false);
  const patience = signalAfter(patienceMs);
  const made = await logIn(service, {
    timeoutMs,
    now: world.now,
    signal: AbortSignal.any([interrupt, patience]),
    show: (address) => {
      io.warn(
        `Open this address in a browser on this computer, and allow what coursebinder may do:\n${address}`,
      );
      if (io.canAsk && raw.browser !== false) openBrowser(address);
    },
  });
  if (made === null) throw new Failure<RemoteProblem>({ code: "login_given_up" });
  await keepLogin(loginPath(stateFolder, service), made, context);
  io.say(`logged in at ${showText(service)}: ${made.scopes.map(showText).join(", ")}`);
  if (environment.key !== undefined || environment.keyFile !== undefined) {
    io.warn(
      "STORY_API_KEY or STORY_API_KEY_FILE is set, and goes before the login; unset it to use the login.",
    );
  }
  return done({ service, scopes: made.scopes });
}

/** `logout`: ends the login at the service, and forgets it here. */
export async function logout(context: Context): Promise<CommandResult> {
  const service = remoteServiceOf(context);
  const forgotten = await forgetLogin(service, context);
  if (forgotten === null) {
    context.io.say(`nobody is logged in at ${showText(service)}`);
    return done({ service, loggedOut: false });
  }
  await revoke(forgotten, readCallOptions(context.raw, false).timeoutMs);
  context.io.say(`logged out at ${showText(service)}`);
  return done({ service, loggedOut: true });
}

// A renewal that is under way would put the login of before back.
async function keepLogin(path: string, made: Login, { world }: Context): Promise<void> {
  await realFiles.makeFolder(dirname(path));
  const lock = await lockLogin(path, { files: realFiles, world });
  try {
    await saveLogin(realFiles, path, made);
  } finally {
    await lock?.close();
  }
}

/** Removes the kept login, before the service is told: whatever that says, this machine uses it no more. Gives it as it was last renewed. */
async function forgetLogin(service: string, context: Context): Promise<Login | null> {
  const kept = await keptLogin(service, context);
  if (kept === null) return null;
  const lock = await lockLogin(kept.path, { files: realFiles, world: context.world });
  try {
    const newest = await keptLogin(service, context);
    await realFiles.remove(kept.path);
    return newest?.login ?? null;
  } finally {
    await lock?.close();
  }
}

/** `whoami`: which credential would be used for the service, offline. It never shows a secret. */
export async function whoami(context: Context): Promise<CommandResult> {
  const { io, environment } = context;
  const service = remoteServiceOf(context);
  const kept = await keptLogin(service, context);
  const source = sourceOf(environment, kept !== null);
  io.say(`service    ${showText(service)}`);
  io.say(
    `credential ${source === null ? "none: set STORY_API_KEY_FILE, or log in with coursebinder login" : source}`,
  );
  if (source === "login" && kept !== null) for (const line of sayLogin(kept.login, context)) io.say(line);
  const exitCode = source === null ? exitCodes.credential : exitCodes.done;
  const details =
    source === "login" && kept !== null
      ? { scopes: kept.login.scopes, expiresAt: new Date(kept.login.expiresAt).toISOString() }
      : {};
  return { exitCode, json: { ok: source !== null, exitCode, service, credential: source, ...details } };
}

function sayLogin({ scopes, expiresAt, refreshToken }: Login, { world }: Context): string[] {
  const ends = new Date(expiresAt).toISOString();
  const isOver = world.now() >= expiresAt;
  return [
    `may        ${scopes.map(showText).join(", ")}`,
    `token      ${isOver ? "ended" : "good until"} ${ends}${refreshToken === null ? "" : ", renewed by itself"}`,
  ];
}

function sourceOf({ key, keyFile }: Context["environment"], isLoggedIn: boolean): string | null {
  if (key !== undefined && key.trim() !== "") return "STORY_API_KEY";
  if (keyFile !== undefined && keyFile !== "") return "STORY_API_KEY_FILE";
  return isLoggedIn ? "login" : null;
}

/** A rehearsal needs no credential, so there is nothing to log in to. */
function remoteServiceOf(context: Context): string {
  if (context.shared.local) {
    const message = "--local needs no login: the local service makes its own key.";
    throw new Failure<CommandProblem>({ code: "usage", message });
  }
  if (context.environment.tlsChecksOff) throw new Failure<RemoteProblem>({ code: "tls_checks_off" });
  return serviceOf(context);
}

function done(facts: Readonly<Record<string, unknown>>): CommandResult {
  const { done: exitCode } = exitCodes;
  return { exitCode, json: { ok: true, exitCode, ...facts } };
}

/** Opens the person's own browser, without a shell. Where that fails, the address stands in the terminal. */
function openBrowser(address: string): void {
  const [program, ...args] =
    process.platform === "darwin"
      ? ["open", address]
      : process.platform === "win32"
        ? ["rundll32", "url.dll,FileProtocolHandler", address]
        : ["xdg-open", address];
  const child = spawn(program ?? "", args, { stdio: "ignore", detached: true });
  child.on("error", () => undefined);
  child.unref();
}
