import { stat } from "node:fs/promises";
import { Failure } from "../shared/failure.ts";
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

// Printable ASCII, as an HTTP header allows, and long enough for a key (interface 5.1: a prefix and 43 characters).
const keyPattern = /^[\x21-\x7e]{16,512}$/;

/** The mode bits that let anyone but a file's owner read or change it. */
export const openToOthers = 0o077;

/**
 * Reads the API key from the environment, or from a file that only its owner can read or that was given to a container; never from a flag, which process
 * lists and shell histories keep. `source`: where it was found, as text. Null if there is none. Throws a Failure with `key_unreadable`.
 */
export async function readCredential(
  { key, keyFile }: Readonly<Record<"key" | "keyFile", string | undefined>>,
  keySource = "STORY_API_KEY",
): Promise<{ readonly secret: Secret; readonly source: string } | null> {
  if (key !== undefined && key.trim() !== "") return checked(key, keySource);
  if (keyFile === undefined || keyFile === "") return null;
  const source = `STORY_API_KEY_FILE (${keyFile})`;
  const [text, { mode, uid }] = await Promise.all([realFiles.read(keyFile), stat(keyFile)]).catch(() => {
    throw unreadable(source, "unreadable");
  });
  // Containers mount secrets so: the system's own, nobody else's to change, on a read-only mount. Inside one there are no others.
  const mayBeGiven = uid === 0 && (mode & 0o022) === 0;
  if (grantsOthers(mode, openToOthers) && !(mayBeGiven && (await isOnReadOnlyMount(keyFile, mode))))
    throw unreadable(source, "open-to-others");
  return checked(String(text), source);
}

function checked(text: string, source: string) {
  const key = text.trim();
  if (!keyPattern.test(key)) throw unreadable(source, "not-a-key");
  return { secret: new Secret(key), source };
}

function unreadable(source: string, why: "unreadable" | "open-to-others" | "not-a-key") {
  return new Failure<RemoteProblem>({ code: "key_unreadable", source, why });
}
