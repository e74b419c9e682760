import type { Hint } from "../align/alignment.ts";
import type { AudiobookLevel } from "../recording/sound-measures.ts";
import type { Outlier } from "../series/passages.ts";

export interface Spot {
  /** The number of the sentence, from 0. */
  readonly sentence: number;
  readonly text: string;
  /** When it is spoken in the recording; null if unknown, or if there is none. */
  readonly atMs: number | null;
}

export type Fact =
  | { readonly check: "missing" | "possible" | "inflected"; readonly words: readonly string[] }
  /** `words`: the words that are on no list up to the lesson's level, the most frequent first. */
  | { readonly check: "offList"; readonly share: number; readonly words: readonly string[] }
  /** `found`: the languages that the passages seem to be in, as two-letter codes. */
  | { readonly check: "language"; readonly share: number; readonly found: readonly string[] }
  /** In words per sentence, or characters in scripts without word spacing. */
  | ({ readonly check: "level" } & Outlier)
  /** In running words, or characters. */
  | ({ readonly check: "length" } & Outlier)
  | { readonly check: "brokenOff" }
  | { readonly check: "repeats"; readonly share: number }
  /** `with`: the job of the other story. */
  | { readonly check: "echo"; readonly with: string; readonly share: number }
  | { readonly check: "title"; readonly with: readonly string[] }
  | { readonly check: "recording"; readonly why: "unlike" | "band_edge" | "uneven" }
  | { readonly check: "sentences"; readonly kinds: readonly Hint["kind"][] }
  | { readonly check: "silent" }
  /** `from` and `to` in ms. */
  | {
      readonly check: "silence";
      readonly where: "start" | "within" | "end";
      readonly from: number;
      readonly to: number;
    }
  /** `atMs`: the first time. */
  | { readonly check: "clipped"; readonly perMinute: number; readonly atMs: number }
  /** In LUFS. */
  | ({ readonly check: "loudness" } & Outlier)
  /** In dBTP. */
  | { readonly check: "peak"; readonly value: number }
  /** What is outside the limits, in dB of full scale. */
  | { readonly check: "audiobook"; readonly outside: readonly AudiobookLevel[] }
  /** In words, or characters, per minute. */
  | ({ readonly check: "speed" } & Outlier);

/** A fact about a whole volume that exceeds its limit. `jobs`: the lessons that share `text`; `of`: the number of lessons. */
export interface VolumeFact {
  readonly check: "openings" | "endings" | "names";
  readonly jobs: readonly string[];
  readonly of: number;
  readonly text: string;
}

/** A fact about a lesson, with the severity that the plan gives it. In a report, the severity is never `ignore`. */
export type Finding = Fact & {
  readonly job: string;
  readonly severity: Severity;
  readonly spots: readonly Spot[];
};

/** A fact about a volume, with the severity that the plan gives it. */
export type VolumeFinding = VolumeFact & { readonly volume: string; readonly severity: Severity };

/** A fact about a lesson with its places, before the plan's severity is applied. */
export type Found = Fact & { readonly spots: readonly Spot[] };

/** `hold` keeps the lesson, but leaves it out of the package. `fail` also makes the command fail, even if a partial package is allowed. */
export type Severity = "ignore" | "warn" | "hold" | "fail";

export type Check = Fact["check"] | VolumeFact["check"];

/** Units: words, sentences and lessons are counted; shares are parts of 1; durations in ms; loudness in LU; peaks in dBTP; clips per minute. */
interface Limit {
  readonly most: number;
  readonly severity: Severity;
}

export type Limits = Readonly<Record<Check, Limit>>;
