import { jobStatusOf } from "../ledger/format/job-status.ts";
import type { LedgerState } from "../ledger/format/state.ts";
import { readCorrected } from "../run/correct/corrected-story.ts";
import type { MatchedJob } from "../run/match.ts";
import { jobRecordOf } from "../run/record-name.ts";
import type { Files } from "../shared/files/files.ts";

/** A few at a time: titles of thousands of lessons would open as many files at once. */
const readsAtOnce = 16;

/** The titles of the jobs' saved stories, as corrected, by job; without those that have none, or whose files can't be read. Never rejects. */
export async function lessonTitles(
  jobs: readonly MatchedJob[],
  state: LedgerState,
  courseFolder: { readonly files: Files; readonly folder: string },
): Promise<ReadonlyMap<string, string>> {
  const titles = new Map<string, string>();
  const left = [...jobs].reverse();
  const read = async (): Promise<void> => {
    for (let job = left.pop(); job !== undefined; job = left.pop()) {
      const status = jobStatusOf(jobRecordOf(job, state));
      if (!("story" in status) || status.story.saved === null) continue;
      const story = await readCorrected(status.story, job.id, courseFolder).catch(() => null);
      if (story?.kind === "read" && story.title !== null) titles.set(job.id, story.title);
    }
  };
  await Promise.all(Array.from({ length: readsAtOnce }, read));
  return titles;
}
