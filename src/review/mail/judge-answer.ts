import type { EventBody } from "../../ledger/format/event.ts";
import { changedParts, decides, newestCorrections, personOf } from "../../ledger/format/reviews.ts";
import type { Decision, LedgerState, Seen, StoryFacts } from "../../ledger/format/state.ts";
import type { LessonReview } from "../../run/reviews.ts";
import { cleanLine } from "../../shared/text.ts";
import { type CourseNow, serviceOf } from "../desk-course.ts";
import { commentEvent, decisionEvent, type RecordingDesk, recordChanges } from "../record.ts";
import type {
  Answer,
  ExportedLesson,
  MailedComment,
  MailedCorrection,
  MailedDecision,
} from "./answer-document.ts";
import type { ReadAnswer } from "./read-answer.ts";

/** An entry of a reviewer's answer. */
export type MailedEntry =
  | MailedDecision
  | (MailedComment & { readonly kind: "comment" })
  | (MailedCorrection & { readonly kind: "corrected" });

/** Why an entry of an answer is not recorded. */
export type AnswerRefusal =
  /** The answer was damaged or edited after the page wrote it. */
  | { readonly why: "tampered" }
  /** The answer is about another course, edition or service. */
  | { readonly why: "foreign"; readonly what: "course" | "edition" | "service"; readonly of: string }
  /** The page, or the current plan, has no such lesson. */
  | { readonly why: "unknown" }
  /** The correction matches nothing in the lesson, or would leave nothing of it. */
  | { readonly why: "uncorrectable" }
  /** The reviewer saw a version other than the one that would be packaged now. */
  | { readonly why: "outdated"; readonly changed: "replaced" | readonly (keyof Seen)[] };

/** A decision in the ledger that an entry of an answer conflicts with. */
export interface MetDecision {
  readonly who: string;
  readonly kind: (typeof decides)[Decision["type"]];
}

/** What happens to an entry of an answer. */
export type Verdict =
  /**
   * `overrules`: the objections that the page showed and that this approval ends. `meanwhile`: contrary decisions made since the page was exported.
   * Both sides are kept: an objection stays until somebody who knows of it approves the lesson.
   */
  | {
      readonly kind: "records";
      readonly overrules: readonly MetDecision[];
      readonly meanwhile: readonly MetDecision[];
    }
  /** The entry is in the ledger already. */
  | { readonly kind: "recorded" }
  | { readonly kind: "refused"; readonly refusal: AnswerRefusal };

export interface JudgedEntry {
  readonly entry: MailedEntry;
  readonly verdict: Verdict;
}

/** The entries of an answer: corrections first, since decisions are about the corrected lessons, then decisions, then comments. */
function entriesOf({ decisions, comments, corrections = [] }: Answer): MailedEntry[] {
  return [
    ...corrections.map((correction) => ({ ...correction, kind: "corrected" as const })),
    ...decisions,
    ...comments.map((comment) => ({ ...comment, kind: "comment" as const })),
  ];
}

/**
 * Decides what happens to each entry of an answer. An entry about exactly the current version of a lesson is recorded, whatever others have decided in
 * the meantime: in `reviewStatus`, an approval overrides only the objections that it names. Pure.
 */
export function judgeAnswer({ answer, isDamaged }: ReadAnswer, now: CourseNow): JudgedEntry[] {
  const ofAll: AnswerRefusal | null = isDamaged ? { why: "tampered" } : foreignness(answer, now);
  const compared: Compared = {
    answer,
    known: idsIn(now.state),
    exported: new Map(answer.exported.lessons.map((lesson) => [lesson.job, lesson])),
    reviews: new Map(now.reviews.map((review) => [review.story.id, review])),
    jobs: new Set(now.reviews.map(({ lesson }) => lesson.job.id)),
  };
  return entriesOf(answer).map((entry) => ({
    entry,
    verdict: ofAll === null ? verdictOf(entry, compared) : refused(ofAll),
  }));
}

/**
 * Records the entries of an answer that are not refused, each on disk before the next, and returns what happened to each. Judges the entries again
 * under the lock, by the ledger's current content. Repeating the call records nothing twice. Throws a Failure if the ledger can't be written now.
 */
export async function recordAnswer(
  desk: Pick<RecordingDesk, "course" | "world">,
  read: ReadAnswer,
): Promise<JudgedEntry[]> {
  const { answer } = read;
  const corrected = await desk.course.write(async (store, now) => {
    const done: JudgedEntry[] = [];
    for (const { entry, verdict } of judgeAnswer(read, now)) {
      if (entry.kind !== "corrected") continue;
      if (verdict.kind !== "records") done.push({ entry, verdict });
      else {
        const { lesson, seen } = placeOf(entry, { answer, now });
        const recorded = await recordChanges(
          desk,
          { lesson, who: answer.who, store, now },
          { ...entry, seen },
        );
        const isRecorded = recorded.kind === "recorded";
        done.push({ entry, verdict: isRecorded ? verdict : refused({ why: "uncorrectable" }) });
      }
    }
    return done;
  });
  // A decision about a corrected lesson is not recorded without the correction.
  const refusals = new Map(
    corrected.flatMap(({ entry, verdict }) => (verdict.kind === "refused" ? [[entry.job, verdict]] : [])),
  );
  const others = await desk.course.write(async (store, now) => {
    const judged = judgeAnswer(read, now).filter(({ entry }) => entry.kind !== "corrected");
    const final = judged.map(({ entry, verdict }) => ({
      entry,
      verdict: verdict.kind === "records" ? (refusals.get(entry.job) ?? verdict) : verdict,
    }));
    for (const { entry, verdict } of final) {
      if (verdict.kind === "records" && entry.kind !== "corrected")
        await store.append(eventOf(entry, { answer, now }));
    }
    return final;
  });
  return [...corrected, ...others];
}

