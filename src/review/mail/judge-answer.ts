import { stat } from "node:fs/promises";
import type { EventBody } from "../../ledger/format/event.ts";
import { changedParts, decides, newestCorrection, personOf } from "../../ledger/format/reviews.ts";
import type { Decision, Seen } from "../../ledger/format/state.ts";
import type { LessonReview } from "../../run/reviews.ts";
import { canonicalJson } from "../../shared/canonical-json.ts";
import { readAtMost } from "../../shared/files/open-file.ts";
import { sha256 } from "../../shared/hash.ts";
import { cleanLine } from "../../shared/text.ts";
import { type CourseNow, serviceOf } from "../desk-course.ts";
import { commentEvent, decisionEvent, idsIn, type RecordingDesk, recordChanges } from "../record.ts";
import { nameRecorded, textRecorded } from "../recorded-text.ts";
import {
  type Answer,
  answerSchema,
  type ExportedLesson,
  type MailedComment,
  type MailedCorrection,
  type MailedDecision,
} from "./answer-document.ts";

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
  /** Of an entry that is to be recorded. */
  readonly place?: Place;
}

/** The entries of an answer: corrections first, since decisions are about the corrected lessons, then decisions, then comments. */
function entriesOf({ decisions, comments, corrections = [] }: Answer): MailedEntry[] {
  return [
    ...corrections.map((correction) => ({ ...correction, kind: "corrected" as const })),
    ...decisions,
    ...comments.map((comment) => ({ ...comment, kind: "comment" as const })),
  ];
}

/** The lesson of an entry, and the version that the reviewer saw. */
interface Place {
  readonly lesson: LessonReview;
  readonly shown: ExportedLesson;
  readonly seen: Seen;
}

/**
 * Decides what happens to each entry of an answer. An entry about exactly the current version of a lesson is recorded, whatever others have decided in
 * the meantime: in `reviewStatus`, an approval overrides only the objections that it names. Pure.
 */
export function judgeAnswer({ answer, isDamaged }: ReadAnswer, now: CourseNow): JudgedEntry[] {
  const ofAll: AnswerRefusal | null = isDamaged ? { why: "tampered" } : foreignness(answer, now);
  // Also of replaced stories.
  const known = new Set(
    [...now.state.jobs.values()].flatMap(({ stories }) => [...stories.values()].flatMap(idsIn)),
  );
  const exported = new Map(answer.exported.lessons.map((lesson) => [lesson.job, lesson]));
  // By story, since the plan may have renamed the lesson.
  const reviews = new Map(now.reviews.map((review) => [review.story.id, review]));
  const jobs = new Set(now.reviews.map(({ lesson }) => lesson.job.id));
  return entriesOf(answer).map((entry): JudgedEntry => {
    const shown = exported.get(entry.job);
    const lesson = shown === undefined ? undefined : reviews.get(shown.story);
    if (ofAll !== null) return { entry, verdict: refused(ofAll) };
    if (known.has(entry.id)) return { entry, verdict: { kind: "recorded" } };
    if (shown === undefined || lesson === undefined) {
      const isReplaced = shown !== undefined && jobs.has(entry.job);
      return {
        entry,
        verdict: refused(isReplaced ? { why: "outdated", changed: "replaced" } : { why: "unknown" }),
      };
    }
    const place = { lesson, shown, seen: seenBy(shown, lesson, answer) };
    const changed = changedParts(place.seen, lesson.now);
    if (changed.length > 0) return { entry, verdict: refused({ why: "outdated", changed }) };
    return { entry, verdict: verdictOf(entry, answer.who, place), place };
  });
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
    for (const judged of judgeAnswer(read, now)) {
      const { entry, place } = judged;
      if (entry.kind !== "corrected") continue;
      const recording = place && { lesson: place.lesson, who: answer.who, store, now };
      const recorded = recording && (await recordChanges(desk, recording, { ...entry, seen: place.seen }));
      const isRefused = recorded?.kind === "refused";
      done.push(isRefused ? { entry, verdict: refused({ why: "uncorrectable" }) } : judged);
    }
    return done;
  });
  // A decision about a corrected lesson is not recorded without the correction.
  const refusals = new Map(
    corrected.flatMap(({ entry, verdict }) => (verdict.kind === "refused" ? [[entry.job, verdict]] : [])),
  );
  const others = await desk.course.write(async (store, now) => {
    const done: JudgedEntry[] = [];
    for (const judged of judgeAnswer(read, now)) {
      const { entry, place } = judged;
      if (entry.kind === "corrected") continue;
      const verdict = (place && refusals.get(entry.job)) ?? judged.verdict;
      done.push({ entry, verdict });
      if (place && verdict.kind === "records") await store.append(eventOf(entry, answer, place));
    }
    return done;
  });
  return [...corrected, ...others];
}

