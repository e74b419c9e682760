import type { MessagePort } from "node:worker_threads";
import * as z from "zod";
import { parseJson } from "../../shared/parse-json.ts";
import type { Script } from "./script.ts";

/** The precision of a story's times: by sentence, by paragraph (first and last sentences only), or none. */
export const levels = ["sentences", "paragraphs", "none"] as const;
export type Level = (typeof levels)[number];

/** unlike: it fits its text no better than another. band_edge: the path ran along its band's edge. uneven: many sentences have an odd pace. */
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

/** A place where sound and text seem to differ, to be checked by ear: a sentence is not heard, is heard twice, or is swapped with the next one. */
export type Hint = SavedAlignment["hints"][number];

/** `title`: when it is heard. `sentences`: those that can be spoken; none at level `none`. A confidence of 0 is a guess. */
export type Alignment = Omit<SavedAlignment, "format" | "algorithm" | "text" | "sound">;

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

export type Answer =
  | { readonly kind: "more" }
  | { readonly kind: "progress"; readonly share: number }
  | { readonly kind: "done"; readonly alignment: Alignment }
  | { readonly kind: "failed"; readonly cause: string };

/** Change it whenever the same text and sound would give other times. Floating point differs between machines, so times are saved, not recomputed. */
export const algorithm = "mfcc-dtw-2";

const hash = z.string().regex(/^[0-9a-f]{64}$/);
const ms = z.number().nonnegative();
const place = { paragraph: z.int().nonnegative(), from: z.int().nonnegative(), to: z.int().nonnegative() };
const heard = { startMs: ms, endMs: ms };

export const timesSchema = z.object({
  format: z.literal(1),
  algorithm: z.string(),
  /** Hashes of the saved story, and of the book that contains, or once contained, the sound. */
  text: hash,
  sound: hash,
  level: z.enum(levels),
  why: z.enum(reasons).nullable(),
  durationMs: ms,
  title: z.object(heard).nullable(),
  sentences: z.array(z.object({ ...place, ...heard, confidence: z.number().min(0).max(1) })),
  hints: z.array(
    z.object({
      kind: z.enum(["missing", "repeated", "swapped"]),
      sentence: z.int().nonnegative(),
      atMs: ms,
    }),
  ),
});

export interface TimesSource {
  readonly text: string;
  readonly sound: string;
}

export type SavedAlignment = z.infer<typeof timesSchema>;

export function writeTimes(alignment: Alignment, { text, sound }: TimesSource): string {
  const file = timesSchema.parse({ format: 1, algorithm, text, sound, ...alignment });
  return `${JSON.stringify(file, null, 1)}\n`;
}

/** Parses a times file; null if it is not valid. */
export function readTimes(bytes: Buffer): SavedAlignment | null {
  return timesSchema.safeParse(parseJson(bytes)).data ?? null;
}
