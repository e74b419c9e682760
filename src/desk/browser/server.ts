import type { ChangesDocument, RefusalDocument } from "../documents.ts";

/** What the desk answered instead of doing what was asked. */
export class Refusal extends Error {
  readonly document: RefusalDocument;

  constructor(document: RefusalDocument) {
    super(document.message ?? document.code);
    this.document = document;
  }
}

/** Asks the desk. Throws a Refusal, with the code `gone` if there is no answer at all. */
async function ask<Answer>(path: string, options: RequestInit = {}): Promise<Answer> {
  const gone = new Refusal({ code: "gone", message: null });
  const response = await fetch(path, options).catch(() => {
    throw gone;
  });
  const answer: unknown = await response.json().catch(() => {
    throw gone;
  });
  if (!response.ok) throw new Refusal(answer as RefusalDocument);
  return answer as Answer;
}

export function get<Answer>(path: string): Promise<Answer> {
  return ask<Answer>(path);
}

export function post<Answer>(path: string, body: object): Promise<Answer> {
  return ask<Answer>(path, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
}

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
  const now = await get<ChangesDocument>("/api/changes").catch(() => null);
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
