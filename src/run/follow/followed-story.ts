import type { RecordName } from "../lesson.ts";

/** An existing story to follow to its end, whichever edition of the plan it was made for. */
export interface FollowedStory {
  /** Its job's. */
  readonly recordName: RecordName;
  /** The job's id in the plan, or its record's own name if the plan no longer has the job: for people, never for events of the ledger. */
  readonly job: string;
  readonly id: string;
  readonly wantsBook: boolean;
}
