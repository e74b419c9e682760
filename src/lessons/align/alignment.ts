import type { MessagePort } from "node:worker_threads";
import type { SentencePlace } from "../text/story-text.ts";
import type { Heard } from "./place.ts";
import type { Script } from "./script.ts";

/** The precision of a story's times: by sentence, by paragraph (first and last sentences only), or none. */
export const levels = ["sentences", "paragraphs", "none"] as const;
export type Level = (typeof levels)[number];

/**
 * Why a story has no times by sentence.
 *
 * no_voice: there is no voice for this language. no_engine: no speech engine is installed. no_text: nothing in the text can be spoken.
 * not_mp3: the recording is in a format that we don't decode. no_sound: the recording is silent. unlike: the recording fits its text no
 * better than it fits another text. band_edge: the path ran along the edge of its search band. uneven: too many sentences are much faster or slower
 * than the rest. broken: the alignment itself failed.
 */
export const reasons = [
  "no_voice",
  "no_engine",
  "no_text",
  "not_mp3",
  "no_sound",
  "unlike",
  "band_edge",
  "uneven",
  "broken",
] as const;
export type Reason = (typeof reasons)[number];

/** A sentence of the text and when it is heard. */
export interface SentenceTimes extends SentencePlace, Heard {
  /** From 0 (a guess) to 1. */
  readonly confidence: number;
}

/** A place where sound and text seem to differ, for a person to check by ear. */
export interface Hint {
  /** The sentence is not heard, is heard twice, or is swapped with the next one. */
  readonly kind: "missing" | "repeated" | "swapped";
  /** The sentence's index, from 0. */
  readonly sentence: number;
  readonly atMs: number;
}

/** The result of aligning a recording with its text. */
export interface Alignment {
  readonly level: Level;
  /** Null if there are times by sentence. */
  readonly why: Reason | null;
  readonly durationMs: number;
  /** When the title is heard; null if it is not. */
  readonly title: Heard | null;
  /** In text order, without sentences that can't be spoken; empty at level `none`. */
  readonly sentences: readonly SentenceTimes[];
  readonly hints: readonly Hint[];
}

/** The result for a story without times. */
export function withoutTimes(why: Reason, durationMs = 0): Alignment {
  return { level: "none", why, durationMs, title: null, sentences: [], hints: [] };
}

/** A story for the alignment thread. The thread requests the recording over the port, chunk by chunk; null follows the last chunk. */
export interface Task {
  readonly lang: string;
  /** The speech engine's voice for the reference. */
  readonly voice: string;
  readonly script: Script;
  readonly port: MessagePort;
}

/** What the thread sends over a story's port. */
export type Answer =
  | { readonly kind: "more" }
  | { readonly kind: "progress"; readonly share: number }
  | { readonly kind: "done"; readonly alignment: Alignment }
  | { readonly kind: "failed"; readonly cause: string };
