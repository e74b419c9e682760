import { decodeText } from "../plan/files.ts";
import type { Place } from "../plan/plan.ts";
import { planLimits } from "../plan/plan-limits.ts";
import { Reading } from "../plan/reading.ts";
import type { WrittenPlan } from "../plan/schema.ts";
import { errorCode } from "../shared/failure.ts";
import { readAtMost } from "../shared/files/open-file.ts";

/** A plan in the making, with whatever values the sheets have. */
export type DraftPlan = Record<string, unknown> &
  Pick<Partial<WrittenPlan>, "words" | "moved" | "removed" | "languages">;

/** A plan in the making, and the cells that its values come from. */
export interface Draft {
  readonly plan: DraftPlan;
  /** By the value's path, as JSON. */
  readonly cells: Map<string, Place>;
  readonly planFile: string;
  readonly reading: Reading;
}

/** Sets the value at a path, copying the maps on the way, and returns the previous value. */
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

/** A file's text; empty if no plan or list can have such a text; null if there is no file. */
export async function readIfThere(path: string): Promise<string | null> {
  try {
    const bytes = await readAtMost(path, planLimits.fileBytes);
    return (bytes && decodeText(bytes, path, new Reading(path))) ?? "";
  } catch (error) {
    if (errorCode(error) === "ENOENT") return null;
    throw error;
  }
}

/** A change that an import makes to an existing plan. `id`: that of a topic, a setting's path, or a list with its language. */
export interface SheetChange {
  readonly code:
    | ("setting_changed" | "list_added" | "list_changed" | "topics_reordered")
    | ("topic_added" | "topic_back" | "topic_gone" | "topic_reworded" | "topic_renamed" | "topic_changed");
  readonly id: string;
  readonly before: string;
  readonly after: string;
}

/** A value as a change shows it; empty if there is none. */
export function shownValue(value: unknown): string {
  return value === undefined ? "" : typeof value === "string" ? value : JSON.stringify(value);
}
