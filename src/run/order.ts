import type { PlannedLesson } from "./lesson.ts";

/** One story to buy. */
export interface Order {
  readonly lesson: PlannedLesson;
  /** The attempt that the user wants replaced: bought only while it is the job's current one. Null if there is none. */
  readonly replaces: string | null;
}
