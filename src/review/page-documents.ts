import { rehearsalService } from "../course/connect.ts";
import { settingName } from "../ledger/format/fold.ts";
import type { ReviewStatus } from "../ledger/format/reviews.ts";
import { decides, newestCorrection } from "../ledger/format/reviews.ts";
import type { Decision, JobRecord } from "../ledger/format/state.ts";
import type { ScriptSentence } from "../lessons/align/script.ts";
import type { OriginalLesson } from "../lessons/correction/change-corrections.ts";
import type { CorrectedStory } from "../lessons/correction/corrected-story.ts";
import type { RespokenFacts, RespokenPart } from "../lessons/correction/respoken-file.ts";
import type { Finding } from "../lessons/quality/finding.ts";
import { writeQuestion } from "../lessons/questions/question.ts";
import type { SentenceNarrator } from "../lessons/revoicing/revoice.ts";
import type { SentencePlace } from "../lessons/text/story-text.ts";
import { lessonText, titleOf } from "../package/contents/lesson-text.ts";
import type { LessonParagraph } from "../package/contents/lesson-words.ts";
import { cutByParts, type ReadAlong, readAlongOf } from "../package/contents/read-along.ts";
import { localeFor } from "../package/locales/locale.ts";
import { proposedQuestions } from "../run/questions.ts";
import type { LessonReview } from "../run/reviews.ts";
import { readingsOf } from "../run/words.ts";
import { languageOf } from "../shared/languages/languages.ts";
import { cleanLine, cleanText } from "../shared/text.ts";
import { type CourseNow, type DeskCourse, originalLesson } from "./desk-course.ts";
import type {
  EntryDocument,
  FindingDocument,
  LessonDocument,
  PieceDocument,
  QueueDocument,
  QueuedLesson,
  RespokenDocument,
  SentenceDocument,
  StatusDocument,
} from "./documents.ts";

/** Puts a finding into words. */
export type DescribeFinding = (finding: Finding) => string;

const gravity: Readonly<Record<string, number>> = { fail: 3, hold: 2, warn: 1 };

/** The course's current queue: first the lessons with the gravest findings, then those with the most, then in the plan's order. */
export async function readQueue(
  {
    course,
    describe,
  }: { readonly course: Pick<DeskCourse, "quality" | "required">; describe: DescribeFinding },
  now: CourseNow,
): Promise<QueueDocument> {
  const { plan, reviews } = now;
  const findings = (await course.quality(now))?.findings ?? [];
  const lessons = reviews.map(({ lesson: { job }, status }): QueuedLesson => {
    const { topic, lang, difficulty } = job.request;
    const own = findingsOf(job.id, findings, describe);
    const volume = `${lang}-${difficulty}`;
    return { job: job.id, topic: cleanLine(topic), volume, status: statusDocument(status), findings: own };
  });
  const weightOf = ({ findings: own }: QueuedLesson): number =>
    Math.max(0, ...own.map(({ severity }) => gravity[severity] ?? 0)) * 1_000 + own.length;
  return {
    title: cleanLine(plan.title),
    edition: plan.edition,
    required: course.required,
    isAsked: plan.review !== null,
    unmade: Math.max(0, plan.jobs.length - reviews.length),
    gate: plan.review?.gate ?? null,
    lessons: lessons.sort((a, b) => weightOf(b) - weightOf(a)),
  };
}

/** A lesson's findings, for the page. Pure. */
function findingsOf(job: string, findings: readonly Finding[], describe: DescribeFinding): FindingDocument[] {
  return findings
    .filter((finding) => finding.job === job)
    .map((finding) => {
      const atMs = finding.spots.find((spot) => spot.atMs !== null)?.atMs ?? null;
      return {
        severity: finding.severity,
        text: describe(finding),
        atSeconds: atMs === null ? null : atMs / 1_000,
      };
    });
}

/** A review status for the page. Pure. */
export function statusDocument(status: ReviewStatus): StatusDocument {
  const none = { people: [], why: null, missing: 0, lapsed: [] };
  switch (status.kind) {
    case "held":
    case "rejected": {
      const { who, why } = status.by;
      const reason = why === null ? null : cleanText(why);
      return { ...none, kind: status.kind, people: [cleanLine(who)], why: reason };
    }
    case "approved":
      return { ...none, kind: "approved", people: namesOf(status.by) };
    case "waiting": {
      const lapsed = status.lapsed.map(({ decision, changed }) => ({
        who: cleanLine(decision.who),
        changed,
      }));
      return { ...none, kind: "waiting", people: namesOf(status.by), missing: status.missing, lapsed };
    }
  }
}

