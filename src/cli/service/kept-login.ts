import { stat } from "node:fs/promises";
import { othersMayRead } from "../../client/credentials.ts";
import type { Login } from "../../client/login/login.ts";
import type { RemoteProblem } from "../../client/problem.ts";
import { Failure } from "../../shared/failure.ts";
import { realFiles } from "../../shared/files/real-files.ts";
import type { Context } from "../context.ts";

/** A login that this machine keeps for a service, and its file. */
export interface KeptLogin {
  readonly path: string;
  readonly login: Login;
}

/**
 * The login that would be used for a service; null where nobody has logged in, or out again. Throws a Failure with `login_unusable` where what is
 * kept can't be read, or others can read it too.
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
  if (othersMayRead((await stat(path)).mode, path)) {
    throw new Failure<RemoteProblem>({ code: "login_unusable", path, why: "open-to-others", cause: null });
  }
  return result.login.endedAt === null ? { path, login: result.login } : null;
}

/**
 * How a login goes on: renewed by itself, good until its token ends, good until then because a renewal was cut off and must not be sent again, or
 * over.
 */
export type LoginState = "renewed" | "kept" | "cut off" | "over";

/** Looks at the login alone: nothing is sent. */
export async function loginStateOf(
  { path, login }: KeptLogin,
  { world }: Pick<Context, "world">,
): Promise<LoginState> {
  const { refreshToken, refreshing, expiresAt } = login;
  const { renewalMark } = await import("../../client/login/login.ts");
  const isMarked = refreshToken !== null && refreshing === renewalMark(refreshToken);
  // Whoever renews just now holds the lock.
  const isCutOff = isMarked && (await isUnlocked(path));
  if (refreshToken !== null && !isCutOff) return "renewed";
  if (world.now() >= expiresAt) return "over";
  return isCutOff ? "cut off" : "kept";
}

async function isUnlocked(path: string): Promise<boolean> {
  const lock = await realFiles.openAppend(`${path}.lock`);
  try {
    return lock.tryLock();
  } finally {
    await lock.close();
  }
}
