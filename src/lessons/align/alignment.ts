import type { Heard } from "./place.ts";
import type { SentencePlace } from "./script.ts";

/** How finely the times of a story can be used: by its sentences, by its paragraphs (by whose first and last sentences), or not at all. */
export const levels = ["sentences", "paragraphs", "none"] as const;
export type Level = (typeof levels)[number];

/**
 * Why a story has no times by sentences.
 *
 * no_voice: the reference can't be spoken in this language. no_engine: no speech engine is installed. no_text: nothing of it can be spoken.
 * not_mp3: the recording is in a format that is not decoded here. no_sound: nothing is heard in it. unlike: it fits its text no better than another
 * text. band_edge: the path ran along the edge of what was looked at. uneven: too many sentences are much faster or slower than the others.
 * broken: the alignment itself failed.
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
  /** From 0, a guess, to 1. */
  readonly confidence: number;
}

/** Where sound and text seem to differ, for a person to listen to. */
export interface Hint {
  /** Of the sentence: it is not heard, is heard twice, or changes places with the next one. */
  readonly kind: "missing" | "repeated" | "swapped";
  /** Its number, from 0, among the sentences. */
  readonly sentence: number;
  readonly atMs: number;
}

/** What was found out about a recording and its text. */
export interface Alignment {
  readonly level: Level;
  /** Null where there are times by sentences. */
  readonly why: Reason | null;
  readonly durationMs: number;
  /** When the title is heard; null where it is not. */
  readonly title: Heard | null;
  /** In the order of the text, without what can't be spoken; empty at level `none`. */
  readonly sentences: readonly SentenceTimes[];
  readonly hints: readonly Hint[];
}

/** A story without times. */
export function withoutTimes(why: Reason, durationMs = 0): Alignment {
  return { level: "none", why, durationMs, title: null, sentences: [], hints: [] };
}
