import { isIntact } from "./course-folder.ts";
import { crashCause } from "./crash-cause.ts";
import type { FollowedStory } from "./follow/followed-story.ts";
import type { RunContext } from "./run-context.ts";
import type { Selection } from "./work.ts";

/** Records attempts that a crash left without an outcome as uncertain. */
export async function settleCrashes({ journal, tell }: RunContext): Promise<void> {
  for (const record of journal.state.jobs.values()) {
    for (const attempt of record.attempts) {
      if (attempt.outcome.kind !== "intended") continue;
      const { edition, job } = record;
      await journal.record({
        type: "creation.uncertain",
        edition,
        job,
        attempt: attempt.attempt,
        cause: crashCause,
        status: null,
        answer: null,
      });
      tell({ kind: "notice", notice: { code: "crash_found", job } });
    }
  }
}

/** Finished lessons whose saved story or book is missing or changed on disk: they are read and exported again, at no cost. */
export async function findDamaged({ lessons }: Selection, context: RunContext): Promise<FollowedStory[]> {
  const damaged: FollowedStory[] = [];
  for (const { job, recordName, status } of lessons) {
    if (status.kind !== "done") continue;
    const { saved, book, id } = status.story;
    const recorded = [saved, book].filter((file) => file !== null);
    const intact = await Promise.all(recorded.map((file) => isIntact(context, file)));
    if (!intact.includes(false)) continue;
    damaged.push({
      recordName,
      job: job.id,
      id,
      wantsBook: status.attempt.intended.request.audiobook,
    });
  }
  return damaged;
}
