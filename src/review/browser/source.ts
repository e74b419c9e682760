import type { LessonDocument, QueueDocument, Requests, RevoicingRefusal } from "../documents.ts";

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
  readonly send: (
    kind: keyof Requests,
    request: Requests[keyof Requests],
  ) => Promise<readonly RevoicingRefusal[]>;
  /** Calls back when the desk goes or comes back, and when something is recorded in another window. Null: there is no desk. */
  readonly watch: ((tell: { isThere(isThere: boolean): void; changed(change: Change): void }) => void) | null;
  /** What a page by mail can do besides; null: this is the desk's. */
  readonly mail: {
    /** Takes back what was done last with a lesson; false: there is nothing. */
    readonly takeBack: (job: string) => boolean;
    /** Whether there is work that neither the browser keeps nor a saved answer has. */
    readonly isUnsaved: () => boolean;
    /** Saves the answer. Returns what to say. */
    readonly save: () => string;
  } | null;
}
