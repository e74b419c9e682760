import type { MatrixEntry } from "../matrix/matrix-entry.ts";
import type { WrittenPlan } from "../schema/written-plan.ts";
import type { Places } from "../yaml/read-yaml.ts";
import type { Readable } from "../yaml/readable.ts";

/** What the keys are read from; `entries`: the jobs that the plan makes, null if they could not be read. */
export interface PublishingSource {
  readonly written: Readable<WrittenPlan>;
  readonly places: Places;
  readonly entries: readonly MatrixEntry[] | null;
}
