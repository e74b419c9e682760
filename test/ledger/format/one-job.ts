import { expect } from "vitest";
import { creditsIn, sumOfAttempts } from "../../../src/ledger/format/charges.ts";
import type { EventBody, LedgerEvent } from "../../../src/ledger/format/event.ts";
import { fold, jobKey } from "../../../src/ledger/format/fold.ts";
import { jobStatusOf, storyOf } from "../../../src/ledger/format/job-status.ts";
import type { JobRecord } from "../../../src/ledger/format/state.ts";
import { at } from "../fixtures.ts";
import { bookId, edition, id, intended, job, sha256 } from "./histories.ts";

export const [first, second] = [id(1), id(2)];
export const [firstStory, secondStory] = [id(11), id(12)];
const ofJob = { edition, job };

// The price of every attempt is 21: 13 for the writing, 8 for the audiobook.
export const intends = (attempt: string, change: object = {}): EventBody => intended({ attempt, ...change });
export const textOnly = {
  request: { topic: "A train", lang: "es", difficulty: 3, length: "short", audiobook: false },
  price: { credits: 13, writing: 13, audiobook: 0 },
};
export const accepted = (attempt: string, story: string): EventBody => ({
  type: "creation.accepted",
  ...ofJob,
  attempt,
  id: story,
  status: 202,
  warnings: [],
});
export const refused = (attempt: string): EventBody => ({
  type: "creation.refused",
  ...ofJob,
  attempt,
  status: 429,
  code: "rate_limited",
  message: "wait",
  retryAfterSeconds: 30,
});
export const unsent = (attempt: string): EventBody => ({
  type: "creation.unsent",
  ...ofJob,
  attempt,
  cause: "ECONNREFUSED",
});
const uncertain = (attempt: string): EventBody => ({
  type: "creation.uncertain",
  ...ofJob,
  attempt,
  cause: "the connection was reset",
  status: null,
  answer: null,
});
export const resolved = (attempt: string, how: "story" | "not-created", story: string | null): EventBody => ({
  type: "creation.resolved",
  ...ofJob,
  attempt,
  how,
  id: story,
  who: "a teacher",
  why: "looked in the app",
});
export const observed = (
  story: string,
  status: string,
  credits: number,
  book: string | null = null,
): EventBody => ({
  type: "story.observed",
  ...ofJob,
  id: story,
  status,
  credits,
  book: book === null ? null : { id: bookId, status: book },
  error: null,
});
export const missing = (story: string): EventBody => ({ type: "story.missing", ...ofJob, id: story });
const savedFile = { file: "a", bytes: 1, sha256 };
export const saved = (story: string): EventBody => ({
  type: "story.saved",
  ...ofJob,
  id: story,
  ...savedFile,
});
export const exported = (story: string): EventBody => ({
  type: "book.exported",
  ...ofJob,
  id: story,
  book: bookId,
  contentType: "audio/mpeg",
  ...savedFile,
});
export const noBook = (story: string): EventBody => ({
  type: "book.unavailable",
  ...ofJob,
  id: story,
  cause: "HTTP 500",
});

export const story = [intends(first), accepted(first, firstStory)];
export const finished = [...story, observed(firstStory, "done", 13, "ready"), saved(firstStory)];
export const lost = [intends(first), uncertain(first)];
export const replacing = intends(second, { replaces: true });

export interface Case {
  readonly name: string;
  readonly history: readonly EventBody[];
  readonly stands: string;
  readonly committed: number;
  readonly spent: number;
  /** What may still be taken off the balance; the rest of what is committed where nothing is said. */
  readonly held?: number;
}

export function eventsOf(bodies: readonly EventBody[]): LedgerEvent[] {
  return bodies.map((body, index) => ({ ...body, seq: index + 1, at, hash: sha256 }) as LedgerEvent);
}

/** A standing in a few words: its kind, and the story, the cause or the last outcome that goes with it. */
function named(record: JobRecord | undefined): string {
  const jobStatus = jobStatusOf(record);
  switch (jobStatus.kind) {
    case "pending": {
      const outcome = jobStatus.lastRefusal?.outcome;
      if (outcome === undefined) return "pending";
      return `pending after ${outcome.kind === "refused" ? outcome.event.code : outcome.kind}`;
    }
    case "failed":
      return `failed ${jobStatus.why}`;
    case "uncertain":
      return "uncertain";
    default:
      expect(storyOf(record as JobRecord, jobStatus.attempt)).toBe(jobStatus.story);
      return `${jobStatus.kind} ${jobStatus.story.id}`;
  }
}

/** Demands that a history leaves its job where the case says, at the cost it says. */
export function expectCase({ history, stands, committed, spent, held }: Case): void {
  const state = fold(eventsOf(history));
  const record = state.jobs.get(jobKey(edition, job));
  expect(named(record)).toBe(stands);
  const sum = sumOfAttempts(state.jobs.values());
  expect(sum).toMatchObject({ committed, spent, held: held ?? committed - spent });
  expect(creditsIn(state.totals.held)).toBe(sum.held);
}
