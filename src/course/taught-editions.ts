import { isAbsent } from "../ledger/format/job-status.ts";
import type { LedgerState } from "../ledger/format/state.ts";
import type { TaughtEditions } from "../plan/rotation.ts";

/**
 * The topics of every edition of which a lesson was bought, or may have been, by the ids that they last had in a plan. A request that is
 * proven to have created nothing is not a lesson.
 */
export function taughtEditions({ jobs, moved }: LedgerState): TaughtEditions {
  const editions = new Map<string, string[]>();
  for (const { key, edition, job, attempts } of jobs.values()) {
    if (attempts.every(isAbsent)) continue;
    const topic = topicOf(moved.get(key)?.at(-1)?.to ?? job);
    const topics = editions.get(edition) ?? [];
    if (!topics.includes(topic)) editions.set(edition, [...topics, topic]);
  }
  return editions;
}

/** The topic of `<topic>.<lang>.<difficulty>`, which a ledger may have with a number behind it (`~2`). */
function topicOf(job: string): string {
  return job.split(".")[0] ?? job;
}
