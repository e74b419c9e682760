import type { JobStatus } from "../../ledger/format/job-status.ts";

type WithText = Extract<JobStatus, { kind: "done" | "active" | "failed" }>;

// In these states the text is complete and paid for, and only the audiobook is pending or has failed, so a partial package includes it.
const withWholeText = new Set(["ready", "making_audiobook", "done", "failed", "canceled"]);

/** Whether an unfinished lesson has its whole text, and lacks only its recording. */
export function hasText(jobStatus: JobStatus): jobStatus is WithText {
  if (jobStatus.kind === "pending" || jobStatus.kind === "uncertain") return false;
  const { story, attempt } = jobStatus;
  const isWhole = withWholeText.has(story.observed?.status ?? "");
  return isWhole && story.saved !== null && attempt.intended.request.audiobook;
}
