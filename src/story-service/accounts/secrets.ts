import { createHmac, randomBytes } from "node:crypto";
import { join } from "node:path";
import { limits } from "../../contract/limits.ts";
import { Failure } from "../../shared/failure.ts";
import { replaceFile } from "../../shared/files/atomic-file.ts";
import type { Files } from "../../shared/files/files.ts";
import type { StartProblem } from "../start-problem.ts";
import type { Store } from "../store/store.ts";

/** The prefix of each kind of secret, so that a leaked one is recognizable. */
const prefixes = {
  key: "sk_live_",
  accessToken: "st_access_",
  refreshToken: "st_refresh_",
  code: "st_code_",
  session: "st_session_",
} as const;

const secretBytes = 32;
const pepperBytes = 32;

/** An API key of this service: the live prefix and 43 base64url characters (interface 5.1). */
export const keyPattern = new RegExp(`^${prefixes.key}[A-Za-z0-9_-]{${limits.keyCharacters}}$`);

/** A new secret with 256 random bits, so that a fast keyed hash is safe for storing it. */
export function newSecret(kind: keyof typeof prefixes): string {
  return prefixes[kind] + randomBytes(secretBytes).toString("base64url");
}

/** The only form in which a secret is stored: HMAC-SHA-256 with the data folder's pepper, in hex. */
export function hashSecret(secret: string, pepper: Buffer): string {
  return createHmac("sha256", pepper).update(secret).digest("hex");
}

/**
 * Reads the data folder's pepper, creating it on first use. It is a separate file, so that the database alone gives no access. Fails with
 * `pepper_missing` if the database contains hashes but the pepper is gone, and with `pepper_damaged`: with another pepper every key, token and
 * sign-in would be refused without an explanation.
 */
export async function readPepper(files: Files, dataFolder: string, store: Store): Promise<Buffer> {
  const path = join(dataFolder, "pepper");
  const known = await files.read(path);
  if (known?.length === pepperBytes) return known;
  if (known !== null) throw failed({ code: "pepper_damaged", path, sizeBytes: known.length });
  if (await holdsHashes(store)) throw failed({ code: "pepper_missing", path });
  const pepper = randomBytes(pepperBytes);
  await replaceFile(files, path, pepper);
  return pepper;
}

async function holdsHashes(store: Store): Promise<boolean> {
  const tables = ["bearers", "sign_ins", "sessions", "oauth_codes", "refresh_tokens"];
  for (const table of tables)
    if ((await store.get(`SELECT 1 FROM ${table} LIMIT 1`)) !== undefined) return true;
  return false;
}

function failed(problem: StartProblem): Failure<StartProblem> {
  return new Failure(problem);
}
