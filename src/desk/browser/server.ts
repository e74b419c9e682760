import { ask, Refusal } from "../../review/browser/server.ts";
import type { ChangesDocument } from "../documents.ts";

/** Sends a file as it is. A browser doesn't read one that was changed since it was chosen. */
export async function upload<Answer>(path: string, file: Blob): Promise<Answer> {
  const body = await file.arrayBuffer().catch(() => {
    throw new Refusal({ code: "file_changed", message: null });
  });
  const headers = { "content-type": "application/octet-stream" };
  return ask<Answer>(path, { method: "POST", headers, body });
}

/** A path with its query; what is null is left out. */
export function pathOf(path: string, query: Readonly<Record<string, string | null>>): string {
  const given = Object.entries(query).filter((pair): pair is [string, string] => pair[1] !== null);
  return `${path}?${new URLSearchParams(given)}`;
}

const listeners = new Set<(changed: readonly string[]) => void>();

/** Calls back with the ids of the courses that have changed. */
export function onChanges(listener: (changed: readonly string[]) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** How often the page asks what has changed: within two seconds, it shows what happens elsewhere. */
const lookMs = 1_000;
let seen: ChangesDocument | null = null;
let isGone = false;

/** Asks what has changed, as long as the page is open. `onGone` hears whether the desk has stopped. Resolves once the first answer is there. */
export async function followChanges(onGone: (isGone: boolean) => void): Promise<void> {
  const now = await ask<ChangesDocument>("/api/changes").catch(() => null);
  if (now !== null && seen !== null) {
    const before = seen;
    const ids = Object.keys({ ...before, ...now });
    const changed = isGone ? ids : ids.filter((id) => now[id] !== before[id]);
    if (changed.length > 0) for (const listener of listeners) listener(changed);
  }
  seen = now ?? seen;
  isGone = now === null;
  onGone(isGone);
  setTimeout(() => void followChanges(onGone), lookMs);
}
