import { isAbsent } from "../ledger/format/job-status.ts";
import type { LedgerState } from "../ledger/format/state.ts";
import type { TaughtEditions } from "../plan/rotation.ts";
import { addressOf, topicOf } from "../run/lesson.ts";

/**
 * The topics of every edition of which a lesson was bought, or may have been, by the ids that they last had in a plan. A request that is
 * proven to have created nothing is not a lesson.
 */
export function taughtEditions(state: LedgerState): TaughtEditions {
  const editions = new Map<string, string[]>();
  for (const record of state.jobs.values()) {
    const { edition, attempts } = record;
    if (attempts.every(isAbsent)) continue;
    const topic = topicOf(addressOf(record, state));
    const topics = editions.get(edition) ?? [];
    if (!topics.includes(topic)) editions.set(edition, [...topics, topic]);
  }
  return editions;
}
