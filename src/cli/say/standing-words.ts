import type { Standing } from "../../ledger/standing.ts";
import type { Attempt } from "../../ledger/state.ts";
import { showText } from "../../shared/text.ts";

/** Why a job stands where it stands, in a few words. */
export function sayStanding(standing: Standing): string {
  switch (standing.kind) {
    case "pending":
      return standing.lastRefusal === null ? "not sent yet" : sayAbsent(standing.lastRefusal);
    case "uncertain": {
      const { outcome } = standing.attempt;
      return outcome.kind === "uncertain"
        ? showText(outcome.event.cause)
        : "the run ended before the answer was recorded";
    }
    case "active":
      return `story ${standing.story.id}, last seen as "${showText(standing.story.observed?.status ?? "accepted")}"`;
    case "done":
      return `story ${standing.story.id}`;
    case "failed":
      return `story ${standing.story.id}: ${failures[standing.why]}`;
  }
}

const failures = {
  story_failed: "it failed at the service",
  story_canceled: "it was canceled at the service",
  story_missing: "the service no longer knows it",
  book_unavailable: "its audiobook could not be exported",
} as const;

function sayAbsent({ outcome }: Attempt): string {
  switch (outcome.kind) {
    case "refused":
      return `refused: ${outcome.event.status} ${outcome.event.code}; nothing was charged`;
    case "unsent":
      return `never sent: ${showText(outcome.cause)}`;
    case "notCreated":
      return `not created, as ${showText(outcome.event.who)} found`;
    default:
      return "not sent yet";
  }
}
