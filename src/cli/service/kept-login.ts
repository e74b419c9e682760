import { stat } from "node:fs/promises";
import { openToOthers } from "../../client/credentials.ts";
import type { Login } from "../../client/login/login.ts";
import type { RemoteProblem } from "../../client/problem.ts";
import { closing } from "../../shared/closing.ts";
import { Failure } from "../../shared/failure.ts";
import { realFiles } from "../../shared/files/real-files.ts";
import { grantsOthers } from "../../shared/files/windows.ts";
import type { Context } from "../context.ts";

/** A stored login to a service, and its file. */
export interface KeptLogin {
  readonly path: string;
  readonly login: Login;
}

/**
 * The login that would be used for a service; null if there is none, or it was ended. Throws a Failure with `login_unusable` if the stored
 * one can't be read, or if others can read it too.
 */
export async function keptLogin(
  service: string,
  { environment }: Pick<Context, "environment">,
): Promise<KeptLogin | null> {
  if (environment.stateFolder === null) return null;
  const { loginPath, readLogin } = await import("../../client/login/login.ts");
  const path = loginPath(environment.stateFolder, service);
  const result = await readLogin(realFiles, path, service);
  if (result.kind === "none") return null;
  if (result.kind === "unusable") {
    const why = result.cause === null ? "damaged" : "unreadable";
    throw new Failure<RemoteProblem>({ code: "login_unusable", path, why, cause: result.cause });
  }
  if (grantsOthers((await stat(path)).mode, openToOthers)) {
    throw new Failure<RemoteProblem>({ code: "login_unusable", path, why: "open-to-others", cause: null });
  }
  return result.login.endedAt === null ? { path, login: result.login } : null;
}

/**
 * What happens to a login. renewed: automatically. kept: valid until its token expires. cut off: the same, because a renewal was
 * interrupted and must not be repeated. over: no longer valid.
 */
export type LoginState = "renewed" | "kept" | "cut off" | "over";

/** Examines the stored login only; sends nothing. */
export async function loginStateOf(
  { path, login }: KeptLogin,
  { world }: Pick<Context, "world">,
): Promise<LoginState> {
  const { refreshToken, refreshing, expiresAt } = login;
  const { renewalMark } = await import("../../client/login/login.ts");
  const isMarked = refreshToken !== null && refreshing === renewalMark(refreshToken);
  // A process that is renewing holds the lock.
  const isCutOff = isMarked && (await isUnlocked(path));
  if (refreshToken !== null && !isCutOff) return "renewed";
  if (world.now() >= expiresAt) return "over";
  return isCutOff ? "cut off" : "kept";
}

async function isUnlocked(path: string): Promise<boolean> {
  const lock = await realFiles.openAppend(`${path}.lock`);
  return closing(lock, () => lock.tryLock());
}
