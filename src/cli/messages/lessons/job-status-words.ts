import type { JobStatus } from "../../../ledger/format/job-status.ts";
import type { Attempt } from "../../../ledger/format/state.ts";
import { idCharactersLeast } from "../../../run/lesson.ts";
import { showText } from "../../../shared/text.ts";
import { describeCause } from "../cause-words.ts";

/** Enough of an id to tell one story from another, as `--replace` takes it. */
export function shortId(id: string): string {
  return id.slice(0, idCharactersLeast);
}

/** The reason for a job's status, in a few words. */
export function describeJobStatus(jobStatus: JobStatus, idOf = (id: string): string => id): string {
  switch (jobStatus.kind) {
    case "pending":
      return jobStatus.lastRefusal === null ? "not sent yet" : describeAbsent(jobStatus.lastRefusal);
    case "uncertain": {
      const { outcome } = jobStatus.attempt;
      return outcome.kind === "uncertain"
        ? describeCause(outcome.event.cause)
        : "the run ended before the answer was recorded";
    }
    case "active":
      return `story ${idOf(jobStatus.story.id)}, last seen as "${showText(jobStatus.story.observed?.status ?? "accepted")}"`;
    case "done":
      return `story ${idOf(jobStatus.story.id)}`;
    case "failed":
      return `story ${idOf(jobStatus.story.id)}: ${failures[jobStatus.why]}`;
  }
}

const failures = {
  story_failed: "it failed at the service",
  story_canceled: "it was canceled at the service",
  story_missing: "the service no longer knows it",
  book_unavailable: "its audiobook could not be exported",
} as const;

function describeAbsent({ outcome }: Attempt): string {
  switch (outcome.kind) {
    case "refused":
      return `refused: ${outcome.event.status} ${outcome.event.code}; nothing was charged`;
    case "unsent":
      return `never sent: ${describeCause(outcome.cause)}`;
    case "notCreated":
      return `not created, as ${showText(outcome.event.who)} found`;
    default:
      return "not sent yet";
  }
}
