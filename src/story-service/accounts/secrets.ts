import { randomBytes } from "node:crypto";
import { limits } from "../../contract/limits.ts";

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
