import { createHash } from "node:crypto";
import { dirname, join } from "node:path";
import * as z from "zod";
import { replaceFile } from "../../shared/files/atomic-file.ts";
import type { Files, OpenFile } from "../../shared/files/files.ts";
import { waitForLock } from "../../shared/files/wait-for-lock.ts";
import { parseJson } from "../../shared/parse-json.ts";
import { signalAfter } from "../../shared/timer.ts";
import type { World } from "../../shared/world.ts";

const loginSchema = z.object({
  coursebinder: z.literal("login"),
  format: z.literal(1),
  service: z.string(),
  issuer: z.string(),
  tokenEndpoint: z.string(),
  revocationEndpoint: z.string(),
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

/** The stored login to a service; null if there is none, or its file holds none that this version can use. Rejects if the file can't be read. */
export async function readLogin(
  files: Pick<Files, "read">,
  path: string,
  service: string,
): Promise<Login | null> {
  const login = loginSchema.safeParse(parseJson((await files.read(path)) ?? ""));
  return login.success && login.data.service === service ? login.data : null;
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

/** Longer than a renewal takes, including its timeout. */
const lockWaitMs = 40_000;

/**
 * Takes the operating system's lock for a stored login; required to renew, replace or remove it. The caller must close it. Null if another
 * process has held the lock for so long that the other process must be stopped.
 */
export function lockLogin(
  path: string,
  { files, world }: { readonly files: Files; readonly world: Pick<World, "sleep"> },
): Promise<OpenFile | null> {
  return waitForLock(`${path}.lock`, files, { world, stop: signalAfter(lockWaitMs) });
}
