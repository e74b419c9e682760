import { join } from "node:path";
import type { EventBody } from "../../ledger/format/event.ts";
import { overlayInForce, respokenInForce } from "../../ledger/format/review/corrections.ts";
import type { Seen } from "../../ledger/format/state.ts";
import type { LessonReview } from "../../run/reviews.ts";
import { measureFile } from "../../shared/files/file-pieces.ts";
import { realFiles } from "../../shared/files/real-files.ts";
import { type CourseNow, type DeskCourse, serviceOf } from "../desk-course.ts";
import { placeOf } from "../record.ts";
import type { Answer } from "./answer-document.ts";
import {
  type CourseToJudge,
  entriesOf,
  type JudgedEntry,
  judgeAnswer,
  type MailedEntry,
} from "./judge-answer.ts";
import type { ReadAnswer } from "./read-answer.ts";

/** What would become of each entry of an answer now. Reads the ledger without locking it. */
export async function previewAnswer(course: DeskCourse, read: ReadAnswer): Promise<JudgedEntry[]> {
  return judgeAnswer(read, await courseToJudge(course, read.answer, await course.now()));
}

/**
 * Records the entries of an answer that are not refused, each durable before the next; says what became of each. Decides anew, by what the
 * ledger has while it is locked. Repeating it records nothing twice. Throws a Failure if the ledger can't be written now.
 */
export function recordAnswer(course: DeskCourse, read: ReadAnswer): Promise<JudgedEntry[]> {
  return course.write(async (store, now) => {
    const judged = judgeAnswer(read, await courseToJudge(course, read.answer, now));
    for (const { entry, verdict } of judged) {
      if (verdict.kind === "records") await store.append(eventOf(entry, { answer: read.answer, now }));
    }
    return judged;
  });
}

async function courseToJudge(course: DeskCourse, answer: Answer, now: CourseNow): Promise<CourseToJudge> {
  const { plan, state, reviews } = await course.onDisk(now);
  const named = new Set(entriesOf(answer).map(({ job }) => job));
  const stories = new Set(
    answer.exported.lessons.flatMap(({ job, story }) => (named.has(job) ? [story] : [])),
  );
  const damaged = new Map<string, readonly (keyof Seen)[]>();
  for (const review of reviews) {
    const { id } = review.story;
    if (stories.has(id)) damaged.set(id, await damagedParts(review, course.folder));
  }
  return { course: plan.course, edition: plan.edition, service: serviceOf(state), state, reviews, damaged };
}

/** The saved text, recording and correction, where they are not what the ledger recorded. */
async function damagedParts({ story }: LessonReview, folder: string): Promise<(keyof Seen)[]> {
  const damaged: (keyof Seen)[] = [];
  for (const [part, saved] of [
    ["text", story.saved],
    ["sound", respokenInForce(story)?.sound ?? story.book],
    ["correction", overlayInForce(story)],
  ] as const) {
    if (saved === null) continue;
    const measured = await measureFile(join(folder, saved.file), realFiles);
    if (measured?.sha256 !== saved.sha256) damaged.push(part);
  }
  return damaged;
}

function eventOf(entry: MailedEntry, { answer, now }: { answer: Answer; now: CourseNow }): EventBody {
  const exported = answer.exported.lessons.find(({ job }) => job === entry.job);
  const lesson = now.reviews.find(({ story }) => story.id === exported?.story);
  if (lesson === undefined || exported === undefined) throw new Error(`no lesson was judged: ${entry.job}`);
  const about = { ...placeOf(lesson), who: answer.who, seen: exported.seen };
  if (entry.kind === "comment") {
    return { type: "comment.added", ...about, comment: entry.id, text: entry.text, sentence: null };
  }
  const { id: decision, kind, why, replaces, unheard } = entry;
  const isUnheard = exported.seen.sound !== null && (unheard === true || !answer.exported.withSound);
  const decided = { ...about, decision, why, ...(isUnheard ? { unheard: true as const } : {}) };
  if (kind !== "approved") return { type: kind === "held" ? "lesson.held" : "lesson.rejected", ...decided };
  // Those that the page showed: the approval was given knowing them.
  const shown = lesson.story.decisions.filter(
    (one) => one.type !== "lesson.approved" && exported.known.includes(one.decision),
  );
  const despite = [...new Set([...shown.map((one) => one.decision), ...replaces])];
  return { type: "lesson.approved", ...decided, despite };
}