function eventOf(
  entry: Exclude<MailedEntry, { kind: "corrected" }>,
  { who, exported }: Answer,
  { lesson, shown, seen }: Place,
): EventBody {
  if (entry.kind === "comment") return commentEvent(lesson, { ...entry, who, seen });
  // Only objections that the page showed: the reviewer approved knowing them.
  const objections = lesson.story.decisions.filter(
    (one) => one.type !== "lesson.approved" && shown.known.includes(one.decision),
  );
  const despite = [...new Set([...objections.map((one) => one.decision), ...entry.replaces])];
  const unheard = entry.unheard === true || !exported.withSound ? { unheard: true as const } : {};
  return decisionEvent(lesson, { ...entry, who, seen, ...unheard, despite });
}

/** The version that the reviewer saw; it includes this answer's own correction once that is in the ledger. */
function seenBy({ job, seen }: ExportedLesson, { story, now }: LessonReview, answer: Answer): Seen {
  const own = answer.corrections?.find((one) => one.job === job);
  const isInForce = own !== undefined && newestCorrection(story)?.correction === own.id;
  return isInForce ? { ...seen, correction: now.correction ?? null } : seen;
}

/** The verdict on an entry about the current version of a lesson. */
function verdictOf(entry: MailedEntry, who: string, { lesson, shown }: Place): Verdict {
  const approvals = lesson.story.decisions.filter((one) => one.type === "lesson.approved");
  const objections = lesson.story.decisions.filter((one) => one.type !== "lesson.approved");
  if (entry.kind === "comment" || entry.kind === "corrected")
    return { kind: "records", overrules: [], meanwhile: [] };
  const known = new Set([...shown.known, ...entry.replaces]);
  if (entry.kind !== "approved") {
    const meanwhile = met(approvals.filter((one) => !known.has(one.decision)));
    return { kind: "records", overrules: [], meanwhile };
  }
  const overruled = new Set(approvals.flatMap(({ despite }) => despite));
  // A person's own objection is taken back only by an approval that names it.
  const isInTheWay = (one: Decision): boolean =>
    !overruled.has(one.decision) || personOf(one.who) === personOf(who);
  return {
    kind: "records",
    overrules: met(objections.filter(({ decision }) => known.has(decision) && !overruled.has(decision))),
    meanwhile: met(objections.filter((one) => !known.has(one.decision) && isInTheWay(one))),
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

function refused(refusal: AnswerRefusal): Verdict {
  return { kind: "refused", refusal };
}

/** Why a file isn't an answer. */
export type Unreadable = "large" | "no_file" | "no_answer";

/** A file that is an answer. `isDamaged`: its checksum doesn't match, because the file was damaged or edited on the way. */
export interface ReadAnswer {
  readonly answer: Answer;
  readonly isDamaged: boolean;
}

/** Fits ten thousand lessons, with comments on some of them. */
const fileBytesMost = 16 * 1024 * 1024;

/** Reads an answer from a file, or says why the file isn't one. Throws a system error if the file can't be read, for example because it is missing. */
export async function readAnswerFile(path: string): Promise<ReadAnswer | Unreadable> {
  const found = await stat(path);
  if (!found.isFile()) return "no_file";
  const bytes = found.size > fileBytesMost ? null : await readAtMost(path, fileBytesMost);
  return bytes === null ? "large" : (readAnswer(bytes) ?? "no_answer");
}

/** Reads an answer; null if the bytes aren't one. Cleans all texts. Pure. */
export function readAnswer(bytes: Uint8Array): ReadAnswer | null {
  const value = jsonIn(bytes);
  const parsed = answerSchema.safeParse(value);
  if (!parsed.success) return null;
  const { decisions, comments, corrections = [], exported } = parsed.data;
  const ids = [...decisions, ...comments, ...corrections].map(({ id }) => id);
  const isTwice = [decisions, corrections, exported.lessons].some((all) =>
    hasTwice(all.map(({ job }) => job)),
  );
  if (isTwice || hasTwice(ids)) return null;
  const clean = cleaned(parsed.data);
  if (clean === null) return null;
  const { checksum, ...rest } = parsed.data;
  return { answer: clean, isDamaged: sha256(canonicalJson(rest)) !== checksum };
}

function cleaned(answer: Answer): Answer | null {
  const who = nameRecorded(answer.who);
  const comments = answer.comments.flatMap((comment) => {
    const text = textRecorded(comment.text);
    return text === null ? [] : [{ ...comment, text }];
  });
  if (who === null || comments.length < answer.comments.length) return null;
  const decisions = answer.decisions.map((decision) => ({ ...decision, why: textRecorded(decision.why) }));
  return { ...answer, who, decisions, comments };
}

function jsonIn(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    return null;
  }
}

function hasTwice(values: readonly string[]): boolean {
  return new Set(values).size < values.length;
}
