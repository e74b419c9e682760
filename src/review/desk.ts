import type { FastifyInstance, FastifyReply } from "fastify";
import { newestCorrection } from "../ledger/format/reviews.ts";
import { Failure } from "../shared/failure.ts";
import {
  type ApplicationOptions,
  notFound,
  pageFile,
  pageHtml,
  pageStyle,
  Refusal,
  type RunningDesk,
  read,
  startApplication,
} from "./application.ts";
import { DeskCourse, type DeskSource, lessonIn } from "./desk-course.ts";
import { type Requests, refusalStatuses, requestSchemas } from "./documents.ts";
import { type LessonMeans, lessonDocument, readQueue } from "./page-documents.ts";
import {
  type Recorded,
  type RecordingDesk,
  recordChange,
  recordComment,
  recordDecision,
  recordRespeaking,
  recordUndo,
} from "./record.ts";

export type DeskOptions = DeskSource &
  Omit<LessonMeans & RecordingDesk, "course"> &
  Omit<ApplicationOptions, "port">;

/** A course's review desk. */
export type ReviewDesk = DeskOptions & { readonly course: DeskCourse };

export function reviewDeskOf(options: DeskOptions): ReviewDesk {
  const course = new DeskCourse(options);
  course.prepare();
  return { ...options, course };
}

/** Starts the review desk of one course. Throws as `startApplication` does. */
export async function openDesk(
  options: DeskOptions & Pick<ApplicationOptions, "port">,
): Promise<RunningDesk> {
  const desk = reviewDeskOf(options);
  return startApplication(options, {
    addRoutes: (app) => serveReview(app, async () => desk),
    finish: () => desk.course.idle(),
  });
}

/** Finds the desk for a request. Refuses if there is none. */
type FindDesk = (request: { readonly params: unknown }) => Promise<ReviewDesk>;

/** Adds the routes of review desks to an application, or to a part of it with a prefix. */
export function serveReview(app: FastifyInstance, find: FindDesk): void {
  servePages(app, find);
  for (const kind of Object.keys(records) as (keyof Requests)[]) serveRecords(kind, app, find);
}

type Get = (
  desk: ReviewDesk,
  asked: { job: string; range: string | undefined },
  reply: FastifyReply,
) => unknown;

function servePages(app: FastifyInstance, find: FindDesk): void {
  const get = (path: string, answer: Get): void => {
    app.get(path, { prefixTrailingSlash: "slash" }, async (request, reply) => {
      const desk = await find(request);
      const { job = "" } = request.query as { readonly job?: string };
      return answer(desk, { job, range: request.headers.range }, reply);
    });
  };
  get("/", (_, _asked, reply) => reply.type("text/html; charset=utf-8").send(pageHtml("desk")));
  app.get("/desk.css", (_, reply) => reply.type("text/css; charset=utf-8").send(pageStyle("review")));
  app.get("/desk.js", (_, reply) =>
    reply.type("text/javascript; charset=utf-8").send(pageFile("review", "desk.js")),
  );
  get("/api/changes", async ({ version }) => ({ version: await version() }));
  get("/api/queue", async (desk) => readQueue(desk, await desk.course.now()));
  get("/api/lesson", async (desk, { job }) => {
    try {
      return (await lessonDocument(job, desk, await desk.course.now())) ?? notFound();
    } catch (error) {
      throw (await unusable(job, error, desk)) ?? error;
    }
  });
  get("/api/sound", async ({ course }, { job, range }, reply) => {
    const lesson = await course.lesson(job, await course.now());
    const sound = lesson === null ? null : await course.soundOf(lesson.source);
    return sound === null ? notFound() : sendRange(reply.type(sound.mediaType), sound.bytes, range);
  });
}

/**
 * Describes a lesson whose correction's file is missing or changed, with the request that takes the correction back; null: the error is about something
 * else.
 */
async function unusable(
  job: string,
  error: unknown,
  { course, describeFailure }: ReviewDesk,
): Promise<Refusal | null> {
  if (!(error instanceof Failure) || error.problem.code !== "correction_unusable") return null;
  const lesson = lessonIn(await course.now(), { job });
  const undoes = lesson === null ? null : newestCorrection(lesson.story);
  if (lesson === null || undoes === null) return null;
  const undo = { job, story: lesson.story.id, seen: lesson.now, undoes: undoes.correction };
  return new Refusal(409, "correction_unusable", { message: describeFailure(error.problem), undo });
}

/** How each request is recorded. */
const records: {
  [Kind in keyof Requests]: (desk: RecordingDesk, asked: Requests[Kind]) => Promise<Recorded>;
} = {
  decisions: recordDecision,
  comments: recordComment,
  corrections: recordChange,
  "corrections/undo": recordUndo,
  respoken: recordRespeaking,
};

function serveRecords<Kind extends keyof Requests>(kind: Kind, app: FastifyInstance, find: FindDesk): void {
  app.post(`/api/${kind}`, async (request) => {
    const desk = await find(request);
    const asked = read(requestSchemas[kind], request.body) as Requests[Kind];
    const recorded = await records[kind](desk, asked);
    if (recorded.kind === "refused") {
      const { code } = recorded.refusal;
      throw new Refusal(refusalStatuses[code], code, recorded.refusal);
    }
    return { recorded: true, left: recorded.left };
  });
}

/** Answers with the part of the bytes that the `Range` header asks for, or with all of them. */
function sendRange(reply: FastifyReply, bytes: Buffer, range: string | undefined): FastifyReply {
  reply.header("accept-ranges", "bytes");
  const asked = /^bytes=(\d{1,15})-(\d{0,15})$/.exec(range ?? "");
  if (asked === null) return reply.send(bytes);
  const from = Number(asked[1]);
  const to = asked[2] === "" ? bytes.length - 1 : Math.min(Number(asked[2]), bytes.length - 1);
  if (from > to) return reply.code(416).header("content-range", `bytes */${bytes.length}`).send();
  return reply
    .code(206)
    .header("content-range", `bytes ${from}-${to}/${bytes.length}`)
    .send(bytes.subarray(from, to + 1));
}
