import type { RecordName } from "../record-name.ts";

/** An existing story to follow to its end, whichever edition of the plan it was made for. */
export interface FollowedStory {
  /** Its job's. */
  readonly recordName: RecordName;
  /** Its name for people: the id in the plan, or the ledger name if the plan no longer has it. */
  readonly jobId: string;
  readonly id: string;
  readonly wantsBook: boolean;
}
