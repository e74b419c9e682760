import { stat } from "node:fs/promises";
import { realFiles } from "../shared/files/real-files.ts";
import { grantsOthers } from "../shared/files/windows.ts";
import type { RemoteProblem } from "./problem.ts";
import { isMountedSecret } from "./read-only-mount.ts";
import { Secret } from "./secret.ts";

/** `source`: where the key was found, as text. */
export type CredentialResult =
  | { ok: true; secret: Secret; source: string }
  | { ok: false; problem: RemoteProblem };

/** Where a key may come from. Never a flag: process lists and shell histories keep those. */
export interface CredentialSources {
  /** `STORY_API_KEY` */
  readonly key: string | undefined;
  /** `STORY_API_KEY_FILE` */
  readonly keyFile: string | undefined;
}

// Printable ASCII, as an HTTP header allows, and long enough for a key (interface 5.1: a prefix and 43 characters).
const keyPattern = /^[\x21-\x7e]{16,512}$/;

/** The mode bits that let anyone but a file's owner read or change it. */
export const openToOthers = 0o077;

/** Reads the API key from the environment variable, or from a file that only its owner can read or that a container was given. */
export async function readCredential(sources: CredentialSources): Promise<CredentialResult> {
  if (sources.key !== undefined && sources.key.trim() !== "") return checked(sources.key, "STORY_API_KEY");
  if (sources.keyFile === undefined || sources.keyFile === "")
    return { ok: false, problem: { code: "key_missing" } };
  return readKeyFile(sources.keyFile);
}

async function readKeyFile(path: string): Promise<CredentialResult> {
  const source = `STORY_API_KEY_FILE (${path})`;
  try {
    const file = await stat(path);
    if (file.isDirectory()) return unreadable(source, "folder");
    if (grantsOthers(file.mode, openToOthers) && !(await isMountedSecret(path, file)))
      return unreadable(source, "open-to-others");
    return checked(String((await realFiles.read(path)) ?? ""), source);
  } catch {
    return unreadable(source, "unreadable");
  }
}

function checked(text: string, source: string): CredentialResult {
  const key = text.trim();
  if (key === "") return unreadable(source, "empty");
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
