import { createHmac, randomBytes } from "node:crypto";
import { join } from "node:path";
import { limits } from "../../contract/limits.ts";
import { Failure } from "../../shared/failure.ts";
import { replaceFile } from "../../shared/files/atomic-file.ts";
import type { Files } from "../../shared/files/files.ts";
import type { StartProblem } from "../start-problem.ts";
import type { Store } from "../store/store.ts";

/** What each kind of secret begins with, so that one that leaked is recognised wherever it turns up. */
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

/** A fresh secret of 256 random bits, so that a fast keyed hash is enough to store it. */
export function newSecret(kind: keyof typeof prefixes): string {
  return prefixes[kind] + randomBytes(secretBytes).toString("base64url");
}

/** The only form in which a secret is stored: HMAC-SHA-256 under the data folder's pepper, in hex. */
export function hashSecret(secret: string, pepper: Buffer): string {
  return createHmac("sha256", pepper).update(secret).digest("hex");
}

/**
 * Reads the data folder's pepper, made at first use. It is a file of its own, so that the database alone opens nothing. Fails with
 * `pepper_missing` where the database holds hashes that were made with one, and with `pepper_damaged`: with another one every key, token
 * and sign-in would be refused, and nobody could tell why.
 */
export async function readPepper(files: Files, dataFolder: string, store: Store): Promise<Buffer> {
  const path = join(dataFolder, "pepper");
  const known = await files.read(path);
  if (known?.length === pepperBytes) return known;
  if (known !== null) throw failed({ code: "pepper_damaged", path, sizeBytes: known.length });
  if (holdsHashes(store)) throw failed({ code: "pepper_missing", path });
  const pepper = randomBytes(pepperBytes);
  await replaceFile(files, path, pepper);
  return pepper;
}

function holdsHashes(store: Store): boolean {
  const tables = ["bearers", "sign_ins", "sessions", "oauth_codes", "refresh_tokens"];
  return tables.some((table) => store.get(`SELECT 1 FROM ${table} LIMIT 1`) !== undefined);
}

function failed(problem: StartProblem): Failure<StartProblem> {
  return new Failure(problem);
}
