import { createHmac, randomBytes } from "node:crypto";
import { join } from "node:path";
import { limits } from "../../contract/limits.ts";
import { errorCode, isSystemError } from "../../shared/failure.ts";
import { replaceFile } from "../../shared/files/atomic-file.ts";
import { realFiles } from "../../shared/files/real-files.ts";
import { StartFailure } from "../start-problem.ts";
import { configure, type Database, readConfigured, type Store } from "../store/store.ts";

/** The key for hashing secrets: without the key, the database gives no access. */
export type Pepper = Buffer;

const pepperBytes = 32;
/** The name of the pepper's file in a data folder. */
export const pepperName = "pepper";

/** The path of the pepper's file. */
export function pepperPath(dataFolder: string): string {
  return join(dataFolder, pepperName);
}

/** The number by which the database identifies its current pepper: 48 bits, of no use for guessing it. */
export function numberOf(pepper: Pepper): number {
  return Number.parseInt(hashSecret("fingerprint", pepper).slice(0, 12), 16);
}

/** A new pepper. */
export function newPepper(): Pepper {
  return randomBytes(pepperBytes);
}

/** The only form in which a secret is stored: HMAC-SHA-256 in hex. */
export function hashSecret(secret: string, pepper: Pepper): string {
  return createHmac("sha256", pepper).update(secret).digest("hex");
}

/**
 * The pepper of a data folder, or null without a file: 32 bytes, or a list of an earlier version, which added others while its service ran. Of a list the
 * one that the database names, or else the newest. Fails with `pepper_damaged` and `pepper_unreadable`.
 */
async function readPepperFile(dataFolder: string, named: number | null): Promise<Pepper | null> {
  const path = pepperPath(dataFolder);
  const bytes = await realFiles.read(path).catch((error: unknown) => {
    if (!isSystemError(error)) throw error;
    const cause = errorCode(error);
    throw new StartFailure({ code: "pepper_unreadable", path, cause }, { cause: error });
  });
  if (bytes === null || bytes.length === pepperBytes) return bytes;
  const lines = bytes.toString("latin1").matchAll(/^(?:plain|marked) ([0-9a-f]{64})$/gm);
  const listed = [...lines].map(([, hex = ""]) => Buffer.from(hex, "hex"));
  const pepper = listed.find((one) => numberOf(one) === named) ?? listed.at(-1);
  if (pepper !== undefined) return pepper;
  throw new StartFailure({ code: "pepper_damaged", path, sizeBytes: bytes.length });
}

/** Writes the file, readable only by its owner; complete and durable once this resolves. */
export async function writePepperFile(dataFolder: string, pepper: Pepper): Promise<void> {
  await replaceFile(realFiles, pepperPath(dataFolder), pepper);
}

/**
 * Reads the data folder's pepper, creating it on first use. It is a separate file, so that the database alone gives no access; the database knows which
 * pepper is current. Fails with `pepper_missing` if the file is gone and the database contains hashes, or is on a server and names a pepper. Fails with
 * `pepper_of_others` if the database's current pepper is not the one in the file, or with `pepper_damaged` or `pepper_unreadable`. With a
 * different pepper, every key, token and sign-in would be refused without an explanation.
 */
export function readPepper(dataFolder: string, store: Store): Promise<Pepper> {
  return store.write(async (transaction) => {
    // Of several processes that start at once on a shared folder, one makes it.
    await transaction.lock("start");
    const named = await readConfigured(transaction, "pepper");
    const found = await readPepperFile(dataFolder, named);
    const path = pepperPath(dataFolder);
    // Several processes may each have a folder: what one of them has made, and will hash with, the next one must not make anew.
    if (found === null && ((store.isShared && named !== null) || (await holdsHashes(transaction))))
      throw new StartFailure({ code: "pepper_missing", path, isShared: store.isShared });
    const pepper = found ?? newPepper();
    if (found === null) await writePepperFile(dataFolder, pepper);
    else if (named !== null && numberOf(pepper) !== named)
      throw new StartFailure({ code: "pepper_of_others", path });
    if (found === null || named === null) await nameCurrent(transaction, pepper);
    return pepper;
  });
}

/** Notes in the database which pepper is the current one. */
export function nameCurrent(database: Database, pepper: Pepper): Promise<void> {
  return configure(database, "pepper", numberOf(pepper));
}

/** The tables whose rows are of no use under another pepper. */
export const hashTables = [
  "bearers",
  "sign_ins",
  "sessions",
  "operator_sessions",
  "oauth_codes",
  "refresh_tokens",
  "operators",
] as const;

async function holdsHashes(database: Database): Promise<boolean> {
  for (const table of hashTables)
    if ((await database.get(`SELECT 1 FROM ${table} LIMIT 1`)) !== undefined) return true;
  return false;
}

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
