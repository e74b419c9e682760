import { changedParts, decides, personOf } from "../../ledger/format/review/review-status.ts";
import type { Decision, LedgerState, Seen, StoryFacts } from "../../ledger/format/state.ts";
import type { LessonReview } from "../../run/reviews.ts";
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
  | { readonly why: "outdated"; readonly changed: "replaced" | readonly (keyof Seen)[] };

/** A decision in the ledger that an entry of an answer meets. */
export interface MetDecision {
  readonly who: string;
  readonly kind: (typeof decides)[Decision["type"]];
}

/** What becomes of an entry of an answer. */
export type Verdict =
  /**
   * `overrules`: the objections that its page showed and that this approval ends. `meanwhile`: decisions to the contrary since the page was
   * made. Both sides are kept: an objection stays until somebody approves the lesson knowing of it.
   */
  | {
      readonly kind: "records";
      readonly overrules: readonly MetDecision[];
      readonly meanwhile: readonly MetDecision[];
    }
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
  /** Parts that are not what the ledger recorded, by story. */
  readonly damaged: ReadonlyMap<string, readonly (keyof Seen)[]>;
}

/** The entries of an answer: decisions, then comments. */
export function entriesOf({ decisions, comments }: Answer): MailedEntry[] {
  return [...decisions, ...comments.map((comment) => ({ ...comment, kind: "comment" as const }))];
}

/**
 * Decides what becomes of each entry of an answer. What was given about this very lesson is recorded whatever others have decided meanwhile:
 * `reviewStatus` doesn't let an approval pass over an objection that it doesn't name. Pure.
 */
export function judgeAnswer({ answer, damage }: ReadAnswer, now: CourseToJudge): JudgedEntry[] {
  const ofAll = damage === null ? foreignness(answer, now) : { why: "tampered" as const, what: damage };
  const compared: Compared = {
    who: answer.who,
    known: entriesKnown(now.state),
    damaged: now.damaged,
    exported: new Map(answer.exported.lessons.map((lesson) => [lesson.job, lesson])),
    reviews: new Map(now.reviews.map((review) => [review.story.id, review])),
    jobs: new Set(now.reviews.map(({ lesson }) => lesson.job.id)),
  };
  return entriesOf(answer).map((entry) => ({
    entry,
    verdict: ofAll === null ? verdictOf(entry, compared) : refused(ofAll),
  }));
}

interface Compared extends Pick<CourseToJudge, "damaged"> {
  readonly who: string;
  readonly known: ReadonlyMap<string, string>;
  readonly exported: ReadonlyMap<string, ExportedLesson>;
  /** By story, since the plan may have given the lesson another name. */
  readonly reviews: ReadonlyMap<string, LessonReview>;
  readonly jobs: ReadonlySet<string>;
}

function verdictOf(entry: MailedEntry, compared: Compared): Verdict {
  const { who, known, exported, reviews, jobs, damaged } = compared;
  const shown = exported.get(entry.job);
  const before = known.get(entry.id);
  if (before !== undefined) {
    const isSame = before === nameOf(entry.kind, shown?.story ?? "");
    return isSame ? { kind: "recorded" } : refused({ why: "tampered", what: "id" });
  }
  if (shown === undefined) return refused({ why: "unknown" });
  const review = reviews.get(shown.story);
  if (review === undefined)
    return refused(jobs.has(entry.job) ? { why: "outdated", changed: "replaced" } : { why: "unknown" });
  const changed = new Set([...changedParts(shown.seen, review.now), ...(damaged.get(shown.story) ?? [])]);
  if (changed.size > 0) return refused({ why: "outdated", changed: [...changed] });
  return entry.kind === "comment"
    ? { kind: "records", overrules: [], meanwhile: [] }
    : verdictOfDecision(entry, { who, known: shown.known, story: review.story });
}

function verdictOfDecision(
  { kind, replaces }: MailedDecision,
  { who, known, story }: { who: string; known: readonly string[]; story: StoryFacts },
): Verdict {
  const shown = new Set([...known, ...replaces]);
  const [approvals, objections] = [
    story.decisions.filter((one) => one.type === "lesson.approved"),
    story.decisions.filter((one) => one.type !== "lesson.approved"),
  ];
  if (kind !== "approved") {
    return {
      kind: "records",
      overrules: [],
      meanwhile: met(approvals.filter((one) => !shown.has(one.decision))),
    };
  }
  const overruled = new Set(approvals.flatMap(({ despite }) => despite));
  // One's own objection is only taken back by an approval that names it.
  const isInTheWay = (one: Decision): boolean =>
    !overruled.has(one.decision) || personOf(one.who) === personOf(who);
  return {
    kind: "records",
    overrules: met(objections.filter(({ decision }) => shown.has(decision) && !overruled.has(decision))),
    meanwhile: met(objections.filter((one) => !shown.has(one.decision) && isInTheWay(one))),
  };
}

/** Each once, however often the same person decided the same. */
function met(decisions: readonly Decision[]): MetDecision[] {
  const named = decisions.map(({ who, type }) => ({ who: cleanLine(who), kind: decides[type] }));
  return [...new Map(named.map((one) => [`${one.kind} ${personOf(one.who)}`, one])).values()];
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
      ...decisions.map(({ decision, type }) => [decision, nameOf(decides[type], id)] as const),
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
