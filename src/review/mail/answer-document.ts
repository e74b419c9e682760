import * as z from "zod";
import {
  changeSchema,
  hash,
  type LessonDocument,
  type QueueDocument,
  requestSchemas,
  seenSchema,
} from "../documents.ts";
import { nameMost, textMost } from "../recorded-text.ts";

// What an exported page contains, and the answer that comes back. An answer comes from outside: it is parsed with these schemas, once.

const idMost = 200;
/** The maximum number of lessons on a page, so that an answer about all of them is still a small file. */
export const lessonsMost = 10_000;
const decisionsMost = 10_000;
const jobId = z.string().min(1).max(idMost);

const exportedLessonSchema = z.strictObject({
  job: jobId,
  story: z.uuid(),
  seen: z.strictObject(seenSchema.shape),
  /** The ids of the decisions that the page shows: the reviewer is taken to know them. */
  known: z.array(z.uuid()).max(decisionsMost),
});

/** The course and the lessons that a page was exported from. */
const exportedSchema = z.strictObject({
  course: z.string().min(1).max(idMost),
  edition: z.string().min(1).max(idMost),
  service: z.string().max(2_000),
  /** The time of the export, in ISO 8601. */
  at: z.iso.datetime(),
  /** Whether the page includes the recordings. */
  withSound: z.boolean(),
  lessons: z.array(exportedLessonSchema).max(lessonsMost),
});

const { kind, why, unheard } = requestSchemas.decisions.shape;
const decisionSchema = z.strictObject({
  /** Chosen by the page and never changed, so that importing the decision again records nothing twice. */
  id: z.uuid(),
  job: jobId,
  kind,
  why,
  /** Ids of the page's earlier decisions about this lesson, which may have been sent in earlier answers. */
  replaces: z.array(z.uuid()).max(decisionsMost),
  unheard,
});

const commentSchema = z.strictObject({
  id: z.uuid(),
  job: jobId,
  text: z.string().min(1).max(textMost),
});

const correctionSchema = z.strictObject({
  /** The id of the newest change. */
  id: z.uuid(),
  job: jobId,
  /** In the order in which they were made. */
  changes: z.array(changeSchema).min(1).max(decisionsMost),
});

/** The file that a page saves. It has at most one decision and one correction per lesson. */
export const answerSchema = z.strictObject({
  coursebinder: z.literal("review-answer"),
  version: z.literal(1),
  exported: exportedSchema,
  /** In answers of older pages: a hash of `exported`, which `checksum` covers as well. */
  fingerprint: hash.optional(),
  who: z.string().min(1).max(nameMost),
  decisions: z.array(decisionSchema).max(lessonsMost),
  comments: z.array(commentSchema).max(decisionsMost),
  /** Left out by older pages, which can't correct. */
  corrections: z.array(correctionSchema).max(lessonsMost).optional(),
  /** The SHA-256 of all other members. It reveals damage and edits made by hand, but no forgery: a forger can compute it, too. */
  checksum: hash,
});

/** All the data of an exported page, as embedded in it. */
export interface ReviewerDocument {
  readonly exported: Exported;
  readonly queue: QueueDocument;
  /** In the order of the queue; the recording of lesson `n` is in the element `sound-n`, in Base64. */
  readonly lessons: readonly LessonDocument[];
}

export type Exported = z.infer<typeof exportedSchema>;
export type ExportedLesson = z.infer<typeof exportedLessonSchema>;
export type MailedDecision = z.infer<typeof decisionSchema>;
export type MailedComment = z.infer<typeof commentSchema>;
export type MailedCorrection = z.infer<typeof correctionSchema>;
export type Answer = z.infer<typeof answerSchema>;
