import type { Place } from "../plan/plan.ts";
import { planLimits } from "../plan/plan-limits.ts";
import type { Reading } from "../plan/reading.ts";
import type { WrittenPlan } from "../plan/schema.ts";
import { errorCode } from "../shared/failure.ts";
import { readAtMost } from "../shared/files/open-file.ts";

type Path = readonly (string | number)[];

/** A plan that is being made, with whatever values the sheets have. */
export type DraftPlan = Record<string, unknown> &
  Pick<Partial<WrittenPlan>, "words" | "moved" | "removed" | "languages">;

/** A plan in the making, and the cells that its values come from. */
export class Draft {
  readonly plan: DraftPlan;
  /** By the value's path, as JSON. */
  readonly cells = new Map<string, Place>();
  readonly planFile: string;
  readonly reading: Reading;

  constructor(plan: DraftPlan, planFile: string, reading: Reading) {
    this.plan = structuredClone(plan);
    this.planFile = planFile;
    this.reading = reading;
  }

  setCell(path: Path, place: Place): void {
    this.cells.set(JSON.stringify(path), place);
  }
}

/** Sets the value at a path, in copies of the maps on the way; gives the one that was there before. */
export function assign(
  target: Record<string, unknown>,
  [key = "", ...rest]: readonly string[],
  value: unknown,
): unknown {
  const before = target[key];
  if (rest.length === 0) {
    target[key] = value;
    return before;
  }
  const inner = { ...(before as Record<string, unknown> | undefined) };
  target[key] = inner;
  return assign(inner, rest, value);
}

/** A file's text, empty if it is too large for a plan or a list; null if there is none. */
export async function readIfThere(path: string): Promise<string | null> {
  try {
    return (await readAtMost(path, planLimits.fileBytes))?.toString() ?? "";
  } catch (error) {
    if (errorCode(error) === "ENOENT") return null;
    throw error;
  }
}
