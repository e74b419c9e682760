import * as z from "zod";
import type { Corrections, EditedItem } from "../lessons/correction/overlay.ts";
import type { RevoicingRefusal } from "../lessons/revoicing/refusal.ts";
import type { DraftedExercise } from "../package/exercises/edited-exercise.ts";
import type { SheetVersion } from "../package/exercises/exercise.ts";
import type { Ruby } from "../shared/languages/ruby.ts";
import { correctedMost, nameMost, textMost } from "./recorded-text.ts";

export type { RevoicingRefusal } from "../lessons/revoicing/refusal.ts";

// The documents that the desk's page and its server exchange.

/** A SHA-256 in hex. */
export const hash = z.string().regex(/^[0-9a-f]{64}$/);
/** Hashes of the parts of a lesson, as a person saw them. */
export const seenSchema = z.object({
  text: hash,
  sound: hash.nullable(),
  times: hash.nullable(),
  /** Null, or left out: nothing was corrected. */
  correction: hash.nullable().optional(),
});

const about = {
  /** Chosen by the page, so that sending a request again records nothing twice. */
  id: z.uuid(),
  job: z.string().max(200),
  /** The story that was on the page. */
  story: z.uuid(),
  seen: seenSchema,
  who: z.string().max(nameMost),
};

const text = z.string().max(correctedMost);

/** A change to a part of a lesson. `sentence`: its number in the original text, from 0. */
export const changeSchema = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("sentence"), sentence: z.int().nonnegative(), text }),
  z.strictObject({ kind: z.literal("title"), text }),
  z.strictObject({ kind: z.literal("gloss"), word: z.string().max(textMost), text }),
  /** How a word of the list, or any text of the story, is read; empty: as its list or the dictionary says. */
  z.strictObject({ kind: z.literal("reading"), word: z.string().max(textMost), text }),
  /** A question in the format of `writeQuestion`; empty: it is removed. `question`: its number, from 0; the next free number adds one. */
  z.strictObject({ kind: z.literal("question"), question: z.int().nonnegative(), text }),
  /** An exercise's item, named by its key, in the format of `writeItem`; empty: it is left out. */
  z.strictObject({ kind: z.literal("item"), item: z.string().max(nameMost), text }),
]);

/** What people can have recorded, by the last part of the address that takes it. */
export const requestSchemas = {
  decisions: z.strictObject({
    ...about,
    kind: z.enum(["approved", "held", "rejected"]),
    why: z.string().max(textMost).nullable(),
    /** The ids of the decisions that were on the page. If there is any other, the page has to show it before the person decides. */
    known: z.array(z.uuid()).max(10_000),
    /** Set if none of the recording was played. */
    unheard: z.literal(true).optional(),
  }),
  comments: z.strictObject({ ...about, text: z.string().max(textMost) }),
  corrections: z.strictObject({ ...about, change: changeSchema }),
  /** Takes back the newest correction. */
  "corrections/undo": z.strictObject({ ...about, undoes: z.uuid() }),
  /** Has the corrected sentences spoken anew. */
  respoken: z.strictObject(about),
};

export type Requests = {
  readonly [Kind in keyof typeof requestSchemas]: z.infer<(typeof requestSchemas)[Kind]>;
};
export type DecisionRequest = Requests["decisions"];
export type CommentRequest = Requests["comments"];
export type CorrectionRequest = Requests["corrections"];
export type UndoRequest = Requests["corrections/undo"];
export type RespeakRequest = Requests["respoken"];
export type SeenParts = z.infer<typeof seenSchema>;

export interface FindingDocument {
  readonly severity: string;
  readonly text: string;
  /** Seconds into the recording; null if the comment concerns no particular place. */
  readonly atSeconds: number | null;
}

export interface StatusDocument {
  readonly kind: "approved" | "held" | "rejected" | "waiting";
  /** Those who approved the lesson's current version, or who held or rejected it. */
  readonly people: readonly string[];
  /** Why it is held or rejected; null: no reason was given. */
  readonly why: string | null;
  /** How many more people have to approve it. */
  readonly missing: number;
  /** Approvals that no longer count, each with the parts of the lesson that have changed since. */
  readonly lapsed: readonly { readonly who: string; readonly changed: readonly (keyof SeenParts)[] }[];
}

export interface QueuedLesson {
  readonly job: string;
  readonly topic: string;
  readonly volume: string;
  readonly status: StatusDocument;
  readonly findings: readonly FindingDocument[];
}

export interface QueueDocument {
  readonly title: string;
  readonly edition: string;
  /** How many different people must approve each lesson. */
  readonly required: number;
  /** False: the plan has no `review`, so its package needs no approval. */
  readonly isAsked: boolean;
  /** How many lessons of the plan have no text yet. */
  readonly unmade: number;
  /** How many lessons of a volume must be approved before the others are bought; null: none. */
  readonly gate: number | null;
  readonly lessons: readonly QueuedLesson[];
}

export interface PieceDocument {
  readonly text: string;
  /** The number of the sentence that the piece belongs to; null between sentences. */
  readonly sentence: number | null;
  /** In seconds; null where the piece's time is not known. */
  readonly heard: { readonly from: number; readonly to: number } | null;
  /** The required words in the piece: offsets in UTF-16 units, and the word's index. */
  readonly marks: readonly { readonly start: number; readonly end: number; readonly word: number }[];
  /** What is shown above the piece. */
  readonly readings: readonly Ruby[];
}

