import { settingName } from "../ledger/format/fold.ts";
import { newestCorrections } from "../ledger/format/review/corrections.ts";
import { decides } from "../ledger/format/review/review-status.ts";
import type { JobRecord } from "../ledger/format/state.ts";
import type { LessonFacts } from "../lessons/quality/check-volume.ts";
import type { SentenceNarrator } from "../lessons/revoicing/revoice.ts";
import { lessonText, titleOf } from "../package/contents/lesson-text.ts";
import { readAlongOf } from "../package/contents/read-along.ts";
import type { LessonReview } from "../run/reviews.ts";
import { cleanLine, cleanText } from "../shared/text.ts";
import { respokenDocument } from "./correct/respoken-document.ts";
import { piecesOf, sentencesNow } from "./correct/sentence-pieces.ts";
import type { CourseNow, DeskCourse } from "./desk-course.ts";
import type { EntryDocument, FiguresDocument, LessonDocument } from "./documents.ts";
import type { LessonSounds } from "./lesson-sound.ts";
import { originalLesson } from "./original-lesson.ts";
import { type DescribeFinding, findingsOf, statusDocument } from "./queue-document.ts";
import { reviewedLesson } from "./reviewed-lesson.ts";

export interface LessonMeans {
  readonly course: DeskCourse;
  readonly sounds: LessonSounds;
  readonly describe: DescribeFinding;
  /** The voice that speaks corrected sentences anew; null: there is none. */
  readonly narrator: Pick<SentenceNarrator, "name"> | null;
  /** The command that buys another story in the place of one; null: for people who don't buy. */
  readonly describeReplacement: ((job: string, story: string) => string) | null;
}

/**
 * A lesson for the page: its text cut where the read-along has its parts, and all that is known about it. Null if there is none of that name.
 * `known`: the course, if it was just read.
 */
export async function lessonDocument(
  job: string,
  { course, sounds, describe, describeReplacement, narrator }: LessonMeans,
  known: CourseNow | null = null,
): Promise<LessonDocument | null> {
  const now = known ?? (await course.now());
  const found = await reviewedLesson(job, now, course);
  if (found === null) return null;
  const { review, record, source, story, respoken, credits } = found;
  const quality = await course.quality(now);
  const { title, subtitle, paragraphs, direction, words } = lessonText(source, now.plan);
  const book = source.book === null ? null : { sound: source.book };
  const readAlong = readAlongOf({ times: source.times ?? null, book, paragraphs });
  const original = originalLesson(job, now, story.original);
  const parts = respoken?.parts ?? [];
  const sentences = sentencesNow(story, original?.sentences ?? [], parts);
  const isTitleUnheard = story.laid?.isTitleUnheard === true && !parts.some(({ place }) => place === null);
  const price = now.state.quotes.get(settingName(review.lesson.job.request))?.price;
  const hasSound = (await sounds.soundOf(source)) !== null;
  const unspoken = sentences.filter(({ isUnheard }) => isUnheard).length + Number(isTitleUnheard);
  const facts = quality?.lessons.find((one) => one.job === job) ?? null;
  return {
    job,
    story: review.story.id,
    title,
    originalTitle: titleOf({ ...source, title: story.original.title }),
    topic: subtitle,
    volume: `${source.lang}-${source.difficulty}`,
    lang: direction.tag,
    dir: direction.dir,
    status: statusDocument(review.status),
    seen: review.now,
    known: review.story.decisions.map(({ decision }) => decision),
    hasSound,
    paragraphs: piecesOf(paragraphs, sentences, readAlong),
    sentences: sentences.map(({ place: _, ...sentence }) => sentence),
    words: words.map(({ word, gloss, found: status }, index) => ({
      word,
      gloss,
      found: status,
      originalGloss: original?.words[index]?.gloss ?? null,
    })),
    undoes: newestCorrections(review.story).newest?.correction ?? null,
    narrator: narrator === null ? null : cleanLine(narrator.name),
    unspoken: hasSound ? unspoken : 0,
    respoken: respoken === null ? null : respokenDocument(respoken, original?.sentences ?? []),
    replacement:
      describeReplacement === null || record.edition !== now.plan.edition
        ? null
        : { command: describeReplacement(job, review.story.id), credits: price?.credits ?? null },
    figures: facts === null ? null : figuresOf(facts, credits),
    findings: findingsOf(job, quality?.findings ?? [], describe),
    history: historyOf(review, record),
  };
}

function figuresOf(facts: LessonFacts, credits: number): FiguresDocument {
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
  const decided = story.decisions.map(({ type, at, who, why, unheard }) => ({
    ...nothing,
    kind: decides[type],
    at,
    who: cleanLine(who),
    isUnheard: unheard === true,
    text: why === null ? null : cleanText(why),
  }));
  const said = story.comments.map(({ at, who, text }) => ({
    ...nothing,
    kind: "comment" as const,
    at,
    who: cleanLine(who),
    text: cleanText(text),
  }));
  const corrected = story.corrections.map(({ at, who, undoes }) => {
    const kind = undoes === null ? ("corrected" as const) : ("undone" as const);
    return { ...nothing, kind, at, who: cleanLine(who) };
  });
  const respoken = story.respoken.map(({ at, who, narrator }) => ({
    ...nothing,
    kind: "respoken" as const,
    at,
    who: cleanLine(who),
    text: cleanLine(narrator),
  }));
  return [...bought, ...decided, ...said, ...corrected, ...respoken].sort((a, b) => (a.at < b.at ? 1 : -1));
}
