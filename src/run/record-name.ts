import { jobKey } from "../ledger/format/fold.ts";
import type { JobRecord, LedgerState } from "../ledger/format/state.ts";

/** The name of a job's record in the ledger, as the events have it: the edition that bought the lesson, and the job's name there. */
export interface RecordName {
  readonly edition: string;
  readonly job: string;
}

/** A job that has a place in the ledger: the key of its record. */
interface Recorded {
  readonly recordKey: string;
}

/** The key of a record in the ledger's state: `<edition>/<job>`. */
export function recordKey({ edition, job }: RecordName): string {
  return jobKey(edition, job);
}

/** What the ledger has of a job; undefined if nothing. */
export function jobRecordOf(
  { recordKey: key }: Recorded,
  { jobs }: Pick<LedgerState, "jobs">,
): JobRecord | undefined {
  return jobs.get(key);
}

/** The name to show for a record: its job's id in the current plan, or its own name if the plan no longer has the job. */
export function nameToday(
  record: RecordName,
  plan: { readonly jobs: readonly (Recorded & { readonly id: string })[] },
): string {
  const key = recordKey(record);
  return plan.jobs.find((job) => job.recordKey === key)?.id ?? record.job;
}
