import type { EventBody } from "../ledger/format/event.ts";
import { changedParts } from "../ledger/format/review/review-status.ts";
import type { Seen } from "../ledger/format/state.ts";
import type { LessonReview } from "../run/reviews.ts";
import type { CourseNow, DeskCourse } from "./desk-course.ts";
import type { CommentRequest, DecisionRequest, RefusalCode } from "./documents.ts";
import { nameRecorded, textRecorded } from "./recorded-text.ts";

/** Whether something was recorded, or why not. */
export type Recorded =
  | { readonly kind: "recorded" }
  | {
      readonly kind: "refused";
      readonly why: Extract<
        RefusalCode,
        "not_found" | "not_understood" | "nothing_left" | "lesson_changed" | "decided_meanwhile"
      >;
    };

type Refused = Extract<Recorded, { kind: "refused" }>;

/**
 * Records a decision about a lesson, durable before this resolves. Refuses it if the lesson is no longer what the person saw, or if somebody has
 * decided about it since: they must see that first. One that is in the ledger already is recorded, however often it is sent. Throws a
 * Failure if the ledger can't be written now.
 */
export async function recordDecision(course: DeskCourse, request: DecisionRequest): Promise<Recorded> {
  return course.write(async (store, now) => {
    const lesson = lessonIn(now, request);
    if (lesson === null) return refused("not_found");
    const { decisions } = lesson.story;
    if (decisions.some(({ decision }) => decision === request.id)) return { kind: "recorded" };
    if (!isSame(lesson, request)) return refused("lesson_changed");
    if (decisions.some(({ decision }) => !request.known.includes(decision)))
      return refused("decided_meanwhile");
    const who = nameRecorded(request.who);
    if (who === null) return refused("not_understood");
    const despite = decisions
      .filter(({ type }) => type !== "lesson.approved")
      .map(({ decision }) => decision);
    await store.append(decisionEvent(lesson, request, { who, despite }));
    return { kind: "recorded" };
  });
}

/** Records a comment. Like `recordDecision`, but others' decisions don't stand in its way. */
export async function recordComment(course: DeskCourse, request: CommentRequest): Promise<Recorded> {
  return course.write(async (store, now) => {
    const lesson = lessonIn(now, request);
    if (lesson === null) return refused("not_found");
    if (lesson.story.comments.some(({ comment }) => comment === request.id)) return { kind: "recorded" };
    if (!isSame(lesson, request)) return refused("lesson_changed");
    const [who, text] = [nameRecorded(request.who), textRecorded(request.text)];
    if (who === null || text === null) return refused("not_understood");
    const { sentence, id: comment, seen } = request;
    await store.append({
      type: "comment.added",
      ...placeOf(lesson),
      comment,
      who,
      text,
      sentence,
      seen,
    });
    return { kind: "recorded" };
  });
}

function decisionEvent(
  lesson: LessonReview,
  { id: decision, kind, why, seen, unheard }: DecisionRequest,
  { who, despite }: { who: string; despite: string[] },
): EventBody {
  const about = {
    ...placeOf(lesson),
    decision,
    who,
    why: textRecorded(why),
    seen,
    ...(unheard && seen.sound !== null ? { unheard } : {}),
  };
  if (kind === "approved") return { type: "lesson.approved", ...about, despite };
  return { type: kind === "held" ? "lesson.held" : "lesson.rejected", ...about };
}

/** The lesson's name in the ledger, which may not be its job's id in the plan. */
export function placeOf({ lesson, story }: LessonReview): { edition: string; job: string; id: string } {
  return { ...lesson.recordName, id: story.id };
}

/** The lesson that a request is about; null if there is none of that name. */
export function lessonIn({ reviews }: CourseNow, { job }: { readonly job: string }): LessonReview | null {
  return reviews.find(({ lesson }) => lesson.job.id === job) ?? null;
}

/** Whether a lesson is still what was on the page. */
export function isSame(
  { story, now }: LessonReview,
  { story: id, seen }: { readonly story: string; readonly seen: Seen },
): boolean {
  return story.id === id && changedParts(seen, now).length === 0;
}

/**
 * Whether a lesson reads as on the page. Its sound and times may be others: a sentence that is spoken anew while a person corrects the next
 * one must not refuse that.
 */
export function isSameText(
  { story, now }: LessonReview,
  { story: id, seen }: { readonly story: string; readonly seen: Seen },
): boolean {
  const { sound, times } = now;
  return story.id === id && changedParts({ ...seen, sound, times }, now).length === 0;
}

/** The answer that nothing was recorded. */
export function refused(why: Refused["why"]): Refused {
  return { kind: "refused", why };
}
