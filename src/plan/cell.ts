import type { Place } from "./plan.ts";
import type { Settings, SurveyedTopic } from "./survey.ts";

/** A job to be: where it stands in the matrix, and what it is told. */
export interface Cell {
  readonly topic: SurveyedTopic;
  readonly lang: string;
  readonly difficulty: number;
  readonly settings: Settings;
  /** The topic, or the `include` rule that adds the job. */
  readonly place: Place;
}
