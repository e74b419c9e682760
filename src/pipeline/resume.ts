import { standingOf } from "../ledger/standing.ts";
import { isIntact } from "./collect.ts";
import { crashCause } from "./crash-cause.ts";
import { ledgerNameOf } from "./ledger-names.ts";
import type { Tools } from "./tools.ts";
import type { FollowedStory, Selection } from "./work.ts";

/** An intention without an outcome is what a crash leaves: nobody knows what became of it, and the ledger says so. */
export async function settleCrashes({ journal, tell }: Tools): Promise<void> {
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

/** Finished lessons whose saved story or book is gone or changed on the disk: they are read and exported again, which costs nothing. */
export async function findDamaged({ jobs }: Selection, tools: Tools): Promise<FollowedStory[]> {
  const damaged: FollowedStory[] = [];
  for (const job of jobs) {
    const standing = standingOf(tools.journal.state.jobs.get(job.ledgerKey));
    if (standing.kind !== "done") continue;
    const { saved, book, id } = standing.story;
    const recorded = [saved, book].filter((file) => file !== null);
    const intact = await Promise.all(recorded.map((file) => isIntact(tools, file)));
    if (!intact.includes(false)) continue;
    damaged.push({
      ...ledgerNameOf(job),
      jobId: job.id,
      id,
      wantsBook: standing.attempt.intended.request.audiobook,
    });
  }
  return damaged;
}
