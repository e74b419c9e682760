import { createHash } from "node:crypto";
import { pageFile, pageHtml, pageStyle } from "../application.ts";
import { type DeskCourse, type LessonSound, serviceOf } from "../desk-course.ts";
import type { LessonDocument } from "../documents.ts";
import { type DescribeFinding, lessonDocument, readQueue } from "../page-documents.ts";
import type { Exported, ReviewerDocument } from "./answer-document.ts";

/** A page for a reviewer, in pieces, so that only one recording at a time is in memory. */
export interface ReviewerPage {
  readonly lessons: number;
  /** How many lessons have a recording, whether or not the page includes it. */
  readonly recordings: number;
  /** The size of all recordings in a page, in bytes, whether or not the page includes them. */
  readonly soundBytes: number;
  readonly pieces: AsyncIterable<string>;
}

/**
 * The lessons of a course as one self-contained page, which needs no network and no account, and whose button saves an answer. `at`: now, in ms. Throws
 * a Failure if a lesson's files are not what the ledger recorded.
 */
export async function reviewerPage(
  course: DeskCourse,
  { describe, withSound, at }: { describe: DescribeFinding; withSound: boolean; at: number },
): Promise<ReviewerPage> {
  // Read once, so that text, recording and hashes belong to the same stories even if a run replaces some meanwhile.
  const now = await course.now();
  const means = { course, describe, narrator: null, describeReplacement: null };
  const queue = await readQueue(means, now);
  const lessons: LessonDocument[] = [];
  const soundOf = async ({ job, hasSound }: LessonDocument): Promise<LessonSound | null> => {
    const lesson = hasSound ? await course.lesson(job, now) : null;
    return lesson === null ? null : course.soundOf(lesson.source);
  };
  let soundBytes = 0;
  for (const { job } of queue.lessons) {
    const lesson = await lessonDocument(job, means, now);
    if (lesson === null) continue;
    lessons.push(withoutPrices(lesson));
    soundBytes += base64Length((await soundOf(lesson))?.bytes.length ?? 0);
  }
  const exported: Exported = {
    course: now.plan.course,
    edition: now.plan.edition,
    service: serviceOf(now.state),
    at: new Date(at).toISOString(),
    withSound,
    lessons: lessons.map(({ job, story, seen, known }) => ({ job, story, seen, known: [...known] })),
  };
  // The page counts only this reviewer's decisions, not how many other people have to approve.
  const own = { ...queue, required: 1, isAsked: true, unmade: 0, gate: null };
  const pieces = piecesOf({ exported, queue: own, lessons }, withSound ? soundOf : null);
  const recordings = lessons.filter(({ hasSound }) => hasSound).length;
  return { lessons: lessons.length, recordings, soundBytes, pieces };
}

/** Leaves out prices, which reviewers by mail need not know. */
function withoutPrices(lesson: LessonDocument): LessonDocument {
  return { ...lesson, history: lesson.history.filter(({ credits }) => credits === null) };
}

/** The Base64 length of a number of bytes. */
function base64Length(bytes: number): number {
  return Math.ceil(bytes / 3) * 4;
}

/** `soundOf`: reads a lesson's recording; null: the page has no recordings. */
async function* piecesOf(
  document: ReviewerDocument,
  soundOf: ((lesson: LessonDocument) => Promise<LessonSound | null>) | null,
): AsyncIterable<string> {
  const [style, script] = [pageStyle("review"), pageFile("review", "reviewer.js")];
  const [start = "", body = "", end = ""] = pageHtml("mail").split(/<!--(?:head|content)-->\n/);
  // Allows nothing from outside, and no script but this page's own, whatever the texts contain.
  const policy = [
    "default-src 'none'",
    `script-src '${hashOf(script)}'`,
    `style-src '${hashOf(style)}'`,
    "media-src data:",
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");
  yield `${start}<meta http-equiv="Content-Security-Policy" content="${policy}">\n<style>${style}</style>\n`;
  yield `${body}<script type="application/json" id="document">${jsonInHtml(document)}</script>\n`;
  for (const [index, lesson] of document.lessons.entries()) {
    const sound = await soundOf?.(lesson);
    if (sound == null) continue;
    const type = /^[\w.+-]+\/[\w.+-]+$/.test(sound.mediaType) ? sound.mediaType : "application/octet-stream";
    yield `<script type="text/plain" id="sound-${index}" data-type="${type}">${sound.bytes.toString("base64")}</script>\n`;
  }
  yield `<script>${script}</script>\n${end}`;
}

/** JSON for a page's script element: escapes the one character that could end the element or begin a comment. Pure. */
function jsonInHtml(value: object): string {
  return JSON.stringify(value).replaceAll("<", "\\u003c");
}

function hashOf(text: string): string {
  return `sha256-${createHash("sha256").update(text).digest("base64")}`;
}
