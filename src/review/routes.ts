import type { IncomingMessage } from "node:http";
import type { z } from "zod";
import { newestCorrections } from "../ledger/format/review/corrections.ts";
import type { AnyProblem } from "../shared/failure.ts";
import { type Answer, json, ranged, readJson, refusal } from "./answer.ts";
import { correctLesson, undoLastCorrection } from "./correct/correct.ts";
import { type RespeakDesk, respeakLesson } from "./correct/respeak.ts";
import { isFailure } from "./desk-course.ts";
import {
  commentRequestSchema,
  correctionRequestSchema,
  decisionRequestSchema,
  respeakRequestSchema,
  undoRequestSchema,
} from "./documents.ts";
import { type LessonMeans, lessonDocument } from "./lesson-document.ts";
import { pageFile } from "./page-files.ts";
import { readQueue } from "./read-queue.ts";
import { lessonIn, type Recorded, recordComment, recordDecision } from "./record.ts";
import { reviewedLesson } from "./reviewed-lesson.ts";

/** What the desk answers from. */
export interface Desk extends Omit<LessonMeans, "narrator">, RespeakDesk {
  /** Puts the problem of a Failure into words. */
  readonly describeFailure: (problem: AnyProblem) => string;
}

const notFound = refusal(404, { code: "not_found", message: null });

/** The answer to a request that is the page's own. Throws a Failure if the ledger or a file can't be used. */
export async function answerTo(
  request: IncomingMessage,
  { pathname, searchParams }: URL,
  desk: Desk,
): Promise<Answer> {
  const job = searchParams.get("job") ?? "";
  switch (`${request.method} ${pathname}`) {
    case "GET /api/queue":
      return json(200, await readQueue(desk));
    case "GET /api/lesson":
      return lessonAnswer(job, desk);
    case "GET /api/sound":
      return soundAnswer(job, request.headers.range, desk);
    case "POST /api/decisions":
      return record(request, decisionRequestSchema, (asked) => recordDecision(desk.course, asked));
    case "POST /api/comments":
      return record(request, commentRequestSchema, (asked) => recordComment(desk.course, asked));
    case "POST /api/corrections":
      return record(request, correctionRequestSchema, (asked) => correctLesson(desk, asked));
    case "POST /api/corrections/undo":
      return record(request, undoRequestSchema, (asked) => undoLastCorrection(desk.course, asked));
    case "POST /api/respoken":
      return respeakAnswer(request, desk);
    default:
      return request.method === "GET" ? (pageFile(pathname) ?? notFound) : notFound;
  }
}

async function lessonAnswer(job: string, desk: Desk): Promise<Answer> {
  try {
    return orNotFound(await lessonDocument(job, desk));
  } catch (error) {
    if (!isFailure(error) || error.problem.code !== "correction_unusable") throw error;
    const lesson = lessonIn(await desk.course.now(), { job });
    const undoes = lesson === null ? null : newestCorrections(lesson.story).newest;
    if (lesson === null || undoes === null) throw error;
    const message = desk.describeFailure(error.problem);
    const undo = { job, story: lesson.story.id, seen: lesson.now, undoes: undoes.correction };
    return refusal(409, { code: "correction_unusable", message, undo });
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
  nothing_left: 422,
  lesson_changed: 409,
  decided_meanwhile: 409,
} as const;

async function record<Asked>(
  request: IncomingMessage,
  schema: z.ZodType<Asked>,
  write: (asked: Asked) => Promise<Recorded>,
): Promise<Answer> {
  const asked = await askedIn(request, schema);
  return asked.kind === "refused" ? asked.answer : recordedAnswer(await write(asked.data));
}

async function respeakAnswer(request: IncomingMessage, desk: Desk): Promise<Answer> {
  const asked = await askedIn(request, respeakRequestSchema);
  if (asked.kind === "refused") return asked.answer;
  const respoken = await respeakLesson(desk, asked.data);
  if (respoken.kind === "recorded") return json(200, { recorded: true, left: respoken.left });
  if (respoken.kind === "unspoken")
    return refusal(409, { code: "unspoken", message: null, unspoken: respoken.why });
  return recordedAnswer(respoken);
}

/** What a page asks, or the answer to what can't be read. */
async function askedIn<Asked>(
  request: IncomingMessage,
  schema: z.ZodType<Asked>,
): Promise<
  { readonly kind: "asked"; readonly data: Asked } | { readonly kind: "refused"; readonly answer: Answer }
> {
  const refuse = (status: number, code: "body_too_large" | "not_understood") =>
    ({ kind: "refused", answer: refusal(status, { code, message: null }) }) as const;
  const body = await readJson(request);
  if (body.kind === "large") return refuse(413, "body_too_large");
  const asked = schema.safeParse(body.kind === "read" ? body.value : null);
  return asked.success ? { kind: "asked", data: asked.data } : refuse(400, "not_understood");
}

function recordedAnswer(recorded: Recorded): Answer {
  if (recorded.kind === "recorded") return json(200, { recorded: true });
  return refusal(statuses[recorded.why], { code: recorded.why, message: null });
}
