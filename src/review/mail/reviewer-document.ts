import type { LessonDocument, QueueDocument } from "../documents.ts";
import type { Exported } from "./answer-document.ts";

/** All that an exported page knows, as it is embedded in it. */
export interface ReviewerDocument {
  readonly exported: Exported;
  readonly fingerprint: string;
  readonly queue: QueueDocument;
  /** In the order of the queue. */
  readonly lessons: readonly LessonDocument[];
}

/** The id of the element with a lesson's recording, in Base64; `index`: that of the lesson. */
export function soundElementId(index: number): string {
  return `sound-${index}`;
}
