import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { serviceOf } from "../desk-course.ts";
import type { LessonDocument } from "../documents.ts";
import { type LessonMeans, lessonDocument } from "../lesson-document.ts";
import { readQueue } from "../read-queue.ts";
import { reviewedLesson } from "../reviewed-lesson.ts";
import type { Exported } from "./answer-document.ts";
import { fingerprintOf } from "./read-answer.ts";
import { type ReviewerDocument, soundElementId } from "./reviewer-document.ts";

/** A page for a reviewer, piece by piece: only one recording at a time is in memory. */
export interface ReviewerPage {
  readonly lessons: number;
  /** How many lessons have a recording, and whether the page has it. */
  readonly recordings: number;
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
  const now = await means.course.now();
  const queue = await readQueue(means);
  const lessons: LessonDocument[] = [];
  for (const { job } of queue.lessons) {
    const lesson = await lessonDocument(job, means, now);
    if (lesson !== null) lessons.push(withoutPrices(lesson));
  }
  const { course, edition } = now.plan;
  const exported: Exported = {
    ...{ course, edition, service: serviceOf(now.state), at: new Date(at).toISOString() },
    lessons: lessons.map(({ job, story, seen, known }) => ({ job, story, seen, known: [...known] })),
  };
  // The reviewer's page counts what the reviewer decides, not how many others are wanted.
  const own = { ...queue, required: 1, isAsked: true };
  const document = { exported, fingerprint: fingerprintOf(exported), queue: own, lessons };
  const recordings = lessons.filter(({ hasSound }) => hasSound).length;
  const sounds = withSound ? soundsOf(lessons, means) : nothing();
  return { lessons: lessons.length, recordings, pieces: piecesOf(document, sounds) };
}

/** Reviewers by mail need not know what the course has cost. */
function withoutPrices({ figures, history, ...lesson }: LessonDocument): LessonDocument {
  return {
    ...lesson,
    figures: figures === null ? null : { ...figures, credits: null },
    history: history.filter(({ kind }) => kind !== "bought"),
  };
}

async function* soundsOf(
  lessons: readonly LessonDocument[],
  { course, sounds }: LessonMeans,
): AsyncIterable<string> {
  const now = await course.now();
  for (const [index, { job }] of lessons.entries()) {
    const lesson = await reviewedLesson(job, now, course);
    const sound = lesson === null ? null : await sounds.soundOf(lesson.source);
    if (sound === null) continue;
    const type = /^[\w.+-]+\/[\w.+-]+$/.test(sound.mediaType) ? sound.mediaType : "application/octet-stream";
    const id = soundElementId(index);
    yield `<script type="text/plain" id="${id}" data-type="${type}">${sound.bytes.toString("base64")}</script>\n`;
  }
}

async function* nothing(): AsyncIterable<string> {}

async function* piecesOf(document: ReviewerDocument, sounds: AsyncIterable<string>): AsyncIterable<string> {
  const [page, style, script] = [
    await read("reviewer.html"),
    await read("desk.css"),
    await read("reviewer.js"),
  ];
  const [start = "", body = "", end = ""] = page.split(/<!--(?:head|content)-->\n/);
  // Nothing from outside, and no script but this one, whatever the texts contain.
  const policy = [
    ...["default-src 'none'", `script-src '${hashOf(script)}'`, `style-src '${hashOf(style)}'`],
    ...["media-src data:", "base-uri 'none'", "form-action 'none'"],
  ].join("; ");
  yield `${start}<meta http-equiv="Content-Security-Policy" content="${policy}">\n<style>${style}</style>\n`;
  yield `${body}<script type="application/json" id="document">${jsonInHtml(document)}</script>\n`;
  yield* sounds;
  yield `<script>${script}</script>\n${end}`;
}

function read(name: string): Promise<string> {
  return readFile(new URL(name, here), "utf8");
}

/** JSON that can stand in a page's script element: without the one character that could end it, or begin a comment. Pure. */
export function jsonInHtml(value: object): string {
  return JSON.stringify(value).replaceAll("<", "\\u003c");
}

function hashOf(text: string): string {
  return `sha256-${createHash("sha256").update(text).digest("base64")}`;
}
