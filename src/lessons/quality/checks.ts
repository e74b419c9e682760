import type { Fact, VolumeFact } from "./finding.ts";
import type { Severity } from "./severity.ts";

export type Check = Fact["check"] | VolumeFact["check"];

/**
 * The highest value that passes, and the severity of a finding above it. Units: words, sentences and lessons are counted; shares and
 * relative differences are parts of 1; durations in ms; loudness in LU; peaks in dBTP; clipping in times per minute.
 */
export interface Limit {
  readonly most: number;
  readonly severity: Severity;
}

export type Limits = Readonly<Record<Check, Limit>>;