function namesOf(decisions: readonly Decision[]): string[] {
  return decisions.map(({ who }) => cleanLine(who));
}

export interface LessonMeans {
  readonly course: DeskCourse;
  readonly describe: DescribeFinding;
  /** The voice that speaks corrected sentences anew; null: there is none. */
  readonly narrator: Pick<SentenceNarrator, "name"> | null;
  /** The command that buys another story to replace one; null: for people who don't buy. */
  readonly describeReplacement: ((job: string, story: string) => string) | null;
}

/**
 * A lesson for the page: its text split into the parts of the read-along, with everything known about it. Null if there is no lesson with that name.
 */
export async function lessonDocument(
  job: string,
  { course, describe, describeReplacement, narrator }: LessonMeans,
  now: CourseNow,
): Promise<LessonDocument | null> {
  const found = await course.lesson(job, now);
  if (found === null) return null;
  const { review, record, source, story, respoken } = found;
  const quality = await course.quality(now);
  const { title, subtitle, paragraphs, direction, words } = lessonText(source, now.plan);
  const readAlong = readAlongOf({ times: source.times ?? null, sound: source.book, paragraphs });
  const sheets = course.sheets(source, now);
  const original = originalLesson(job, now, { story: story.original, sheets });
  const parts = respoken?.parts ?? [];
  const sentences = sentencesNow(story, original?.sentences ?? [], parts);
  const isTitleUnheard = story.laid?.isTitleUnheard === true && !parts.some(({ place }) => place === null);
  const price = now.state.quotes.get(settingName(review.lesson.job.request))?.price;
  const hasSound = (await course.soundOf(source)) !== null;
  const unspoken = sentences.filter(({ isUnheard }) => isUnheard).length + Number(isTitleUnheard);
  const questions = story.corrections.questions ?? [];
  const taken = new Set(questions.map(({ question }) => question));
  const proposed = await proposedQuestions(review.story, course.place);
  const isRehearsed = now.state.opened?.service === rehearsalService;
  return {
    job,
    story: review.story.id,
    title,
    originalTitle: titleOf({ ...source, title: story.original.title }),
    topic: subtitle,
    volume: `${source.lang}-${source.difficulty}`,
    lang: direction.tag,
    dir: direction.dir,
    reader: localeFor(languageOf(now.plan.reader)).tag,
    status: statusDocument(review.status),
    seen: review.now,
    known: review.story.decisions.map(({ decision }) => decision),
    hasSound,
    paragraphs: piecesOf(paragraphs, sentences, readAlong),
    sentences: sentences.map(({ place: _, ...sentence }) => sentence),
    questions: questions.map(writeQuestion),
    proposed: proposed.filter(({ question }) => !taken.has(question)).map(writeQuestion),
    sheets,
    edited: story.corrections.edited ?? [],
    readings: readingsOf(now.plan, source).choice === "none" ? null : (story.corrections.readings ?? []),
    words: words.map(({ word, gloss, reading = null, found: status }, index) => ({
      word,
      gloss,
      reading,
      found: status,
      originalGloss: original?.words[index]?.gloss ?? null,
    })),
    undoes: newestCorrection(review.story)?.correction ?? null,
    narrator: narrator === null ? null : cleanLine(narrator.name),
    unspoken: hasSound ? unspoken : 0,
    respoken: respoken === null ? null : respokenDocument(respoken, original?.sentences ?? []),
    replacement:
      describeReplacement === null || isRehearsed || record.edition !== now.plan.edition
        ? null
        : { command: describeReplacement(job, review.story.id), credits: price?.credits ?? null },
    findings: findingsOf(job, quality?.findings ?? [], describe),
    history: historyOf(review, record, isRehearsed ? "rehearsed" : "bought"),
  };
}

