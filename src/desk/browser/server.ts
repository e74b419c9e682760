import type { Message, RefusalDocument } from "../documents.ts";

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

/** A message from the desk; null: messages may have been missed, so that everything has to be fetched again. */
type News = Message | null;

const listeners = new Set<(news: News) => void>();

export function onNews(listener: (news: News) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** How soon a browser that was turned away asks again, as while the desk is started anew on the same port. */
const againMs = 1_000;

/** Listens to the desk as long as the page is open. `onGone` hears whether the desk has stopped. */
export function listen(onGone: (isGone: boolean) => void, wasGone = false): void {
  const events = new EventSource("/api/events");
  let isGone = wasGone;
  const tell = (news: News): void => {
    for (const listener of listeners) listener(news);
  };
  events.addEventListener("open", () => {
    if (isGone) tell(null);
    isGone = false;
    onGone(false);
  });
  events.addEventListener("message", ({ data }) => tell(JSON.parse(data) as Message));
  events.addEventListener("error", () => {
    isGone = true;
    onGone(true);
    if (events.readyState === EventSource.CLOSED) setTimeout(() => listen(onGone, true), againMs);
  });
}
