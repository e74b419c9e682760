import type { LedgerState, StoryFacts } from "../state.ts";
import { newestCorrections } from "./corrections.ts";

/** Both ledgers have a newest correction of a lesson that the other lacks. The other's is in force, without what was corrected in ours. */
export interface CorrectedByBoth {
  readonly code: "corrected_by_both";
  readonly edition: string;
  readonly job: string;
  /** Who made each. */
  readonly ours: string;
  readonly theirs: string;
}

/** The lessons that were corrected in two ledgers since they were one. Pure. */
export function correctedByBoth(ours: LedgerState, theirs: LedgerState): CorrectedByBoth[] {
  return [...ours.jobs.values()].flatMap(({ key, edition, job, stories }) =>
    [...stories.values()].flatMap((story): CorrectedByBoth[] => {
      const other = theirs.jobs.get(key)?.stories.get(story.id);
      if (other === undefined) return [];
      const [own, their] = [newestCorrections(story).newest, newestCorrections(other).newest];
      if (own === null || their === null || has(other, own.correction) || has(story, their.correction))
        return [];
      return [{ code: "corrected_by_both", edition, job, ours: own.who, theirs: their.who }];
    }),
  );
}

function has({ corrections }: StoryFacts, id: string): boolean {
  return corrections.some(({ correction }) => correction === id);
}
