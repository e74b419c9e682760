import type { ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { type FastifyInstance, type FastifyReply, fastify } from "fastify";
import type { z } from "zod";
import { newestCorrections } from "../ledger/format/reviews.ts";
import { type AnyProblem, Failure } from "../shared/failure.ts";
import type { World } from "../shared/world.ts";
import { Access } from "./access.ts";
import { DeskCourse, type DeskSource, lessonIn } from "./desk-course.ts";
import {
  commentRequestSchema,
  correctionRequestSchema,
  decisionRequestSchema,
  type RefusalDocument,
  respeakRequestSchema,
  undoRequestSchema,
} from "./documents.ts";
import { type LessonMeans, lessonDocument } from "./lesson-document.ts";
import { pageFile, pageHtml } from "./page-file.ts";
import { readQueue } from "./queue-document.ts";
import {
  type Recorded,
  type RecordingDesk,
  recordChange,
  recordComment,
  recordDecision,
  recordRespeaking,
  recordUndo,
} from "./record.ts";

export interface DeskOptions
  extends DeskSource,
    Omit<LessonMeans, "course" | "narrator">,
    Pick<RecordingDesk, "narrator"> {
  /** 0: a free one. */
  readonly port: number;
  readonly world: Pick<World, "log" | "now">;
  /** Puts the problem of a Failure into words. */
  readonly describeFailure: (problem: AnyProblem) => string;
}

export interface RunningDesk {
  /** The address to open, with the token that is good for one time. For the user's eyes: never log it. */
  readonly address: string;
  readonly port: number;
  close(): Promise<void>;
}

/** Longer than any honest request takes. */
const requestMs = 30_000;
/** For the last answers to reach their pages; a page that holds its connection open is not waited for longer. */
const lastAnswersMs = 500;
/** The largest body that a page of ours sends; larger ones are not read. */
const bodyBytesMost = 128 * 1024;

const again = "Stop the desk with Ctrl-C, start it again, and open the address that it shows.";
/** For people, who see it in the place of the page. */
const whyNotAdmitted = {
  host: "The desk can be reached only at the address that it shows, with the same name and port. Over ssh, forward the same port.",
  origin:
    "A page on another site sent you here. Open the address that the desk shows in the terminal instead.",
  token: `This address works in one browser only: either a browser has opened it already, or the desk has been restarted since. Nothing is lost. ${again}`,
  session: `This browser has not opened the desk's address, another browser has opened it, or the desk has been restarted since. Nothing is lost. ${again}`,
} as const;

// Nothing from outside, nothing in a frame, no address told to anybody, nothing kept by the browser.
const securityHeaders = {
  "content-security-policy":
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; media-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "cache-control": "no-store",
} as const;

type Desk = LessonMeans & RecordingDesk & Pick<DeskOptions, "describeFailure" | "world">;

/** Starts the review desk on 127.0.0.1. Throws a system error, such as `EADDRINUSE`, if the port can't be used. */
export async function openDesk(options: DeskOptions): Promise<RunningDesk> {
  const access = new Access();
  const desk: Desk = { ...options, course: new DeskCourse(options) };
  const app = fastify({
    bodyLimit: bodyBytesMost,
    requestTimeout: requestMs,
    http: { headersTimeout: requestMs },
    exposeHeadRoutes: false,
    return503OnClosing: false,
  });
  const pages = new OpenPages();
  guard(app, access, desk);
  servePages(app, desk, pages);
  serveRecords(app, desk, pages);
  await app.listen({ port: options.port, host: "127.0.0.1" });
  const { port } = app.server.address() as AddressInfo;
  desk.course.prepare();
  return {
    address: `${originOf(app)}/?token=${access.token}`,
    port,
    close: async () => {
      const closed = app.close();
      // What is being recorded is recorded, and confirmed to its page.
      await desk.course.idle();
      pages.end();
      setTimeout(() => app.server.closeAllConnections(), lastAnswersMs).unref();
      await closed;
    },
  };
}

/** As browsers write it: they never name port 80. */
function originOf({ server }: FastifyInstance): string {
  return new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`).origin;
}

/** The pages that want to know what changes and when the desk stops. */
class OpenPages {
  readonly #responses = new Set<ServerResponse>();

  add(response: ServerResponse): void {
    this.#responses.add(response);
    response.once("close", () => this.#responses.delete(response));
    response.writeHead(200, { ...securityHeaders, "content-type": "text/event-stream" });
    response.flushHeaders();
  }

  /** Tells all pages what was recorded: the one that asked for it knows the id. */
  tell({ job, id }: { readonly job: string; readonly id: string }): void {
    for (const response of this.#responses) response.write(`data: ${JSON.stringify({ job, id })}\n\n`);
  }

  end(): void {
    for (const response of this.#responses) response.end();
  }
}

/** Lets in who may use the desk, and answers what went wrong. */
function guard(app: FastifyInstance, access: Access, { world, describeFailure }: Desk): void {
  app.addHook("onRequest", async ({ raw, url }, reply) => {
    reply.headers(securityHeaders);
    const origin = originOf(app);
    if (!URL.canParse(url, origin)) return refuse(reply, 400, { code: "not_understood", message: null });
    const { pathname, searchParams } = new URL(url, origin);
    const admission = access.admit(raw, { searchParams }, origin);
    switch (admission.kind) {
      case "admitted":
        return undefined;
      case "exchanged":
        return reply.code(303).headers({ location: "/", "set-cookie": admission.cookie }).send();
      case "refused":
        return pathname === "/"
          ? reply.code(403).type("text/plain; charset=utf-8").send(`${whyNotAdmitted[admission.why]}\n`)
          : refuse(reply, 403, { code: "not_admitted", message: null });
    }
  });
  app.addHook("onSend", async ({ raw }, reply) => {
    // A body that was not read is not waited for.
    if (!raw.complete) reply.header("connection", "close");
  });
  app.addHook("onResponse", async ({ method, url }, { statusCode: status }) => {
    // Never the query: it may have the token.
    world.log.debug({ method, path: url.split("?", 1)[0], status }, "review");
  });
  app.setNotFoundHandler((_, reply) => notFound(reply));
  app.setErrorHandler((error: Error & { statusCode?: number }, { url }, reply) => {
    const { statusCode = 500 } = error;
    if (error instanceof Failure)
      return refuse(reply, 409, { code: "failed", message: describeFailure(error.problem) });
    if (statusCode === 413) return refuse(reply, 413, { code: "body_too_large", message: null });
    if (statusCode < 500) return refuse(reply, 400, { code: "not_understood", message: null });
    world.log.error({ error: String(error), path: url.split("?", 1)[0] }, "review");
    return refuse(reply, 500, { code: "broken", message: null });
  });
}

type OfJob = { readonly Querystring: { readonly job?: string } };

function servePages(app: FastifyInstance, desk: Desk, pages: OpenPages): void {
  const { course } = desk;
  app.get("/", (_, reply) => reply.type("text/html; charset=utf-8").send(pageHtml("desk")));
  app.get("/desk.css", (_, reply) => reply.type("text/css; charset=utf-8").send(pageFile("desk.css")));
  app.get("/desk.js", (_, reply) => reply.type("text/javascript; charset=utf-8").send(pageFile("desk.js")));
  app.get("/api/running", (_, reply) => {
    reply.hijack();
    pages.add(reply.raw);
  });
  app.get("/api/queue", async () => readQueue(desk, await course.now()));
  app.get<OfJob>("/api/lesson", async ({ query: { job = "" } }, reply) => {
    try {
      return (await lessonDocument(job, desk, await course.now())) ?? notFound(reply);
    } catch (error) {
      const refusal = await unusable(job, error, desk);
      if (refusal === null) throw error;
      return refuse(reply, 409, refusal);
    }
  });
  app.get<OfJob>("/api/sound", async ({ query: { job = "" }, headers }, reply) => {
    const lesson = await course.lesson(job, await course.now());
    const sound = lesson === null ? null : await course.soundOf(lesson.source);
    if (sound === null) return notFound(reply);
    return sendRange(reply.type(sound.mediaType), sound.bytes, headers.range);
  });
}

/** What takes the correction back whose file is missing or changed; null: the error is about something else. */
async function unusable(
  job: string,
  error: unknown,
  { course, describeFailure }: Desk,
): Promise<RefusalDocument | null> {
  if (!(error instanceof Failure) || error.problem.code !== "correction_unusable") return null;
  const lesson = lessonIn(await course.now(), { job });
  const undoes = lesson === null ? null : newestCorrections(lesson.story).newest;
  if (lesson === null || undoes === null) return null;
  const undo = { job, story: lesson.story.id, seen: lesson.now, undoes: undoes.correction };
  return { code: "correction_unusable", message: describeFailure(error.problem), undo };
}

function serveRecords(app: FastifyInstance, desk: Desk, pages: OpenPages): void {
  const serve = <Asked extends { job: string; id: string }>(
    path: string,
    schema: z.ZodType<Asked>,
    record: (desk: RecordingDesk, asked: Asked) => Promise<Recorded>,
  ): void => {
    app.post(path, async ({ body }, reply) => {
      const asked = schema.safeParse(body);
      if (!asked.success) return refuse(reply, 400, { code: "not_understood", message: null });
      const recorded = await record(desk, asked.data);
      if (recorded.kind === "unspoken")
        return refuse(reply, 409, { code: "unspoken", message: null, unspoken: recorded.why });
      if (recorded.kind === "refused")
        return refuse(reply, statuses[recorded.why], { code: recorded.why, message: null });
      pages.tell(asked.data);
      const { left } = recorded;
      return { recorded: true, left };
    });
  };
  serve("/api/decisions", decisionRequestSchema, recordDecision);
  serve("/api/comments", commentRequestSchema, recordComment);
  serve("/api/corrections", correctionRequestSchema, recordChange);
  serve("/api/corrections/undo", undoRequestSchema, recordUndo);
  serve("/api/respoken", respeakRequestSchema, recordRespeaking);
}

const statuses = {
  not_found: 404,
  not_understood: 400,
  nothing_left: 422,
  lesson_changed: 409,
  decided_meanwhile: 409,
} as const;

function refuse(reply: FastifyReply, status: number, document: RefusalDocument): FastifyReply {
  return reply.code(status).send(document);
}

function notFound(reply: FastifyReply): FastifyReply {
  return refuse(reply, 404, { code: "not_found", message: null });
}

/** A part of some bytes, as the `Range` header asks for it, or all of them. */
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
