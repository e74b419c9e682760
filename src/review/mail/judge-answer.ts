import { changedParts, personOf } from "../../ledger/format/review-status.ts";
import type { Decision, LedgerState, Seen, StoryFacts } from "../../ledger/format/state.ts";
import type { LessonReview } from "../../run/review/lesson-reviews.ts";
import { cleanLine } from "../../shared/text.ts";
import type { Answer, ExportedLesson, MailedComment, MailedDecision } from "./answer-document.ts";
import type { Damage, ReadAnswer } from "./read-answer.ts";

/** Something that a reviewer did by mail. */
export type MailedEntry = MailedDecision | (MailedComment & { readonly kind: "comment" });

/** Why something of an answer is not recorded. */
export type AnswerRefusal =
  /** The answer, or what its page was made from, is not as the page wrote it; or another decision has its id. */
  | { readonly why: "tampered"; readonly what: Damage | "id" }
  /** It is about another course, edition or service. */
  | { readonly why: "foreign"; readonly what: "course" | "edition" | "service"; readonly of: string }
  /** The page, or the plan of today, has no such lesson. */
  | { readonly why: "unknown" }
  /** The reviewer saw something else than what would be packaged now. */
  | { readonly why: "outdated"; readonly changed: "replaced" | readonly (keyof Seen)[] }
  /** Somebody has held or rejected the lesson since the page was made. */
  | { readonly why: "contradicts"; readonly who: string; readonly kind: "held" | "rejected" };

/** What becomes of an entry of an answer. */
export type Verdict =
  /** `meanwhile`: who has approved the lesson since the page was made, where this objects to it. */
  | { readonly kind: "records"; readonly meanwhile: readonly string[] }
  /** It is in the ledger already. */
  | { readonly kind: "recorded" }
  | { readonly kind: "refused"; readonly refusal: AnswerRefusal };

export interface JudgedEntry {
  readonly entry: MailedEntry;
  readonly verdict: Verdict;
}

/** The course as it is now, as far as answers are compared with it. */
export interface CourseToJudge {
  readonly course: string;
  readonly edition: string;
  readonly service: string;
  readonly state: LedgerState;
  /** With the files as they are on disk. */
  readonly reviews: readonly LessonReview[];
  /** Parts that are not what the ledger recorded, by job. */
  readonly damaged: ReadonlyMap<string, readonly (keyof Seen)[]>;
}

/** The entries of an answer: decisions, then comments. */
export function entriesOf({ decisions, comments }: Answer): MailedEntry[] {
  return [...decisions, ...comments.map((comment) => ({ ...comment, kind: "comment" as const }))];
}

/**
 * Decides what becomes of each entry of an answer. An objection is recorded whatever others have decided meanwhile. An approval is not if
 * somebody has objected whom its page didn't show, until an approval has overruled that: then the answer can be imported again. Pure.
 */
export function judgeAnswer({ answer, damage }: ReadAnswer, now: CourseToJudge): JudgedEntry[] {
  const ofAll = damage === null ? foreignness(answer, now) : { why: "tampered" as const, what: damage };
  const known = entriesKnown(now.state);
  return entriesOf(answer).map((entry) => ({
    entry,
    verdict: ofAll === null ? verdictOf(entry, { answer, now, known }) : refused(ofAll),
  }));
}

function verdictOf(
  entry: MailedEntry,
  { answer, now, known }: { answer: Answer; now: CourseToJudge; known: ReadonlyMap<string, string> },
): Verdict {
  const exported = answer.exported.lessons.find(({ job }) => job === entry.job);
  const before = known.get(entry.id);
  if (before !== undefined) {
    const isSame = before === nameOf(entry.kind, exported?.story ?? "");
    return isSame ? { kind: "recorded" } : refused({ why: "tampered", what: "id" });
  }
  const review = now.reviews.find(({ job }) => job.id === entry.job);
  if (exported === undefined || review === undefined) return refused({ why: "unknown" });
  if (review.story.id !== exported.story) return refused({ why: "outdated", changed: "replaced" });
  const damaged = now.damaged.get(entry.job) ?? [];
  const changed = [...new Set([...changedParts(exported.seen, review.now), ...damaged])];
  if (changed.length > 0) return refused({ why: "outdated", changed });
  return entry.kind === "comment"
    ? { kind: "records", meanwhile: [] }
    : verdictOfDecision(entry, { who: answer.who, exported, story: review.story });
}

function verdictOfDecision(
  { kind, replaces }: MailedDecision,
  { who, exported, story }: { who: string; exported: ExportedLesson; story: StoryFacts },
): Verdict {
  const shown = new Set([...exported.known, ...replaces]);
  const since = story.decisions.filter(({ decision }) => !shown.has(decision));
  if (kind !== "approved") {
    const approvals = since.filter((one) => one.kind === "approved");
    return { kind: "records", meanwhile: [...new Set(approvals.map((one) => cleanLine(one.who)))] };
  }
  const overruled = new Set(story.decisions.flatMap(({ despite }) => despite));
  const isInTheWay = (one: Decision): boolean =>
    // One's own objection is only taken back by an approval that names it.
    one.kind !== "approved" && (personOf(one.who) === personOf(who) || !overruled.has(one.decision));
  const objection = since.find(isInTheWay);
  if (objection === undefined) return { kind: "records", meanwhile: [] };
  const objected = objection.kind === "rejected" ? "rejected" : "held";
  return refused({ why: "contradicts", who: cleanLine(objection.who), kind: objected });
}

function foreignness({ exported }: Answer, now: CourseToJudge): AnswerRefusal | null {
  const [what] = (["course", "edition", "service"] as const).filter((part) => exported[part] !== now[part]);
  return what === undefined ? null : { why: "foreign", what, of: exported[what] };
}

/** The decisions and comments of the whole ledger, by id, of replaced stories too. */
function entriesKnown({ jobs }: LedgerState): Map<string, string> {
  const stories = [...jobs.values()].flatMap((record) => [...record.stories.values()]);
  return new Map(
    stories.flatMap(({ id, decisions, comments }) => [
      ...decisions.map(({ decision, kind }) => [decision, nameOf(kind, id)] as const),
      ...comments.map(({ comment }) => [comment, nameOf("comment", id)] as const),
    ]),
  );
}

function nameOf(kind: MailedEntry["kind"], story: string): string {
  return `${kind} ${story}`;
}

function refused(refusal: AnswerRefusal): Verdict {
  return { kind: "refused", refusal };
}
