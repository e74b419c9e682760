import { spentBy, storyOf } from "../../ledger/format/job-status.ts";
import type { Attempt, JobRecord, LedgerState } from "../../ledger/format/state.ts";
import type { RecordName } from "../record-name.ts";

/** A story that cost more than its quote, as the service reports. In credits. */
export interface DearerStory {
  readonly recordName: RecordName;
  readonly id: string;
  readonly quoted: number;
  readonly cost: number;
}

/** All stories of the ledger that cost more than their quote, the newest first. */
export function dearerStories(state: LedgerState): DearerStory[] {
  const found = [...state.jobs.values()].flatMap((record) =>
    record.attempts.flatMap((attempt) => {
      const dearer = dearerThanQuoted(record, attempt);
      return dearer === null ? [] : [{ seq: attempt.intended.seq, dearer }];
    }),
  );
  return found.sort((a, b) => b.seq - a.seq).map(({ dearer }) => dearer);
}

/** The real cost of a job's story if it exceeds its quote; otherwise null. */
export function dearerStory(record: JobRecord, id: string): DearerStory | null {
  const attempt = record.attempts.find(({ outcome }) => outcome.kind === "accepted" && outcome.id === id);
  return attempt === undefined ? null : dearerThanQuoted(record, attempt);
}

function dearerThanQuoted(record: JobRecord, attempt: Attempt): DearerStory | null {
  const story = storyOf(record, attempt);
  const quoted = attempt.intended.price.credits;
  const cost = spentBy(record, attempt);
  if (story === undefined || cost <= quoted) return null;
  const { edition, job } = record;
  return { recordName: { edition, job }, id: story.id, quoted, cost };
}
