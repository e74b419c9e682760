import type { Hint } from "../align/alignment.ts";
import type { Outlier } from "../series/robust.ts";
import type { Severity } from "./severity.ts";

/** A place in a lesson for a person to look at. */
export interface Spot {
  /** The number of the sentence, from 0. */
  readonly sentence: number;
  readonly text: string;
  /** When it is heard in the recording; null where nobody knows, or there is none. */
  readonly atMs: number | null;
}

/** What was found in one lesson. */
export type Fact =
  | { readonly check: "missing" | "possible" | "inflected"; readonly words: readonly string[] }
  /** `words`: those of no list up to the lesson's level, the most frequent first. */
  | { readonly check: "offList"; readonly share: number; readonly words: readonly string[] }
  /** `found`: the languages that it seems to be in, by their two letters. */
  | { readonly check: "language"; readonly share: number; readonly found: readonly string[] }
  /** In words a sentence, or signs where words are not set apart. */
  | ({ readonly check: "level" } & Outlier)
  /** In running words, or signs. */
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
  /** Times a minute; `atMs`: where first. */
  | { readonly check: "clipped"; readonly perMinute: number; readonly atMs: number }
  /** In LUFS. */
  | ({ readonly check: "loudness" } & Outlier)
  /** In dB of full scale. */
  | { readonly check: "peak"; readonly value: number }
  /** In words, or signs, a minute. */
  | ({ readonly check: "speed" } & Outlier);

/** What was found in a volume as a whole. `jobs`: the lessons that share it. */
export interface VolumeFact {
  readonly check: "openings" | "endings" | "names";
  readonly jobs: readonly string[];
  readonly of: number;
  readonly text: string;
}

/** A finding about a lesson that is not ignored. */
export type Finding = Fact & {
  readonly job: string;
  readonly severity: Severity;
  readonly spots: readonly Spot[];
};

/** A finding about a volume that is not ignored. */
export type VolumeFinding = VolumeFact & { readonly volume: string; readonly severity: Severity };

/** What was found in a lesson, before anybody says what is done about it. */
export type Found = Fact & { readonly spots: readonly Spot[] };
