import type { LessonDocument, QueueDocument, RefusalDocument, RevoicingRefusal } from "../documents.ts";
import { Kept } from "./kept.ts";
import { type Change, Refusal } from "./page.ts";
import { ReviewPage } from "./review-page.ts";

const page = new ReviewPage(
  {
    readQueue: () => call("api/queue") as Promise<QueueDocument>,
    readLesson: (job) => call(`api/lesson?job=${encodeURIComponent(job)}`) as Promise<LessonDocument>,
    // With the recording's hash, so that an exchanged one has another address.
    soundOf: ({ job, seen }) => `api/sound?job=${encodeURIComponent(job)}&of=${seen.sound ?? ""}`,
    send: async (kind, request) => {
      const { left } = (await call(`api/${kind}`, request)) as { left?: readonly RevoicingRefusal[] };
      return left ?? [];
    },
    recorded: "It is recorded.",
    failed: "The desk could not be reached. Is it still running? Your decision may not have been recorded.",
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
page.start();

async function call(path: string, body?: object): Promise<unknown> {
  const answer = await fetch(
    path,
    body === undefined
      ? {}
      : { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) },
  );
  const document: unknown = await answer.json();
  if (!answer.ok) throw new Refusal(document as RefusalDocument);
  return document;
}
