import { stat } from "node:fs/promises";
import { isOnReadOnlyMount, realFiles } from "../shared/files/real-files.ts";
import { grantsOthers } from "../shared/files/windows.ts";
import type { RemoteProblem } from "./problem.ts";
import { Secret } from "./secret.ts";

/** The credential for calls: a fixed key, or a login whose access token is renewed during a run. */
export interface Credential {
  /**
   * The secret for a call that starts now, once a renewal that is due, by this process or another one, has ended. Never rejects: an expired secret is
   * left for the service to refuse.
   */
  current(): Promise<Secret>;
  /** See `Remote.account`. */
  readonly account: string | null;
}

/** Whether a secret is no longer the current one. If so, the service's refusal of that secret says nothing about the next call. */
export async function isReplaced(secret: Secret, credential: Credential): Promise<boolean> {
  return (await credential.current()).fingerprint() !== secret.fingerprint();
}

/** An API key (interface 5.1). */
export function fixedCredential(secret: Secret): Credential {
  return { current: () => Promise.resolve(secret), account: secret.fingerprint() };
}

/** `source`: where the key was found, as text. */
export type CredentialResult =
  | { ok: true; secret: Secret; source: string }
  | { ok: false; problem: RemoteProblem };

/** Where a key may come from. Never from a flag: process lists and shell histories keep flags. */
export interface CredentialSources {
  /** `STORY_API_KEY` */
  readonly key: string | undefined;
  /** Where `key` comes from, if not from `STORY_API_KEY`. */
  readonly keySource?: string;
  /** `STORY_API_KEY_FILE` */
  readonly keyFile: string | undefined;
}

// Printable ASCII, as an HTTP header allows, and long enough for a key (interface 5.1: a prefix and 43 characters).
const keyPattern = /^[\x21-\x7e]{16,512}$/;

/** The mode bits that let anyone but a file's owner read or change it. */
export const openToOthers = 0o077;

/** Reads the API key from the environment variable, or from a file that only its owner can read or that was given to a container. */
export async function readCredential({
  key,
  keySource = "STORY_API_KEY",
  keyFile,
}: CredentialSources): Promise<CredentialResult> {
  if (key !== undefined && key.trim() !== "") return checked(key, keySource);
  if (keyFile === undefined || keyFile === "") return { ok: false, problem: { code: "key_missing" } };
  const source = `STORY_API_KEY_FILE (${keyFile})`;
  try {
    const text = String(await realFiles.read(keyFile));
    const file = await stat(keyFile);
    const isOpen = grantsOthers(file.mode, openToOthers) && !(await isMountedSecret(keyFile, file));
    return isOpen ? unreadable(source, "open-to-others") : checked(text, source);
  } catch {
    return unreadable(source, "unreadable");
  }
}

function checked(text: string, source: string): CredentialResult {
  const key = text.trim();
  return keyPattern.test(key)
    ? { ok: true, secret: new Secret(key), source }
    : unreadable(source, "not-a-key");
}

function unreadable(
  source: string,
  why: Extract<RemoteProblem, { code: "key_unreadable" }>["why"],
): CredentialResult {
  return { ok: false, problem: { code: "key_unreadable", source, why } };
}

/**
 * Whether a key file that others can read is one that a container was given: the system's own, nobody else's to change, on a read-only mount.
 * Containers mount secrets so, and inside one there are no others.
 */
async function isMountedSecret(path: string, { mode, uid }: { mode: number; uid: number }): Promise<boolean> {
  if (uid !== 0 || (mode & 0o022) !== 0) return false;
  return isOnReadOnlyMount(path, mode);
}
