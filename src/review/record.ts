import type { EventBody } from "../ledger/format/event.ts";
import { changedParts, newestCorrection, respokenInForce } from "../ledger/format/reviews.ts";
import type { StoryFacts } from "../ledger/format/state.ts";
import type { LedgerStore } from "../ledger/store.ts";
import { withChange } from "../lessons/correction/change-corrections.ts";
import type { Corrections } from "../lessons/correction/overlay.ts";
import type { RevoicingRefusal } from "../lessons/revoicing/refusal.ts";
import type { SentenceNarrator } from "../lessons/revoicing/revoice.ts";
import { readCorrected } from "../run/corrections.ts";
import type { LessonReview } from "../run/reviews.ts";
import { sha256 } from "../shared/hash.ts";
import type { World } from "../shared/world.ts";
import { recordCorrection, recordRespoken, respeak, undoCorrection } from "./corrections.ts";
import { type CourseNow, type DeskCourse, lessonIn, originalLesson } from "./desk-course.ts";
import type {
  CommentRequest,
  CorrectionRequest,
  DecisionRequest,
  RefusalCode,
  RefusalDocument,
  RespeakRequest,
  UndoRequest,
} from "./documents.ts";
import { nameRecorded, textRecorded } from "./recorded-text.ts";

/** The parts of a desk that are needed to record decisions and corrections. */
export interface RecordingDesk {
  readonly course: DeskCourse;
  readonly world: Pick<World, "now">;
  /** The voice that speaks corrected sentences anew; null: the plan names none. */
  readonly narrator: SentenceNarrator | null;
}

/** Whether something was recorded, or why not. */
export type Recorded =
  /** `left`: why some sentences could not be spoken anew. */
  | { readonly kind: "recorded"; readonly left?: readonly RevoicingRefusal[] }
  | { readonly kind: "refused"; readonly refusal: Pick<RefusalDocument, "code" | "unspoken"> };

type Asked = Pick<DecisionRequest, "job" | "story" | "seen" | "who" | "id">;

/** The state that a record is based on: the lesson and the ledger, read under the lock. */
interface Recording {
  readonly lesson: LessonReview;
  readonly who: string;
  readonly store: LedgerStore;
  readonly now: CourseNow;
}

/**
 * Records something about a lesson; resolves once it is on disk. Refuses if the lesson is no longer what the person saw. Sending the same record again
 * has no effect. Throws a Failure if the ledger can't be written now.
 */
function record(
  { course }: Pick<RecordingDesk, "course">,
  { request, isSame }: { request: Asked; isSame: typeof isSameLesson },
  write: (recording: Recording) => Promise<Recorded>,
): Promise<Recorded> {
  return course.write(async (store, now) => {
    const lesson = lessonIn(now, request);
    if (lesson === null) return refused("not_found");
    if (idsIn(lesson.story).includes(request.id)) return { kind: "recorded" };
    if (!isSame(lesson, request)) return refused("lesson_changed");
    const who = nameRecorded(request.who);
    return who === null ? refused("not_understood") : write({ lesson, who, store, now });
  });
}

/** The ids of what people recorded about a story. */
export function idsIn({ decisions, comments, corrections }: StoryFacts): string[] {
  return [
    ...decisions.map(({ decision }) => decision),
    ...comments.map(({ comment }) => comment),
    ...corrections.map(({ correction }) => correction),
  ];
}

/** Records a decision. Refuses if somebody has decided about the lesson since it was shown: the person must see that decision first. */
export function recordDecision(desk: RecordingDesk, request: DecisionRequest): Promise<Recorded> {
  return record(desk, { request, isSame: isSameLesson }, async ({ lesson, who, store }) => {
    const { decisions } = lesson.story;
    if (decisions.some(({ decision }) => !request.known.includes(decision)))
      return refused("decided_meanwhile");
    const objections = decisions.filter(({ type }) => type !== "lesson.approved");
    const despite = objections.map(({ decision }) => decision);
    await store.append(decisionEvent(lesson, { ...request, why: textRecorded(request.why), who, despite }));
    return { kind: "recorded" };
  });
}

/** Records a comment, whatever others have decided. */
export function recordComment(desk: RecordingDesk, request: CommentRequest): Promise<Recorded> {
  return record(desk, { request, isSame: isSameLesson }, async ({ lesson, who, store }) => {
    const text = textRecorded(request.text);
    if (text === null) return refused("not_understood");
    await store.append(commentEvent(lesson, { ...request, text, who }));
    return { kind: "recorded" };
  });
}

/** Records a person's correction of a lesson. Buys nothing. Also throws a Failure if an earlier correction can't be read. */
export function recordChange(desk: RecordingDesk, request: CorrectionRequest): Promise<Recorded> {
  const { change } = request;
  return record(desk, { request, isSame: isSameText }, (recording) =>
    recordChanges(desk, recording, { ...request, changes: [change] }),
  );
}

