import type { StatusOfStory } from "../../ledger/format/job-status.ts";

/** Whether a run asks the service again for what is missing of a failed lesson. */
export function mayRecover(jobStatus: StatusOfStory): boolean {
  return (
    jobStatus.kind === "failed" && (jobStatus.why === "book_unavailable" || jobStatus.why === "story_missing")
  );
}
