import type { Place } from "../plan.ts";
import type { ResolvedTopic, Settings } from "./resolve-defaults.ts";

/** A job to be: where it stands in the matrix, and what it is told. */
export interface MatrixEntry {
  readonly topic: ResolvedTopic;
  readonly lang: string;
  readonly difficulty: number;
  readonly settings: Settings;
  /** The topic, or the `include` rule that adds the job. */
  readonly place: Place;
}
