import type { Place } from "../plan.ts";
import type { ResolvedTopic, Settings } from "./resolve-defaults.ts";

/** A future job: its position in the matrix, and its settings. */
export interface MatrixEntry {
  readonly topic: ResolvedTopic;
  readonly lang: string;
  readonly difficulty: number;
  readonly settings: Settings;
  /** The topic, or the `include` rule that adds the job. */
  readonly place: Place;
}