/** A sentence of the story as bought. */
export interface SentenceDocument {
  readonly original: string;
  /** The corrected sentence. Null: not corrected. Empty: left out. */
  readonly corrected: string | null;
  /** Whether the recording says something else than the current text. */
  readonly isUnheard: boolean;
}

/** A part of a lesson that was spoken anew or cut out, with its time in the recording, in seconds. */
export interface RespokenDocument {
  /** A sentence's number in the original text, or the title. */
  readonly unit: "title" | number;
  readonly from: number;
  /** Equal to `from` if the part was cut out. */
  readonly to: number;
}

/** An entry in a lesson's history. */
export interface EntryDocument {
  readonly kind:
    | "approved"
    | "held"
    | "rejected"
    | "comment"
    | "bought"
    | "rehearsed"
    | "corrected"
    | "undone"
    | "respoken";
  readonly at: string;
  /** Null: the program itself. */
  readonly who: string | null;
  readonly text: string | null;
  /** The price of a purchase, or what a rehearsed lesson would have cost. */
  readonly credits: number | null;
  /** Whether the person decided without playing the recording. */
  readonly isUnheard: boolean;
}

export interface WordDocument {
  readonly word: string;
  readonly gloss: string | null;
  /** The gloss in the word's list. */
  readonly originalGloss: string | null;
  /** Null: it has none, or the plan doesn't ask for readings. */
  readonly reading: string | null;
  readonly found: string;
}

/** How to buy another story to replace a lesson's current one; the price is null if it is unknown. */
export interface ReplacementDocument {
  readonly command: string;
  readonly credits: number | null;
}

/** One version of a lesson's exercises, as generated. */
export interface SheetDocument {
  readonly version: SheetVersion;
  /** Without the questions that people added. */
  readonly exercises: readonly ExerciseDocument[];
}

/** Learners read the title and the task. */
export type ExerciseDocument = DraftedExercise & { readonly title: string; readonly task: string };

export interface LessonDocument {
  readonly job: string;
  readonly story: string;
  readonly title: string;
  /** The title as bought; equal to `title` if that is not corrected. */
  readonly originalTitle: string;
  readonly topic: string;
  readonly volume: string;
  readonly lang: string;
  readonly dir: "ltr" | "rtl";
  /** The tag of the readers' language, in which exercises have their titles and tasks. */
  readonly reader: string;
  readonly status: StatusDocument;
  readonly seen: SeenParts;
  readonly known: readonly string[];
  readonly hasSound: boolean;
  readonly paragraphs: readonly (readonly PieceDocument[])[];
  readonly sentences: readonly SentenceDocument[];
  readonly words: readonly WordDocument[];
  /** What people corrected in its readings; null: its plan or its language has none. */
  readonly readings: Required<Corrections>["readings"] | null;
  /** Questions about the story besides its exercises, in the format of `writeQuestion`. */
  readonly questions: readonly string[];
  /** Questions proposed by the plan's language model that nobody has accepted. */
  readonly proposed: readonly string[];
  readonly sheets: readonly SheetDocument[];
  /** The exercises' edited items, including items that are no longer generated. */
  readonly edited: readonly EditedItem[];
  /** The newest correction, which can be taken back; null: there is none. */
  readonly undoes: string | null;
  /** The voice that can speak corrected parts anew; null: there is none. */
  readonly narrator: string | null;
  /** How many corrected parts the recording still says in their former wording. */
  readonly unspoken: number;
  /** What was spoken anew, and by which voice; null: nothing. */
  readonly respoken: { readonly narrator: string; readonly parts: readonly RespokenDocument[] } | null;
  /** Null for people who don't buy, for a rehearsed story, and for a story that an earlier edition bought. */
  readonly replacement: ReplacementDocument | null;
  readonly findings: readonly FindingDocument[];
  /** Decisions, comments and purchases, newest first. */
  readonly history: readonly EntryDocument[];
}

/** Why something was not done. */
export interface RefusalDocument {
  readonly code: RefusalCode;
  /** Details in words; null: none. */
  readonly message: string | null;
  /** With `unspoken`: why nothing was spoken anew. */
  readonly unspoken?: RevoicingRefusal;
  /** With `correction_unusable`: the request that takes that correction back. */
  readonly undo?: Pick<UndoRequest, "job" | "story" | "seen" | "undoes">;
}

export type RefusalCode = keyof typeof refusalStatuses;

/** The HTTP status of an answer that says that something was not done. */
export const refusalStatuses = {
  /** The request is not from the page that was opened with the desk's address. */
  not_admitted: 403,
  not_found: 404,
  body_too_large: 413,
  not_understood: 400,
  /** The correction would leave the title or the text empty. */
  nothing_left: 422,
  /** The lesson has changed since the page showed it. */
  lesson_changed: 409,
  /** Somebody has decided about the lesson since the page showed it. */
  decided_meanwhile: 409,
  /** The file with the lesson's correction is missing or changed. */
  correction_unusable: 409,
  /** Nothing could be spoken anew. */
  unspoken: 409,
  /** The ledger, or a file of the lesson, can't be used now. */
  failed: 409,
  broken: 500,
} as const;