/** Records changes to a lesson as one correction. Records nothing if the lesson reads the same after the changes. */
export async function recordChanges(
  { course, world }: Pick<RecordingDesk, "course" | "world">,
  { lesson, who, store, now }: Recording,
  request: Pick<CorrectionRequest, "job" | "id" | "seen"> & { changes: CorrectionRequest["change"][] },
): Promise<Recorded> {
  const read = await readCorrected(lesson.story, request.job, course.place);
  const isAboutItems = request.changes.some(({ kind }) => kind === "item");
  const found = isAboutItems ? await course.lesson(request.job, now) : null;
  const sheets = found === null ? [] : course.sheets(found.source, now);
  const original = originalLesson(request.job, now, { story: read.original, sheets });
  if (original === null) return refused("not_understood");
  let changed = read.corrections;
  for (const change of request.changes) {
    const next = withChange(changed, change, original);
    if (next === "no_such_part") return refused("not_understood");
    if (next === "nothing_left") return refused("nothing_left");
    changed = next;
  }
  if (textsIn(changed) === textsIn(read.corrections)) return { kind: "recorded" };
  const means = { ...course.place, store, now: world.now(), corrections: changed };
  await recordCorrection(lesson.story, correctionBy(lesson, request, who), means);
  return { kind: "recorded" };
}

/** Takes back a lesson's newest correction. Needs none of the lesson's files. */
export function recordUndo(desk: RecordingDesk, request: UndoRequest): Promise<Recorded> {
  return record(desk, { request, isSame: isSameText }, async ({ lesson, who, store }) => {
    if (newestCorrection(lesson.story)?.correction !== request.undoes) return refused("lesson_changed");
    await undoCorrection(lesson.story, correctionBy(lesson, request, who), store);
    return { kind: "recorded" };
  });
}

/**
 * Has the narrator speak a lesson's corrected sentences anew, and records the new recording; resolves once that is on disk. The ledger is not locked
 * while the sentences are spoken: if a correction is recorded in the meantime, this request is refused. Buys nothing, and sends nothing to the story
 * service. Throws a Failure if the ledger can't be written now, or if a file is not what the ledger recorded.
 */
export async function recordRespeaking(
  { course, world, narrator }: RecordingDesk,
  request: RespeakRequest,
): Promise<Recorded> {
  const now = await course.now();
  const lesson = lessonIn(now, request);
  if (lesson === null) return refused("not_found");
  if (!isSameLesson(lesson, request)) return refused("lesson_changed");
  const who = nameRecorded(request.who);
  const found = await course.lesson(request.job, now);
  if (found === null || narrator === null || who === null) return refused("not_understood");
  const { story } = lesson;
  const spoken = { job: request.job, lang: found.source.lang, story, corrected: found.story };
  const result = await respeak(spoken, narrator, course.place);
  if (result.kind === "refused") return refused("unspoken", { unspoken: result });
  const { left } = result;
  return course.write(async (store, then) => {
    const current = lessonIn(then, request);
    if (current === null || !isSameText(current, request)) return refused("lesson_changed");
    const by = { ...current.lesson.recordName, respoken: request.id, who };
    // Recording the same sound again would void approvals for no reason.
    if (respokenInForce(current.story)?.sound.sha256 === sha256(result.sound))
      return { kind: "recorded", left };
    const means = { ...course.place, store, now: world.now() };
    await recordRespoken(current.story, by, { ...means, ...result });
    return { kind: "recorded", left };
  });
}

/** A decision as a ledger event; `unheard` applies only if there was a recording. */
export function decisionEvent(
  lesson: LessonReview,
  {
    id: decision,
    kind,
    who,
    why,
    seen,
    unheard,
    despite,
  }: Pick<DecisionRequest, "id" | "kind" | "who" | "why" | "seen" | "unheard"> & { despite: string[] },
): EventBody {
  const isUnheard = unheard === true && seen.sound !== null;
  const unheardToo = isUnheard ? { unheard: true as const } : {};
  const about = { ...placeOf(lesson), decision, who, why, seen, ...unheardToo };
  if (kind === "approved") return { type: "lesson.approved", ...about, despite };
  return { type: kind === "held" ? "lesson.held" : "lesson.rejected", ...about };
}

/** A comment as a ledger event. */
export function commentEvent(
  lesson: LessonReview,
  { id: comment, who, text, seen }: Pick<CommentRequest, "id" | "who" | "text" | "seen">,
): EventBody {
  return { type: "comment.added", ...placeOf(lesson), comment, who, text, sentence: null, seen };
}

/** The lesson's name in the ledger, which may differ from its job's id in the plan. */
function placeOf({ lesson, story }: LessonReview): { edition: string; job: string; id: string } {
  return { ...lesson.recordName, id: story.id };
}

function correctionBy({ lesson }: LessonReview, { id, seen }: Pick<Asked, "id" | "seen">, who: string) {
  return { ...lesson.recordName, correction: id, who, seen };
}

function textsIn({ title, sentences, glosses, readings, questions, edited }: Corrections): string {
  return JSON.stringify([title, sentences, glosses, readings, questions, edited]);
}

/** Whether a lesson is still what the page showed. */
function isSameLesson({ story, now }: LessonReview, { story: id, seen }: Pick<Asked, "story" | "seen">) {
  return story.id === id && changedParts(seen, now).length === 0;
}

/**
 * Whether a lesson still reads as on the page. Sound and times may differ: having a sentence spoken anew must not block a person's correction of the
 * next one.
 */
function isSameText(lesson: LessonReview, { story, seen }: Pick<Asked, "story" | "seen">) {
  const { sound, times } = lesson.now;
  return isSameLesson(lesson, { story, seen: { ...seen, sound, times } });
}

function refused(code: RefusalCode, more: Pick<RefusalDocument, "unspoken"> = {}): Recorded {
  return { kind: "refused", refusal: { code, ...more } };
}
