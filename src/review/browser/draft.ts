import type {
  CommentRequest,
  CorrectionRequest,
  DecisionRequest,
  EntryDocument,
  LessonDocument,
  StatusDocument,
} from "../documents.ts";
import type { Answer, Exported } from "../mail/answer-document.ts";
import { editedWith } from "./units.ts";

/** What a reviewer has done in an exported page so far. */
export interface Draft {
  /** The oldest first. */
  readonly entries: readonly DraftEntry[];
  /** Whether an answer was saved that has it all. */
  readonly isSaved: boolean;
}

export interface DraftEntry {
  readonly request: DecisionRequest | CommentRequest | CorrectionRequest;
  readonly at: string;
  /** Kept all the same: an answer that was saved before may have it. */
  readonly isTakenBack: boolean;
}

/** A draft before anything is done. */
export const emptyDraft: Draft = { entries: [], isSaved: false };

/** What was done, and by whom; null: nobody has given a name yet. */
interface Work {
  readonly who: string | null;
  readonly draft: Draft;
}

/** With one entry more. Pure. */
export function withEntry(draft: Draft, request: DraftEntry["request"], at: string): Draft {
  return { entries: [...draft.entries, { request, at, isTakenBack: false }], isSaved: false };
}

/** The draft without the last action on a lesson; null if there is nothing to take back. Pure. */
export function withoutLast(draft: Draft, job: string): Draft | null {
  const last = entriesOf(job, draft).at(-1);
  if (last === undefined) return null;
  const entries = draft.entries.map((entry) => (entry === last ? { ...entry, isTakenBack: true } : entry));
  return { entries, isSaved: false };
}

/** What was done with a lesson and not taken back. */
function entriesOf(job: string, { entries }: Draft): readonly DraftEntry[] {
  return entries.filter(({ request, isTakenBack }) => request.job === job && !isTakenBack);
}

/** A lesson with what the reviewer has done, as the desk would show it. Pure. */
export function lessonWith(lesson: LessonDocument, work: Work): LessonDocument {
  const own = entriesOf(lesson.job, work.draft);
  const history = own.map(({ request, at }): EntryDocument => {
    const kind = "kind" in request ? request.kind : "change" in request ? "corrected" : "comment";
    const text = "kind" in request ? request.why : "text" in request ? request.text : null;
    return { kind, at, who: work.who, text, credits: null, isUnheard: false };
  });
  return {
    ...changesIn(own).reduce(withChange, lesson),
    status: statusWith(lesson.job, lesson.status, work),
    history: [...history.reverse(), ...lesson.history],
  };
}

function changesIn(entries: readonly DraftEntry[]): CorrectionRequest["change"][] {
  return entries.flatMap(({ request }) => ("change" in request ? [request.change] : []));
}

/** A lesson with a part that reads otherwise. The sentence is not highlighted any more while it is heard. */
function withChange(lesson: LessonDocument, change: CorrectionRequest["change"]): LessonDocument {
  const text = change.text.trim();
  switch (change.kind) {
    case "title":
      return { ...lesson, title: text };
    case "question": {
      const questions = [...lesson.questions];
      questions.splice(change.question, 1, ...(text === "" ? [] : [text]));
      return { ...lesson, questions, proposed: lesson.proposed.filter((one) => one !== text) };
    }
    case "item":
      return { ...lesson, edited: editedWith(lesson, change.item, text) };
    case "gloss": {
      const gloss = text === "" ? null : text;
      const words = lesson.words.map((one) => (one.word === change.word ? { ...one, gloss } : one));
      return { ...lesson, words };
    }
    case "reading": {
      const before = lesson.readings?.find(({ word }) => word === change.word);
      const rest = lesson.readings?.filter((one) => one !== before) ?? [];
      const corrected = { word: change.word, original: before?.original ?? "", corrected: text };
      return { ...lesson, readings: text === "" ? rest : [...rest, corrected] };
    }
    case "sentence": {
      const { sentence } = change;
      const sentences = lesson.sentences.map((one, index) => {
        if (index !== sentence) return one;
        const isOriginal = text === one.original;
        return { ...one, corrected: isOriginal ? null : text, isUnheard: !isOriginal };
      });
      const piece = { text, sentence, heard: null, marks: [], readings: [] };
      const paragraphs = lesson.paragraphs.map((pieces) => {
        const first = pieces.findIndex((one) => one.sentence === sentence);
        return pieces.flatMap((one, at) => (one.sentence !== sentence ? [one] : at === first ? [piece] : []));
      });
      return { ...lesson, sentences, paragraphs };
    }
  }
}

/** A lesson's status, given what the reviewer has decided and corrected. Pure. */
export function statusWith(job: string, status: StatusDocument, { who, draft }: Work): StatusDocument {
  const decision = decisionOf(job, draft);
  if (decision !== null) {
    const { kind, why } = decision;
    return { kind, people: [who ?? ""], why, missing: 0, lapsed: [] };
  }
  if (changesIn(entriesOf(job, draft)).length === 0 || status.kind !== "approved") return status;
  const lapsed = status.people.map((one) => ({ who: one, changed: ["correction" as const] }));
  return { kind: "waiting", people: [], why: null, missing: 1, lapsed };
}

/** The decision that counts; null: there is none. A correction voids the approval before it. */
function decisionOf(job: string, draft: Draft): DecisionRequest | null {
  const requests = entriesOf(job, draft).map(({ request }) => request);
  const decision = requests.filter((one) => "kind" in one).at(-1) ?? null;
  const isVoid = requests.filter((one) => "kind" in one || "change" in one).at(-1) !== decision;
  return isVoid && decision?.kind === "approved" ? null : decision;
}

/** The answer to save, except for its checksum; null if there is nothing to save. Pure. */
export function answerOf(exported: Exported, { who, draft }: Work): Omit<Answer, "checksum"> | null {
  const decisions = exported.lessons.flatMap(({ job }) => {
    const decision = decisionOf(job, draft);
    if (decision === null) return [];
    const { id, kind, why, unheard } = decision;
    const replaces = draft.entries.flatMap(({ request: one }) => {
      const isObjection = "kind" in one && one.kind !== "approved";
      return isObjection && one.job === job && one.id !== id ? [one.id] : [];
    });
    return [{ id, job, kind, why, replaces, ...(unheard && exported.withSound ? { unheard } : {}) }];
  });
  const corrections = exported.lessons.flatMap(({ job }) => {
    const corrected = entriesOf(job, draft).filter(({ request }) => "change" in request);
    const newest = corrected.at(-1)?.request;
    return newest === undefined ? [] : [{ id: newest.id, job, changes: changesIn(corrected) }];
  });
  const comments = draft.entries.flatMap(({ request: one, isTakenBack }) =>
    "text" in one && !isTakenBack ? [{ id: one.id, job: one.job, text: one.text }] : [],
  );
  if (who === null || decisions.length + comments.length + corrections.length === 0) return null;
  const about = { coursebinder: "review-answer", version: 1, exported } as const;
  return { ...about, who, decisions, comments, ...(corrections.length === 0 ? {} : { corrections }) };
}
