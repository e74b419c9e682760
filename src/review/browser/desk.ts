import type { LessonDocument, QueueDocument, RevoicingRefusal } from "../documents.ts";
import { Kept } from "./kept.ts";
import type { Change } from "./page-state.ts";
import { startPage } from "./page-view.tsx";
import { ask, post } from "./server.ts";

/** A desk inside `open` says so by its own address. */
const [, id = null, kind = ""] = /^\/courses\/([^/]+)\/review\/([^/]+)/.exec(location.pathname) ?? [];

startPage(
  {
    readQueue: () => ask<QueueDocument>("api/queue"),
    readLesson: (job) => ask<LessonDocument>(`api/lesson?job=${encodeURIComponent(job)}`),
    // With the recording's hash, so that an exchanged one has another address.
    soundOf: ({ job, seen }) => `api/sound?job=${encodeURIComponent(job)}&of=${seen.sound ?? ""}`,
    send: async (kind, request) => {
      const { left = [] } = await post<{ left?: readonly RevoicingRefusal[] }>(`api/${kind}`, request);
      return left;
    },
    watch: ({ isThere, changed }) => {
      const stream = new EventSource("api/running");
      stream.addEventListener("open", () => isThere(true));
      stream.addEventListener("error", () => isThere(false));
      stream.addEventListener("message", ({ data }) => changed(JSON.parse(String(data)) as Change));
    },
    course: id === null ? null : { review: `/#/${id}/review/${kind}`, package: `/#/${id}/package/${kind}` },
    mail: null,
  },
  // Each desk is an origin of its own, by its port; one that shows several courses has an address for each.
  new Kept(location.pathname === "/" ? "desk" : `desk ${location.pathname}`),
);