function historyOf(
  { story }: LessonReview,
  { attempts }: JobRecord,
  kind: "bought" | "rehearsed",
): EntryDocument[] {
  const by = (
    kind: EntryDocument["kind"],
    { at, who }: { at: string; who: string },
    text: string | null,
  ) => ({
    kind,
    at,
    who: cleanLine(who),
    text: text === null ? null : cleanText(text),
    credits: null,
    isUnheard: false,
  });
  const history: EntryDocument[] = [
    ...attempts.flatMap(({ outcome, intended: { at, price } }): EntryDocument[] => {
      const made = { kind, at, who: null, text: null, isUnheard: false };
      return outcome.kind === "accepted" ? [{ ...made, credits: price.credits }] : [];
    }),
    ...story.decisions.map((one) => ({
      ...by(decides[one.type], one, one.why),
      isUnheard: one.unheard === true,
    })),
    ...story.comments.map((one) => by("comment", one, one.text)),
    ...story.corrections.map((one) => by(one.undoes === null ? "corrected" : "undone", one, null)),
    ...story.respoken.map((one) => by("respoken", one, one.narrator)),
  ];
  return history.sort((a, b) => (a.at < b.at ? 1 : -1));
}

/** A sentence of the story as bought, and its place in the corrected text. */
interface SentenceNow extends SentenceDocument {
  /** Null: it is left out. */
  readonly place: SentencePlace | null;
}

/**
 * The sentences of the original story, each with its correction. `respoken`: the parts that were spoken anew, whose corrections the recording has.
 * Pure.
 */
function sentencesNow(
  { corrections, laid }: Pick<CorrectedStory, "corrections" | "laid">,
  originals: OriginalLesson["sentences"],
  respoken: readonly Pick<RespokenPart, "place">[],
): SentenceNow[] {
  return originals.map(({ text, ...place }) => {
    const own = corrections.sentences.find(
      ({ paragraph, from }) => paragraph === place.paragraph && from === place.from,
    );
    const now = laid?.placeNow(place) ?? { place, isUnheard: false };
    const isRespoken = respoken.some((part) => isSame(part.place, place));
    const isUnheard = now.isUnheard && !isRespoken;
    return { original: text, corrected: own?.corrected ?? null, place: now.place, isUnheard };
  });
}

/** Whether a place belongs to a sentence; null is the title's place. Pure. */
function isSame(one: SentencePlace | null, { paragraph, from }: SentencePlace): boolean {
  return one !== null && one.paragraph === paragraph && one.from === from;
}

/** The paragraphs of the corrected text, cut into sentences with their times. Pure. */
function piecesOf(
  paragraphs: readonly LessonParagraph[],
  sentences: readonly SentenceNow[],
  readAlong: ReadAlong | null,
): PieceDocument[][] {
  const places = sentences.flatMap(({ place }, sentence) => (place === null ? [] : [{ ...place, sentence }]));
  return paragraphs.map((paragraph, index) =>
    cutByParts(paragraph, index, places).map(({ text, marks, readings = [], part }): PieceDocument => {
      const heard = part === null ? null : heardAt(part, readAlong);
      return {
        text,
        marks: marks.filter((mark) => mark.parts === undefined),
        sentence: part?.sentence ?? null,
        heard,
        readings,
      };
    }),
  );
}

function heardAt(
  { paragraph, from, to }: SentencePlace,
  readAlong: ReadAlong | null,
): PieceDocument["heard"] {
  const heard = readAlong?.parts.find(
    (part) => part.paragraph === paragraph && part.from < to && from < part.to,
  );
  return heard === undefined ? null : { from: heard.startMs / 1_000, to: heard.endMs / 1_000 };
}

/** The parts of a lesson that were spoken anew, for the page. `originals`: its sentences as bought. Pure. */
function respokenDocument(
  { narrator, parts }: Pick<RespokenFacts, "narrator" | "parts">,
  originals: readonly ScriptSentence[],
): LessonDocument["respoken"] {
  return {
    narrator: cleanLine(narrator),
    parts: parts.map(({ place, heard, joints: [joint] }): RespokenDocument => {
      const unit = place === null ? "title" : originals.findIndex((one) => isSame(place, one));
      const cutMs = joint?.atMs ?? 0;
      const { startMs, endMs } = heard ?? { startMs: cutMs, endMs: cutMs };
      return { unit, from: startMs / 1_000, to: endMs / 1_000 };
    }),
  };
}
