import { stat } from "node:fs/promises";
import { type Credential, fixedCredential, openToOthers, readCredential } from "../../client/credentials.ts";
import type { Login } from "../../client/login/login.ts";
import type { RemoteProblem } from "../../client/problem.ts";
import { Secret } from "../../client/secret.ts";
import type { CallOptions } from "../../course/call-options.ts";
import { type Connection, connect, openCallContext, rehearsalService } from "../../course/connect.ts";
import type { ServiceSession } from "../../course/preview-run.ts";
import type { LedgerState } from "../../ledger/format/state.ts";
import { errorCode, Failure } from "../../shared/failure.ts";
import { realFiles } from "../../shared/files/real-files.ts";
import { grantsOthers } from "../../shared/files/windows.ts";
import { every } from "../../shared/timer.ts";
import type { Context } from "../context.ts";
import { serviceOf } from "../course-session.ts";
import { readCallOptions } from "../parser/options.ts";
import { viewProgress } from "../render/progress.ts";

/** Checks and prepares everything needed to call the service. Sends nothing yet. With `--local`, starts the service first. */
export async function openConnection(context: Context, calls: CallOptions): Promise<Connection> {
  const service = serviceOf(context);
  if (context.environment.tlsChecksOff) throw new Failure<RemoteProblem>({ code: "tls_checks_off" });
  if (service === rehearsalService) return openRehearsal(context, calls);
  const credential = await credentialFor(service, calls, context);
  const { stateFolder } = context.environment;
  const { timeoutMs } = calls;
  return connect({ url: service, service, credential, timeoutMs, stateFolder }, context.world);
}

/** A key from the environment, or else the stored login to the service. */
async function credentialFor(service: string, calls: CallOptions, context: Context): Promise<Credential> {
  const key = await readCredential(context.environment);
  if (key !== null) return fixedCredential(key.secret);
  const kept = await keptLogin(service, context);
  if (kept === null) throw new Failure<RemoteProblem>({ code: "key_missing" });
  const { LoginCredential } = await import("../../client/login/login-credential.ts");
  const { path, login } = kept;
  const options = { path, files: realFiles, world: context.world, timeoutMs: calls.timeoutMs };
  return new LoginCredential(login, options);
}

async function openRehearsal(context: Context, calls: CallOptions): Promise<Connection> {
  const { rehearsalForesight, startRehearsal } = await import("./local-service.ts");
  const service = await startRehearsal(calls, context);
  const credential = fixedCredential(new Secret(await service.mintKey("rehearsal")));
  const { url } = service;
  const target = {
    url,
    service: rehearsalService,
    credential,
    timeoutMs: calls.timeoutMs,
    stateFolder: null,
  };
  const connection = await connect(target, context.world);
  return {
    ...connection,
    foresight: rehearsalForesight(context),
    close: async () => {
      await connection.close();
      await service.close();
    },
  };
}

/** A stored login to a service, and its file. */
export interface KeptLogin {
  readonly path: string;
  readonly login: Login;
}

/**
 * The login that would be used for a service; null if there is no login. Throws a Failure with `login_unusable` if the stored
 * login can't be read, or if other users can read it too.
 */
export async function keptLogin(
  service: string,
  { environment }: Pick<Context, "environment">,
): Promise<KeptLogin | null> {
  if (environment.stateFolder === null) return null;
  const { loginPath, readLogin } = await import("../../client/login/login.ts");
  const path = loginPath(environment.stateFolder, service);
  const login = await readLogin(realFiles, path, service).catch((error: unknown) => {
    const cause = errorCode(error);
    throw new Failure<RemoteProblem>({ code: "login_unusable", path, why: "unreadable", cause });
  });
  if (login === null) return null;
  if (grantsOthers((await stat(path)).mode, openToOthers)) {
    throw new Failure<RemoteProblem>({ code: "login_unusable", path, why: "open-to-others", cause: null });
  }
  return { path, login };
}

/** What happens to a login. `renewed`: it is renewed automatically. `kept`: it stays valid until its token expires. `over`: it is no longer valid. */
export type LoginState = "renewed" | "kept" | "over";

/** Examines the stored login only; sends nothing. A renewal that has begun is not repeated. */
export async function loginStateOf(
  { login: { refreshToken, refreshing, expiresAt } }: KeptLogin,
  { world }: Pick<Context, "world">,
): Promise<LoginState> {
  const { renewalMark } = await import("../../client/login/login.ts");
  if (refreshToken !== null && refreshing !== renewalMark(refreshToken)) return "renewed";
  return world.now() >= expiresAt ? "over" : "kept";
}

/**
 * Prepares single calls to the service, which show waits, and stop at Ctrl-C. The caller must close the session. `state`: the course's ledger, if the
 * calls concern a course.
 */
export async function openSession(context: Context, state: LedgerState | null): Promise<ServiceSession> {
  const { io, raw, shared, world, interrupt } = context;
  const calls = readCallOptions(raw, shared.local);
  const connection = await openConnection(context, calls);
  const { tell } = viewProgress(io, 0, { now: world.now, every });
  return { ...connection, context: openCallContext(connection, { calls, state, world, interrupt, tell }) };
}
