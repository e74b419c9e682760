import {
  committedBy,
  type JobStatus,
  jobStatusOf,
  perhapsRefundedOf,
  spentBy,
} from "../../../ledger/format/job-status.ts";
import type { JobRecord, LedgerState } from "../../../ledger/format/state.ts";
import type { RunJob } from "../../../run/match/match-lessons.ts";
import type { RunProblem } from "../../../run/problem.ts";

/**
 * The selected jobs for `run --json`: each with its status, its story and that story's title, what all its attempts cost, and the code of its problem.
 * An inherited story cost this edition nothing.
 */
export function lessonList(
  jobs: readonly RunJob[],
  {
    state,
    titles,
    problems,
  }: { state: LedgerState; titles: ReadonlyMap<string, string>; problems: readonly RunProblem[] },
) {
  const problemOf = new Map(
    problems.flatMap((problem) =>
      "job" in problem && problem.job !== null ? [[problem.job, problem.code]] : [],
    ),
  );
  return jobs.map((job) => {
    const record = state.jobs.get(job.ledgerKey);
    const status = jobStatusOf(record);
    return {
      ...{ id: job.id, status: status.kind, topic: job.request.topic, title: titles.get(job.id) ?? null },
      ...{ story: storyOf(status), inherited: job.match === "inherited" },
      credits: job.match === "inherited" || record === undefined ? nothing : creditsOf(record),
      problem: problemOf.get(job.id) ?? null,
    };
  });
}

const nothing = { committed: 0, spent: 0, perhapsRefunded: 0 };

function storyOf(status: JobStatus): string | null {
  return "story" in status ? status.story.id : null;
}

function creditsOf(record: JobRecord) {
  const sum = (amount: typeof committedBy): number =>
    record.attempts.reduce((total, attempt) => total + amount(record, attempt), 0);
  return {
    ...{ committed: sum(committedBy), spent: sum(spentBy) },
    perhapsRefunded: perhapsRefundedOf(record, () => true),
  };
}
