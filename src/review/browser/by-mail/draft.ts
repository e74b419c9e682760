import type {
  CommentRequest,
  DecisionRequest,
  EntryDocument,
  LessonDocument,
  StatusDocument,
} from "../../documents.ts";
import type { Answer } from "../../mail/answer-document.ts";
import type { ReviewerDocument } from "../../mail/reviewer-document.ts";

/** What a reviewer has done in an exported page so far. */
export interface Draft {
  readonly who: string | null;
  /** The oldest first. */
  readonly entries: readonly DraftEntry[];
  /** Whether an answer was saved that has it all. */
  readonly isSaved: boolean;
}

interface DraftEntry {
  readonly id: string;
  readonly job: string;
  readonly kind: "approved" | "held" | "rejected" | "comment";
  /** The reason, or the comment. */
  readonly text: string | null;
  readonly at: string;
  /** Kept all the same: an answer that was saved before may have it. */
  readonly isTakenBack: boolean;
  /** A decision of somebody who played nothing of the recording that the page has. */
  readonly unheard?: true | undefined;
}

/** A draft before anything is done. */
export const emptyDraft: Draft = { who: null, entries: [], isSaved: false };

/** With a decision. Pure. */
export function withDecision(
  draft: Draft,
  { id, job, kind, why, unheard }: DecisionRequest,
  at: string,
): Draft {
  const text = why === "" ? null : why;
  return withEntry(draft, { id, job, kind, text, at, isTakenBack: false, ...(unheard ? { unheard } : {}) });
}

/** With a comment. Pure. */
export function withComment(draft: Draft, { id, job, text }: CommentRequest, at: string): Draft {
  return withEntry(draft, { id, job, kind: "comment", text, at, isTakenBack: false });
}

function withEntry(draft: Draft, entry: DraftEntry): Draft {
  return { ...draft, entries: [...draft.entries, entry], isSaved: false };
}

/** Without what was done last with a lesson; null if there is nothing to take back. Pure. */
export function withoutLast(draft: Draft, job: string): Draft | null {
  const last = draft.entries.filter((entry) => entry.job === job && !entry.isTakenBack).at(-1);
  if (last === undefined) return null;
  const entries = draft.entries.map((entry) => (entry === last ? { ...entry, isTakenBack: true } : entry));
  return { ...draft, entries, isSaved: false };
}

/** A lesson with what the reviewer has done, as the desk would show it. Pure. */
export function lessonWith(lesson: LessonDocument, draft: Draft): LessonDocument {
  const who = draft.who ?? "";
  const own = draft.entries
    .filter((entry) => entry.job === lesson.job && !entry.isTakenBack)
    .map(({ kind, at, text }): EntryDocument => ({ kind, at, who, text, credits: null, isUnheard: false }));
  return {
    ...lesson,
    status: statusWith(lesson.job, lesson.status, draft),
    history: [...own.reverse(), ...lesson.history],
  };
}

/** A lesson's status, given what the reviewer has decided. Pure. */
export function statusWith(job: string, status: StatusDocument, draft: Draft): StatusDocument {
  const decision = decisionOf(job, draft);
  if (decision === null || decision.kind === "comment") return status;
  return { kind: decision.kind, people: [draft.who ?? ""], missing: 0, lapsed: [] };
}

function decisionOf(job: string, { entries }: Draft): DraftEntry | null {
  return (
    entries.filter((one) => one.job === job && one.kind !== "comment" && !one.isTakenBack).at(-1) ?? null
  );
}

/** The answer to save, but for its checksum; null if there is nothing to save. Pure. */
export function answerOf(
  { exported, fingerprint }: Pick<ReviewerDocument, "exported" | "fingerprint">,
  draft: Draft,
): Omit<Answer, "checksum"> | null {
  const { who, entries } = draft;
  const standing = exported.lessons.flatMap(({ job }) => decisionOf(job, draft) ?? []);
  const decisions = standing.flatMap(({ id, job, kind, text: why, unheard }) => {
    if (kind === "comment") return [];
    const earlier = entries.filter(
      (one) => one.job === job && one.id !== id && one.kind !== "comment" && one.kind !== "approved",
    );
    const replaces = earlier.map((one) => one.id);
    return [{ id, job, kind, why, replaces, ...(unheard && exported.withSound ? { unheard } : {}) }];
  });
  const comments = entries.flatMap(({ id, job, kind, text, isTakenBack }) =>
    kind !== "comment" || text === null || isTakenBack ? [] : [{ id, job, text }],
  );
  if (who === null || decisions.length + comments.length === 0) return null;
  return { coursebinder: "review-answer", version: 1, exported, fingerprint, who, decisions, comments };
}
