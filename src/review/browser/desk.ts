import type { LessonDocument, QueueDocument, RefusalDocument, RevoicingRefusal } from "../documents.ts";
import { Kept } from "./kept.ts";
import { startPage } from "./page-view.tsx";
import { type Change, Refusal } from "./source.ts";

startPage(
  {
    readQueue: () => call<QueueDocument>("api/queue"),
    readLesson: (job) => call<LessonDocument>(`api/lesson?job=${encodeURIComponent(job)}`),
    // With the recording's hash, so that an exchanged one has another address.
    soundOf: ({ job, seen }) => `api/sound?job=${encodeURIComponent(job)}&of=${seen.sound ?? ""}`,
    send: async (kind, request) => {
      const options = { method: "POST", headers: { "content-type": "application/json" } };
      const body = JSON.stringify(request);
      const { left } = await call<{ left?: readonly RevoicingRefusal[] }>(`api/${kind}`, {
        ...options,
        body,
      });
      return left ?? [];
    },
    texts: {
      welcome: "Read and listen to the lesson, then approve, hold or correct it. ? shows all keys.",
      recorded: "It is recorded.",
      failed: "The desk could not be reached. Is it still running? Your decision may not have been recorded.",
    },
    watch: ({ isThere, changed }) => {
      const stream = new EventSource("api/running");
      stream.addEventListener("open", () => isThere(true));
      stream.addEventListener("error", () => isThere(false));
      stream.addEventListener("message", ({ data }) => changed(JSON.parse(String(data)) as Change));
    },
    mail: null,
  },
  // Each desk is an origin of its own, by its port; one that shows several courses has an address for each.
  new Kept(location.pathname === "/" ? "desk" : `desk ${location.pathname}`),
);

async function call<Answer>(path: string, options: RequestInit = {}): Promise<Answer> {
  const answer = await fetch(path, options);
  const document: unknown = await answer.json();
  if (!answer.ok) throw new Refusal(document as RefusalDocument);
  return document as Answer;
}
