import { createHash } from "node:crypto";
import { readShipped } from "../../shared/files/shipped-file.ts";
import { type CourseNow, serviceOf } from "../desk-course.ts";
import type { LessonDocument } from "../documents.ts";
import { type LessonMeans, lessonDocument } from "../lesson-document.ts";
import type { LessonSound } from "../lesson-sound.ts";
import { readQueue } from "../read-queue.ts";
import { reviewedLesson } from "../reviewed-lesson.ts";
import type { Exported } from "./answer-document.ts";
import { fingerprintOf } from "./read-answer.ts";
import { type ReviewerDocument, soundElementId } from "./reviewer-document.ts";

/** A page for a reviewer, piece by piece: only one recording at a time is in memory. */
export interface ReviewerPage {
  readonly lessons: number;
  /** How many lessons have a recording, whether the page has it or not. */
  readonly recordings: number;
  /** How large all recordings are in a page, or would be, in bytes. */
  readonly soundBytes: number;
  readonly pieces: AsyncIterable<string>;
}

const here = new URL("../browser/", import.meta.url);

/**
 * The lessons of a course as one self-contained page, which needs no network and no account, and whose button saves an answer. `at`: now, in
 * ms. Throws a Failure if a lesson's files are not what the ledger recorded.
 */
export async function reviewerPage(
  means: LessonMeans,
  { withSound, at }: { withSound: boolean; at: number },
): Promise<ReviewerPage> {
  // Read once: whatever a run replaces meanwhile, text, recording and hashes are of the same stories.
  const now = await means.course.onDisk(await means.course.now());
  const queue = await readQueue(means, now);
  const lessons: LessonDocument[] = [];
  let soundBytes = 0;
  for (const { job } of queue.lessons) {
    const lesson = await lessonDocument(job, means, now);
    if (lesson === null) continue;
    lessons.push(withoutPrices(lesson));
    soundBytes += base64Length((await soundOf(lesson, { means, now }))?.bytes.length ?? 0);
  }
  const { course, edition } = now.plan;
  const exported: Exported = {
    course,
    edition,
    service: serviceOf(now.state),
    at: new Date(at).toISOString(),
    withSound,
    lessons: lessons.map(({ job, story, seen, known }) => ({ job, story, seen, known: [...known] })),
  };
  // The reviewer's page counts what the reviewer decides, not how many others are wanted.
  const own = { ...queue, required: 1, isAsked: true, unmade: 0, gate: null };
  const document = { exported, fingerprint: fingerprintOf(exported), queue: own, lessons };
  const recordings = lessons.filter(({ hasSound }) => hasSound).length;
  const sounds = withSound ? soundElements(lessons, { means, now }) : nothing();
  return { lessons: lessons.length, recordings, soundBytes, pieces: piecesOf(document, sounds) };
}

/** Reviewers by mail need not know what the course has cost, or would cost. */
function withoutPrices({ figures, history, ...lesson }: LessonDocument): LessonDocument {
  return {
    ...lesson,
    figures: figures === null ? null : { ...figures, credits: null },
    history: history.filter(({ kind }) => kind !== "bought"),
  };
}

interface Source {
  readonly means: LessonMeans;
  readonly now: CourseNow;
}

async function soundOf(
  { job, hasSound }: Pick<LessonDocument, "job" | "hasSound">,
  { means: { course, sounds }, now }: Source,
): Promise<LessonSound | null> {
  const lesson = hasSound ? await reviewedLesson(job, now, course) : null;
  return lesson === null ? null : sounds.soundOf(lesson.source);
}

/** The length of so many bytes in Base64. */
function base64Length(bytes: number): number {
  return Math.ceil(bytes / 3) * 4;
}

async function* soundElements(lessons: readonly LessonDocument[], source: Source): AsyncIterable<string> {
  for (const [index, lesson] of lessons.entries()) {
    const sound = await soundOf(lesson, source);
    if (sound === null) continue;
    const type = /^[\w.+-]+\/[\w.+-]+$/.test(sound.mediaType) ? sound.mediaType : "application/octet-stream";
    const id = soundElementId(index);
    yield `<script type="text/plain" id="${id}" data-type="${type}">${sound.bytes.toString("base64")}</script>\n`;
  }
}

async function* nothing(): AsyncIterable<string> {}

async function* piecesOf(document: ReviewerDocument, sounds: AsyncIterable<string>): AsyncIterable<string> {
  const [page, style, script] = [read("reviewer.html"), read("desk.css"), read("reviewer.js")];
  const [start = "", body = "", end = ""] = page.split(/<!--(?:head|content)-->\n/);
  // Nothing from outside, and no script but this one, whatever the texts contain.
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
  yield* sounds;
  yield `<script>${script}</script>\n${end}`;
}

function read(name: string): string {
  return readShipped(new URL(name, here)).toString("utf8");
}

/** JSON that can stand in a page's script element: without the one character that could end it, or begin a comment. Pure. */
function jsonInHtml(value: object): string {
  return JSON.stringify(value).replaceAll("<", "\\u003c");
}

function hashOf(text: string): string {
  return `sha256-${createHash("sha256").update(text).digest("base64")}`;
}
