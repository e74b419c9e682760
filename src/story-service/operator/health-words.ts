import { pluralize } from "../../shared/pluralize.ts";
import { showText } from "../../shared/text.ts";
import type { Health } from "./health.ts";

export const allIsWell = "All is well: the database answers, and the books balance.";

/** How a service is, a line for each thing. */
export function describeHealth({ accounts, stories, work, freeBytes }: Health): string[] {
  const { waiting, "under way": underWay, stuck, dead } = work;
  return [
    `${pluralize(accounts, "account")}, ${pluralize(stories, "story", "stories")}`,
    `work: ${waiting} waiting, ${underWay} under way, ${stuck} stuck, ${dead} given up`,
    `${Math.floor(freeBytes / 1_000_000)} MB free for the data folder`,
  ];
}

/**
 * What the operator has to see to, a sentence each; empty if all is well. Work that was given up is none: its credits are returned, and its list is for
 * whoever wants to order it again.
 */
export function findingsOf({ imbalances, missingRecordings, work, isDiskNearlyFull }: Health): string[] {
  return [
    ...imbalances.map(
      ({ accountId, what }) => `the books don't balance: ${showText(accountId)}: ${showText(what)}`,
    ),
    ...(work.stuck === 0
      ? []
      : [
          `${pluralize(work.stuck, "job is", "jobs are")} due and nobody takes them: does a process run that works, serve or serve --worker?`,
        ]),
    ...(missingRecordings ?? []).map((id) => `the recording of book ${id} is missing`),
    ...(missingRecordings === null ? ["the bucket of the recordings does not answer"] : []),
    ...(isDiskNearlyFull ? ["the disk of the data folder is nearly full"] : []),
  ];
}
