import type { LessonDocument, QueueDocument, RevoicingRefusal } from "../documents.ts";
import { Kept } from "./kept.ts";
import { startPage } from "./page-view.tsx";
import { ask, askAgain, post } from "./server.ts";

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
    watch: (tell) =>
      void askAgain<{ version: string }>("api/changes", (answer) => tell(answer?.version ?? null)),
    course:
      id === null
        ? null
        : {
            run: `/#/${id}/run/${kind}`,
            package: `/#/${id}/package/${kind}`,
            replace: ({ job, story }) => `/#/${id}/run/${kind}/${job}@${story}`,
          },
    mail: null,
  },
  // Each desk is an origin of its own, by its port; one that shows several courses has an address for each.
  new Kept(location.pathname === "/" ? "desk" : `desk ${location.pathname}`),
);
