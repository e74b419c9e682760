import { createHmac, randomBytes } from "node:crypto";
import { join } from "node:path";
import { replaceFile } from "../../shared/atomic-file.ts";
import type { Files } from "../../shared/files.ts";

const keyPrefix = "sk_live_";
const secretBytes = 32;
const pepperBytes = 32;

/** An API key of this service: the live prefix and 43 base64url characters (interface 5.1). */
export const keyPattern = /^sk_live_[A-Za-z0-9_-]{43}$/;

/** A fresh key: 256 random bits, so that a fast keyed hash is enough to store it. */
export function newSecret(): string {
  return keyPrefix + randomBytes(secretBytes).toString("base64url");
}

/** The only form in which a secret is stored: HMAC-SHA-256 under the data folder's pepper, in hex. */
export function hashSecret(secret: string, pepper: Buffer): string {
  return createHmac("sha256", pepper).update(secret).digest("hex");
}

/** Reads the data folder's pepper, made at first use. It is a file of its own, so that the database alone opens nothing. */
export async function readPepper(files: Files, dataFolder: string): Promise<Buffer> {
  const path = join(dataFolder, "pepper");
  const known = await files.read(path);
  if (known !== null) return known;
  const pepper = randomBytes(pepperBytes);
  await replaceFile(files, path, pepper);
  return pepper;
}
