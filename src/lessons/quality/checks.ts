import type { Fact, VolumeFact } from "./finding.ts";
import type { Severity } from "./severity.ts";

export type Check = Fact["check"] | VolumeFact["check"];

/**
 * What a check lets pass, and what is done about more. In its own unit: words, sentences and lessons by number; shares and differences from what is usual
 * from 0 to 1 and more; times in ms; loudness in LU, peaks in dB of full scale; clipping in times a minute.
 */
export interface Limit {
  readonly most: number;
  readonly severity: Severity;
}

export type Limits = Readonly<Record<Check, Limit>>;
