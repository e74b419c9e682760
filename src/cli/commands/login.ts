import { dirname } from "node:path";
import { type Login, lockLogin, loginPath, readLogin, saveLogin } from "../../client/login/login.ts";
import { logIn, revoke } from "../../client/login/oauth.ts";
import type { RemoteProblem } from "../../client/problem.ts";
import { scopes } from "../../contract/operations.ts";
import type { RunProblem } from "../../run/problem.ts";
import { closing } from "../../shared/closing.ts";
import { exitCodes } from "../../shared/exit-codes.ts";
import { errorCode, Failure, isSystemError } from "../../shared/failure.ts";
import type { OpenFile } from "../../shared/files/files.ts";
import { realFiles } from "../../shared/files/real-files.ts";
import { showText } from "../../shared/text.ts";
import { signalAfter } from "../../shared/timer.ts";
import type { Context } from "../context.ts";
import { serviceOf } from "../course-session.ts";
import { type CommandResult, ended } from "../io.ts";
import type { Verbs } from "../parser/declarations.ts";
import { readCallOptions } from "../parser/options.ts";
import { usage } from "../problem.ts";
import { wordFor } from "../problems/texts.ts";
import { openBrowser } from "../prompt.ts";
import { keptLogin, type LoginState, loginStateOf } from "../service/connection.ts";

export const verbs: Verbs = { login, logout, whoami };

/** How long to wait for consent: a code is valid for ten minutes (interface 5.4), after which the user has to start again. */
const patienceMs = 10 * 60_000;

/** `login`: connects this machine to the service by consent in a browser. A previous login is replaced, and revoked at the service. */
export async function login(context: Context): Promise<CommandResult> {
  const { io, raw, world, environment, interrupt } = context;
  const service = remoteServiceOf(context);
  const { stateFolder } = environment;
  if (stateFolder === null)
    throw new Failure<RemoteProblem>({ code: "login_unwritable", path: null, cause: "" });
  const path = loginPath(stateFolder, service);
  await refuseUnwritable(path, service, context);
  const { timeoutMs } = readCallOptions(raw, false);
  const made = await logIn(service, {
    timeoutMs,
    now: world.now,
    signal: AbortSignal.any([interrupt, signalAfter(patienceMs)]),
    show: (address) => {
      io.warn(
        `Open this address in a browser on this computer, and approve the access that coursebinder asks for:\n${address}`,
      );
      if (io.canAsk && environment.hasDesktop && raw.browser !== false) openBrowser(address);
    },
  });
  if (interrupt.aborted) throw new Failure<RunProblem>({ code: "interrupted" });
  if (made === null) throw new Failure<RemoteProblem>({ code: "login_unreachable", cause: null });
  const before = await keepLogin(path, made, context).catch(async (error: unknown) => {
    // The login could not be saved, so nobody could ever use or end it: revoke it now.
    await endUnused(made, timeoutMs, io);
    throw unwritable(path, error);
  });
  io.say(`logged in to ${showText(service)}: ${made.scopes.map(showText).join(", ")}`);
  const missing = scopes.filter((scope) => !made.scopes.includes(scope));
  if (missing.length > 0) {
    io.warn(
      `You did not allow ${missing.join(", ")}, so coursebinder can't do everything. Log in again to allow the rest.`,
    );
  }
  if (environment.key !== undefined || environment.keyFile !== undefined) {
    io.warn(
      "STORY_API_KEY or STORY_API_KEY_FILE is set, and takes precedence over the login; unset it to use the login.",
    );
  }
  if (before !== null) await endUnused(before, timeoutMs, io);
  return ended({ service, scopes: made.scopes });
}

/** Checks that the login can be saved before asking the user for consent. */
async function refuseUnwritable(path: string, service: string, context: Context): Promise<void> {
  await (await lockKept(path, context))?.close();
  await readKept(path, service);
}

/** Revokes a login whose tokens are no longer used. */
async function endUnused(login: Login, timeoutMs: number, { warn }: Context["io"]): Promise<void> {
  try {
    await revoke(login, timeoutMs);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    warn("A connection that is no longer used could not be ended: end it on the service's pages.");
  }
}

