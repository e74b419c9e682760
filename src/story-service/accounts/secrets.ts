import { createHmac, randomBytes } from "node:crypto";
import { join } from "node:path";
import { limits } from "../../contract/limits.ts";
import { Failure } from "../../shared/failure.ts";
import { replaceFile } from "../../shared/files/atomic-file.ts";
import type { Files } from "../../shared/files/files.ts";
import type { StartProblem } from "../start-problem.ts";
import type { Database, Store } from "../store/store.ts";

/** The prefix of each kind of secret, so that a leaked one is recognizable. */
const prefixes = {
  key: "sk_live_",
  accessToken: "st_access_",
  refreshToken: "st_refresh_",
  code: "st_code_",
  session: "st_session_",
  operator: "st_operator_",
} as const;

const secretBytes = 32;
const pepperBytes = 32;
/** The pepper's file in a data folder. */
export const pepperName = "pepper";

/** An API key of this service: the live prefix and 43 base64url characters (interface 5.1). */
export const keyPattern = new RegExp(`^${prefixes.key}[A-Za-z0-9_-]{${limits.keyCharacters}}$`);

/** Whether a cookie's value has the form of a session's token. */
export function isSessionToken(token: string): boolean {
  return /^st_session_[A-Za-z0-9_-]{43}$/.test(token);
}

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
 * `pepper_missing` if the database contains hashes but the pepper is gone, with `pepper_of_others` if it knows another one, and with
 * `pepper_damaged`: with another pepper every key, token and sign-in would be refused without an explanation.
 */
export function readPepper(files: Files, dataFolder: string, store: Store): Promise<Buffer> {
  const path = join(dataFolder, pepperName);
  return store.write(async (transaction) => {
    // Of several processes that start at once on a shared folder, one makes it.
    await transaction.lock("start");
    const pepper = (await readFrom(files, path)) ?? (await makePepper(files, path, transaction));
    if ((await fingerprintIn(transaction, pepper)) !== fingerprintOf(pepper))
      throw failed({ code: "pepper_of_others", path });
    return pepper;
  });
}

async function readFrom(files: Files, path: string): Promise<Buffer | null> {
  const known = await files.read(path);
  if (known === null || known.length === pepperBytes) return known;
  throw failed({ code: "pepper_damaged", path, sizeBytes: known.length });
}

async function makePepper(files: Files, path: string, database: Database): Promise<Buffer> {
  if (await holdsHashes(database)) throw failed({ code: "pepper_missing", path });
  const pepper = randomBytes(pepperBytes);
  await replaceFile(files, path, pepper);
  await database.run("DELETE FROM configured WHERE name = 'pepper'");
  return pepper;
}

/** 48 bits, as many as a number holds exactly: they tell peppers apart, and are of no use for guessing one. */
function fingerprintOf(pepper: Buffer): number {
  return Number.parseInt(hashSecret("fingerprint", pepper).slice(0, 12), 16);
}

/** The fingerprint that the database knows. One that knows none keeps this one. */
async function fingerprintIn(database: Database, pepper: Buffer): Promise<number> {
  await database.run(
    "INSERT INTO configured VALUES ('pepper', ?) ON CONFLICT DO NOTHING",
    fingerprintOf(pepper),
  );
  const row = await database.get<{ value: number }>("SELECT value FROM configured WHERE name = 'pepper'");
  return row?.value ?? 0;
}

async function holdsHashes(database: Database): Promise<boolean> {
  const tables = ["bearers", "sign_ins", "sessions", "oauth_codes", "refresh_tokens", "operators"];
  for (const table of tables)
    if ((await database.get(`SELECT 1 FROM ${table} LIMIT 1`)) !== undefined) return true;
  return false;
}

function failed(problem: StartProblem): Failure<StartProblem> {
  return new Failure(problem);
}
