import type { RunContext } from "../run-context.ts";
import type { Creation, Purchase } from "./create.ts";
import type { RecordedCreation } from "./recorded-creation.ts";

/**
 * Runs the `--after-creation` command once a creation's outcome is durable. If it fails no further creation starts, so that a copy of the
 * ledger kept by the command lags by at most one creation.
 */
export async function doAfterCreation(
  { job }: Purchase,
  { creation, left }: { creation: Creation; left: number },
  { afterCreation, stops }: Pick<RunContext, "afterCreation" | "stops">,
): Promise<void> {
  const recorded = recordedOf(creation);
  if (afterCreation === null || recorded === null) return;
  const failure = await afterCreation({ recordName: job.recordName, ...recorded });
  if (failure === null) return;
  stops.stopCreating({ code: "after_creation_failed", job: job.id, failure, left });
}

/** The ledger's record of a creation; null if nothing was intended. */
function recordedOf(creation: Creation): Pick<RecordedCreation, "outcome" | "story"> | null {
  switch (creation.kind) {
    case "accepted":
      return { outcome: "accepted", story: creation.id };
    case "credentialReplaced":
      return { outcome: "refused", story: null };
    case "refused":
    case "uncertain":
      return { outcome: creation.kind, story: null };
    case "notSent":
      return { outcome: "unsent", story: null };
    case "stopped":
    case "tooLate":
    case "notConnected":
    case "notCovered":
    case "boughtElsewhere":
      return null;
  }
}