/** `logout`: ends the login on this machine, and then at the service. */
export async function logout(context: Context): Promise<CommandResult> {
  const { io, environment } = context;
  const service = remoteServiceOf(context);
  const path = environment.stateFolder === null ? null : loginPath(environment.stateFolder, service);
  const isThere = path !== null && (await realFiles.identify(path)) !== null;
  const loggedOut = isThere && (await endLogin(path, service, context));
  io.say(
    loggedOut
      ? `logged out of ${showText(service)}`
      : `there is no login to ${showText(service)} on this machine`,
  );
  return ended({ service, loggedOut });
}

/** Saves a login; returns the previous one, if any was readable. */
async function keepLogin(path: string, made: Login, context: Context): Promise<Login | null> {
  const lock = await lockKept(path, context);
  return closing(lock, async () => {
    const before = await readKept(path, made.service);
    await saveLogin(realFiles, path, made);
    return before;
  });
}

/**
 * Removes the stored login, as last renewed, before telling the service: whatever the service answers, this machine no longer uses it, in particular
 * if others can read it. A Failure says if it may still be valid at the service. False: there was none.
 */
async function endLogin(path: string, service: string, context: Context): Promise<boolean> {
  const lock = await lockKept(path, context);
  return closing(lock, async () => {
    const newest = await readKept(path, service);
    await realFiles.remove(path);
    if (newest === null) return false;
    await revoke(newest, readCallOptions(context.raw, false).timeoutMs);
    return true;
  });
}

/** Waits for a renewal in progress, which would otherwise write the old login back. */
async function lockKept(path: string, { world }: Context): Promise<OpenFile | null> {
  try {
    await realFiles.makeFolder(dirname(path));
    return await lockLogin(path, { files: realFiles, world });
  } catch (error) {
    throw unwritable(dirname(path), error);
  }
}

function readKept(path: string, service: string): Promise<Login | null> {
  return readLogin(realFiles, path, service).catch((error: unknown) => {
    throw unwritable(path, error);
  });
}

function unwritable(path: string, error: unknown): unknown {
  if (!isSystemError(error)) return error;
  return new Failure<RemoteProblem>({ code: "login_unwritable", path, cause: errorCode(error) });
}

/** `whoami`: shows which credential would be used for the service, offline. Never shows a secret. */
export async function whoami(context: Context): Promise<CommandResult> {
  const { io, environment } = context;
  const service = remoteServiceOf(context);
  const key = keyVariable(environment);
  const kept = key === null ? await keptLogin(service, context) : null;
  const source = key ?? (kept === null ? null : "login");
  io.say(`service    ${showText(service)}`);
  io.say(`credential ${source ?? "none: set STORY_API_KEY_FILE, or log in with coursebinder login"}`);
  const loginState = kept === null ? null : await loginStateOf(kept, context);
  if (kept !== null && loginState !== null)
    for (const line of describeLogin(kept.login, loginState)) io.say(line);
  const isUsable = source !== null && loginState !== "over";
  const exitCode = isUsable ? exitCodes.done : exitCodes.credential;
  const details =
    kept === null
      ? {}
      : {
          scopes: kept.login.scopes,
          expiresAt: new Date(kept.login.expiresAt).toISOString(),
          standing: loginState,
        };
  return ended({ service, credential: source, ...details }, exitCode);
}

function describeLogin({ scopes, expiresAt }: Login, loginState: LoginState): string[] {
  const ends = new Date(expiresAt).toISOString();
  return [
    `may        ${scopes.map(showText).join(", ")}`,
    `token      ${loginState === "over" ? "ended" : "good until"} ${ends}${wordFor("loginStates", loginState)}`,
  ];
}

/** The environment variable whose key takes precedence over a login. */
function keyVariable({ key, keyFile }: Context["environment"]): string | null {
  if (key !== undefined && key.trim() !== "") return "STORY_API_KEY";
  return keyFile !== undefined && keyFile !== "" ? "STORY_API_KEY_FILE" : null;
}

/** A rehearsal needs no credential, so login is refused. */
function remoteServiceOf(context: Context): string {
  if (context.shared.local) {
    throw usage("--local needs no login: the local service makes its own key.", "");
  }
  if (context.environment.tlsChecksOff) throw new Failure<RemoteProblem>({ code: "tls_checks_off" });
  return serviceOf(context);
}
