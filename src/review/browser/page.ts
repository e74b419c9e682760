import type {
  CommentRequest,
  CorrectionRequest,
  DecisionRequest,
  LessonDocument,
  QueueDocument,
  RefusalDocument,
  RespeakRequest,
  RevoicingRefusal,
  UndoRequest,
} from "../documents.ts";
import type { ItemUnit } from "./items.ts";
import type { Kept } from "./kept.ts";
import type { Unit } from "./units.ts";

/** The kinds of request that a person can have recorded, by the desk's names for them. */
export interface Requests {
  readonly decisions: DecisionRequest;
  readonly comments: CommentRequest;
  readonly corrections: CorrectionRequest;
  readonly "corrections/undo": UndoRequest;
  readonly respoken: RespeakRequest;
}

/** Something was recorded in another tab or window: about which lesson, and the id of the request. */
export interface Change {
  readonly job: string;
  readonly id: string;
}

/** Where a page's lessons come from, and where people's actions are sent: a running desk, or an answer to send back. */
export interface Source {
  readonly readQueue: () => Promise<QueueDocument>;
  /** Rejects with a `Refusal` if there is no such lesson, or if it can't be shown. */
  readonly readLesson: (job: string) => Promise<LessonDocument>;
  /** The address of a lesson's recording; null if this page doesn't have it. */
  readonly soundOf: (lesson: LessonDocument) => string | null;
  /**
   * Resolves once it is recorded, with why some parts could not be spoken anew. The same request can be sent again. Rejects with a `Refusal` if it is
   * not recorded.
   */
  readonly send: <Kind extends keyof Requests>(
    kind: Kind,
    request: Requests[Kind],
  ) => Promise<readonly RevoicingRefusal[]>;
  /** Where a decision is once it is sent, in a sentence. */
  readonly recorded: string;
  /** What a person is told where an error is no `Refusal`. */
  readonly failed: string;
  /** Calls back when the desk goes or comes back, and when something is recorded in another window. Null: there is no desk. */
  readonly watch: ((tell: { isThere(isThere: boolean): void; changed(change: Change): void }) => void) | null;
  /** What a page by mail can do besides; null: this is the desk's. */
  readonly mail: {
    /** Takes back what was done last with a lesson; false: there is nothing. */
    readonly takeBack: (job: string) => boolean;
    /** Saves the answer. Returns what to say. */
    readonly save: () => string;
  } | null;
}

/** The desk's answer when it did not do what was asked. */
export class Refusal extends Error {
  readonly document: RefusalDocument;

  constructor(document: RefusalDocument) {
    super(document.code);
    this.document = document;
  }
}

/**
 * Anything that a person can change: a part of the text, the gloss of a word (given by its number), or a question (which may have been proposed by the
 * model).
 */
export type Changeable = Unit | { readonly word: number } | AboutQuestion;

/** `question`: its number, from 0; the number after the last one is for a new question. */
export interface AboutQuestion {
  readonly question: number;
  readonly proposed?: string;
}

/** The page, as seen by code that does something with the lesson on it. */
export interface Page {
  readonly source: Source;
  readonly kept: Kept;
  /** Null: no lesson can be shown. */
  readonly lesson: LessonDocument | null;
  /** Sends something under an id of its own. */
  readonly send: <Kind extends keyof Requests>(
    kind: Kind,
    request: Omit<Requests[Kind], "id">,
  ) => ReturnType<Source["send"]>;
  readonly say: (text: string) => void;
  /** Says why something was not done. */
  readonly explain: (error: unknown) => void;
  /** Does what a key stands for. */
  readonly press: (key: string) => void;
  /** Asks how a part of the lesson should read. */
  readonly edit: (about: Changeable) => void;
  /** Leaves an item of the exercises out, or puts it back; what was made of one that is no longer there is forgotten. */
  readonly leaveOut: (unit: ItemUnit) => void;
  /** Shows the lesson as it is now, where the person was in it. */
  readonly showAgain: () => Promise<void>;
}
