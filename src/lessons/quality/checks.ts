import type { Fact, VolumeFact } from "./finding.ts";

/**
 * What is done about a finding. hold: the lesson is kept, and left out of the package. fail: that too, and the command does not end well even where a
 * package without the lesson is wanted.
 */
export type Severity = "ignore" | "warn" | "hold" | "fail";

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
