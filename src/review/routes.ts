import type { IncomingMessage } from "node:http";
import type { z } from "zod";
import { type Answer, json, ranged, readJson, refusal } from "./answer.ts";
import { commentRequestSchema, decisionRequestSchema } from "./documents.ts";
import { type LessonMeans, lessonDocument } from "./lesson-document.ts";
import { pageFile } from "./page-files.ts";
import { readQueue } from "./read-queue.ts";
import { type Recorded, recordComment, recordDecision } from "./record.ts";
import { reviewedLesson } from "./reviewed-lesson.ts";

const notFound = refusal(404, { code: "not_found", message: null });

/** The answer to a request that is the page's own. Throws a Failure if the ledger or a file can't be used. */
export async function answerTo(
  request: IncomingMessage,
  { pathname, searchParams }: URL,
  desk: LessonMeans,
): Promise<Answer> {
  const job = searchParams.get("job") ?? "";
  switch (`${request.method} ${pathname}`) {
    case "GET /api/queue":
      return json(200, await readQueue(desk));
    case "GET /api/lesson":
      return orNotFound(await lessonDocument(job, desk));
    case "GET /api/sound":
      return soundAnswer(job, request.headers.range, desk);
    case "POST /api/decisions":
      return record(request, decisionRequestSchema, (asked) => recordDecision(desk.course, asked));
    case "POST /api/comments":
      return record(request, commentRequestSchema, (asked) => recordComment(desk.course, asked));
    default:
      return request.method === "GET" ? ((await pageFile(pathname)) ?? notFound) : notFound;
  }
}

async function soundAnswer(
  job: string,
  range: string | undefined,
  { course, sounds }: LessonMeans,
): Promise<Answer> {
  const lesson = await reviewedLesson(job, await course.now(), course);
  const sound = lesson === null ? null : await sounds.soundOf(lesson.source);
  return sound === null ? notFound : ranged(sound.bytes, sound.mediaType, range);
}

function orNotFound(document: object | null): Answer {
  return document === null ? notFound : json(200, document);
}

const statuses = {
  not_found: 404,
  not_understood: 400,
  lesson_changed: 409,
  decided_meanwhile: 409,
} as const;

async function record<Asked>(
  request: IncomingMessage,
  schema: z.ZodType<Asked>,
  write: (asked: Asked) => Promise<Recorded>,
): Promise<Answer> {
  const body = await readJson(request);
  if (body.kind === "large") return refusal(413, { code: "body_too_large", message: null });
  const asked = schema.safeParse(body.kind === "read" ? body.value : null);
  if (!asked.success) return refusal(400, { code: "not_understood", message: null });
  const recorded = await write(asked.data);
  if (recorded.kind === "recorded") return json(200, { recorded: true });
  return refusal(statuses[recorded.why], { code: recorded.why, message: null });
}