interface Place {
  readonly answer: Answer;
  readonly now: CourseNow;
}

/** The lesson of a judged entry, and the version that the reviewer saw. */
function placeOf({ job }: MailedEntry, { answer, now }: Place) {
  const exported = answer.exported.lessons.find((one) => one.job === job);
  const lesson = now.reviews.find(({ story }) => story.id === exported?.story);
  if (lesson === undefined || exported === undefined)
    throw new Error(`no judged lesson was found for the job ${job}`);
  return { lesson, exported, seen: seenBy(exported, lesson, answer) };
}

function eventOf(entry: Exclude<MailedEntry, { kind: "corrected" }>, place: Place): EventBody {
  const { lesson, exported, seen } = placeOf(entry, place);
  const { answer } = place;
  const about = { who: answer.who, seen };
  if (entry.kind === "comment") return commentEvent(lesson, { ...entry, ...about });
  // Only objections that the page showed: the reviewer approved knowing them.
  const shown = lesson.story.decisions.filter(
    (one) => one.type !== "lesson.approved" && exported.known.includes(one.decision),
  );
  const despite = [...new Set([...shown.map((one) => one.decision), ...entry.replaces])];
  const isUnheard = entry.unheard === true || !answer.exported.withSound;
  const unheard = isUnheard ? { unheard: true as const } : {};
  return decisionEvent(lesson, { ...entry, ...about, ...unheard, despite });
}

/** The version that the reviewer saw; it includes this answer's own correction once that is in the ledger. */
function seenBy({ job, seen }: ExportedLesson, { story, now }: LessonReview, answer: Answer): Seen {
  const own = answer.corrections?.find((one) => one.job === job);
  const isInForce = own !== undefined && newestCorrections(story).newest?.correction === own.id;
  return isInForce ? { ...seen, correction: now.correction ?? null } : seen;
}

interface Compared {
  readonly answer: Answer;
  /** The ids of all decisions, comments and corrections in the ledger. */
  readonly known: ReadonlySet<string>;
  readonly exported: ReadonlyMap<string, ExportedLesson>;
  /** By story, since the plan may have renamed the lesson. */
  readonly reviews: ReadonlyMap<string, LessonReview>;
  readonly jobs: ReadonlySet<string>;
}

function verdictOf(entry: MailedEntry, { answer, known, exported, reviews, jobs }: Compared): Verdict {
  const shown = exported.get(entry.job);
  if (known.has(entry.id)) return { kind: "recorded" };
  if (shown === undefined) return refused({ why: "unknown" });
  const review = reviews.get(shown.story);
  if (review === undefined)
    return refused(jobs.has(entry.job) ? { why: "outdated", changed: "replaced" } : { why: "unknown" });
  const changed = changedParts(seenBy(shown, review, answer), review.now);
  if (changed.length > 0) return refused({ why: "outdated", changed });
  return entry.kind === "comment" || entry.kind === "corrected"
    ? { kind: "records", overrules: [], meanwhile: [] }
    : verdictOfDecision(entry, { who: answer.who, known: shown.known, story: review.story });
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
  // A person's own objection is taken back only by an approval that names it.
  const isInTheWay = (one: Decision): boolean =>
    !overruled.has(one.decision) || personOf(one.who) === personOf(who);
  return {
    kind: "records",
    overrules: met(objections.filter(({ decision }) => shown.has(decision) && !overruled.has(decision))),
    meanwhile: met(objections.filter((one) => !shown.has(one.decision) && isInTheWay(one))),
  };
}

/** One entry for each person and kind of decision, however often the person decided so. */
function met(decisions: readonly Decision[]): MetDecision[] {
  const named = decisions.map(({ who, type }) => ({ who: cleanLine(who), kind: decides[type] }));
  return [...new Map(named.map((one) => [`${one.kind} ${personOf(one.who)}`, one])).values()];
}

function foreignness({ exported }: Answer, { plan, state }: CourseNow): AnswerRefusal | null {
  const now = { course: plan.course, edition: plan.edition, service: serviceOf(state) };
  const [what] = (["course", "edition", "service"] as const).filter((part) => exported[part] !== now[part]);
  return what === undefined ? null : { why: "foreign", what, of: exported[what] };
}

/** Includes replaced stories. */
function idsIn({ jobs }: LedgerState): Set<string> {
  const stories = [...jobs.values()].flatMap((record) => [...record.stories.values()]);
  const ids = stories.flatMap(({ decisions, comments, corrections }) => [
    ...decisions.map(({ decision }) => decision),
    ...comments.map(({ comment }) => comment),
    ...corrections.map(({ correction }) => correction),
  ]);
  return new Set(ids);
}

function refused(refusal: AnswerRefusal): Verdict {
  return { kind: "refused", refusal };
}
