import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { openFileLedger } from "../../../src/ledger/file/file-ledger.ts";
import { jobKey } from "../../../src/ledger/format/fold.ts";
import { jobStatusOf } from "../../../src/ledger/format/job-status.ts";
import { partsOf } from "../../../src/run/reviews.ts";
import { realFiles } from "../../../src/shared/files/real-files.ts";
import type { Served } from "../fixtures/served.ts";

const world = { now: Date.now, random: Math.random };

interface Decision {
  readonly who: string;
  readonly job: string;
  readonly kind: "approved" | "held" | "rejected";
  readonly despite?: string[];
  readonly why?: string | null;
}

/** Records a decision about a job's current lesson in the course's ledger, as the review desk does. Resolves with its id. */
export async function decide(served: Served, { who, job, kind, despite = [], why = null }: Decision) {
  const store = await openFileLedger({
    path: join(served.folder, "out", "course", "ledger.jsonl"),
    identity: { course: "course", service: served.url },
    mustExist: true,
    holder: "a test",
    stateFolder: join(served.folder, ".state"),
    files: realFiles,
    world,
  });
  try {
    const status = jobStatusOf(store.state.jobs.get(jobKey("1", job)));
    const seen = "story" in status ? partsOf(status.story) : null;
    if (!("story" in status) || seen === null) throw new Error(`no lesson: ${job}`);
    const decision = randomUUID();
    const about = { edition: "1", job, id: status.story.id, decision, who, why, seen };
    await store.append(
      kind === "approved"
        ? { type: "lesson.approved", ...about, despite }
        : { type: `lesson.${kind}`, ...about },
    );
    return decision;
  } finally {
    await store.close();
  }
}
