import { createHash } from "node:crypto";
import { dirname, join } from "node:path";
import * as z from "zod";
import { errorCode, isSystemError } from "../../shared/failure.ts";
import { replaceFile } from "../../shared/files/atomic-file.ts";
import type { Files, OpenFile } from "../../shared/files/files.ts";
import type { World } from "../../shared/world.ts";

const loginSchema = z.object({
  coursebinder: z.literal("login"),
  format: z.literal(1),
  service: z.string(),
  issuer: z.string(),
  tokenEndpoint: z.string(),
  revocationEndpoint: z.string().nullable(),
  clientId: z.string(),
  scopes: z.array(z.string()),
  accessToken: z.string(),
  refreshToken: z.string().nullable(),
  /** Wall-clock time in ms since 1970. */
  obtainedAt: z.number(),
  expiresAt: z.number(),
  /** SHA-256 of the refresh token about to be sent. If the token here still matches, it is unknown whether it was used. */
  refreshing: z.string().nullable(),
});

/** A connection to a service that the user has consented to (interface 5.4), as stored on this machine. */
export type Login = z.infer<typeof loginSchema>;

/** The file that stores the login to a service: one for each service, readable only by its owner. */
export function loginPath(folder: string, service: string): string {
  const name = createHash("sha256").update(service).digest("hex").slice(0, 16);
  return join(folder, `login-${name}.json`);
}

/** The content of a login file. */
export type LoginResult =
  | { readonly kind: "none" }
  | { readonly kind: "login"; readonly login: Login }
  /** `cause`: the system's error; null if the file was read but holds no login to this service. */
  | { readonly kind: "unusable"; readonly cause: string | null };

/** Reads the stored login to a service. Never rejects. */
export async function readLogin(
  files: Pick<Files, "read">,
  path: string,
  service: string,
): Promise<LoginResult> {
  try {
    const bytes = await files.read(path);
    if (bytes === null) return { kind: "none" };
    const login = loginSchema.parse(JSON.parse(bytes.toString("utf8")));
    return login.service === service ? { kind: "login", login } : { kind: "unusable", cause: null };
  } catch (error) {
    return { kind: "unusable", cause: isSystemError(error) ? errorCode(error) : null };
  }
}

/** Marks that a renewal with this refresh token is pending or was interrupted. */
export function renewalMark(refreshToken: string): string {
  return createHash("sha256").update(refreshToken).digest("hex");
}

/** Resolves once the login has durably replaced the previous one. */
export async function saveLogin(files: Files, path: string, login: Login): Promise<void> {
  await files.makeFolder(dirname(path));
  await replaceFile(files, path, `${JSON.stringify(login)}\n`);
}

const lockTriedEveryMs = 100;
/** Longer than a renewal takes, including its timeout. */
const lockWaitMs = 40_000;

/**
 * Takes the operating system's lock for a stored login; required to renew, replace or remove it. The caller must close it. Null if another
 * process has held the lock for so long that the other process must be stopped.
 */
export async function lockLogin(
  path: string,
  { files, world }: { readonly files: Files; readonly world: Pick<World, "monotonic" | "sleep"> },
): Promise<OpenFile | null> {
  const lock = await files.openAppend(`${path}.lock`);
  const until = world.monotonic() + lockWaitMs;
  while (!lock.tryLock()) {
    if (world.monotonic() >= until) {
      await lock.close();
      return null;
    }
    await world.sleep(lockTriedEveryMs);
  }
  return lock;
}
