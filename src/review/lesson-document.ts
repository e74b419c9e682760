import type { JobRecord } from "../ledger/format/state.ts";
import type { LessonFacts } from "../lessons/quality/check-volume.ts";
import type { LessonSource } from "../package/contents/course.ts";
import { lessonText } from "../package/contents/lesson-text.ts";
import { cutByParts, readAlongOf } from "../package/contents/read-along.ts";
import type { LessonReview } from "../run/review/lesson-reviews.ts";
import { cleanLine, cleanText } from "../shared/text.ts";
import type { CourseNow, DeskCourse } from "./desk-course.ts";
import type { EntryDocument, FiguresDocument, LessonDocument, PieceDocument } from "./documents.ts";
import type { LessonSounds } from "./lesson-sound.ts";
import { type DescribeFinding, findingsOf, statusDocument } from "./queue-document.ts";
import { reviewedLesson } from "./reviewed-lesson.ts";

export interface LessonMeans {
  readonly course: DeskCourse;
  readonly sounds: LessonSounds;
  readonly describe: DescribeFinding;
}

/**
 * A lesson for the page: its text cut where the read-along has its parts, and all that is known about it. Null if there is none of that name.
 * `known`: the course, if it was just read.
 */
export async function lessonDocument(
  job: string,
  { course, sounds, describe }: LessonMeans,
  known: CourseNow | null = null,
): Promise<LessonDocument | null> {
  const now = known ?? (await course.now());
  const found = await reviewedLesson(job, now, course);
  if (found === null) return null;
  const { review, record, source } = found;
  const quality = await course.quality(now);
  const text = lessonText(source, { course: now.plan.course, reader: now.plan.reader });
  const { title, topic, paragraphs, direction, words } = text;
  const book = source.book === null ? null : { sound: source.book };
  const readAlong = readAlongOf({ source, book, paragraphs });
  const facts = quality?.lessons.find((one) => one.job === job) ?? null;
  return {
    ...{ job, story: review.story.id, title, topic, volume: `${source.lang}-${source.difficulty}` },
    ...{ lang: direction.tag, dir: direction.dir, status: statusDocument(review.status), seen: review.now },
    known: review.story.decisions.map(({ decision }) => decision),
    hasSound: (await sounds.soundOf(source)) !== null,
    paragraphs: paragraphs.map((paragraph, number) =>
      cutByParts(paragraph, number, readAlong).map(({ text: piece, marks, part }): PieceDocument => {
        const heard = part === null ? null : { from: part.startMs / 1_000, to: part.endMs / 1_000 };
        return { text: piece, heard, marks };
      }),
    ),
    words: words.map(({ word, gloss, found: status }) => ({ word, gloss, found: status })),
    figures: facts === null ? null : figuresOf(facts, source),
    findings: findingsOf(job, quality?.findings ?? [], describe),
    history: historyOf(review, record),
  };
}

function figuresOf(facts: LessonFacts, { credits }: LessonSource): FiguresDocument {
  const { unit, running, sentences, perSentence, profile, speed, loudness } = facts;
  // Without the plan's own levels the share says little about a reader.
  const known = profile?.by === "levels" ? profile.known : null;
  return { unit, running, sentences, perSentence, known, speed, loudness, credits };
}

function historyOf({ story }: LessonReview, { attempts }: JobRecord): EntryDocument[] {
  const nothing = { who: null, text: null, credits: null, isUnheard: false };
  const bought = attempts
    .filter(({ outcome }) => outcome.kind === "accepted")
    .map(({ intended: { at, price } }) => ({
      ...nothing,
      kind: "bought" as const,
      at,
      credits: price.credits,
    }));
  const decided = story.decisions.map(({ kind, at, who, why, unheard }) => ({
    ...{ ...nothing, kind, at, who: cleanLine(who), isUnheard: unheard === true },
    text: why === null ? null : cleanText(why),
  }));
  const said = story.comments.map(({ at, who, text }) => ({
    ...{ ...nothing, kind: "comment" as const, at, who: cleanLine(who) },
    text: cleanText(text),
  }));
  return [...bought, ...decided, ...said].sort((a, b) => (a.at < b.at ? 1 : -1));
}
