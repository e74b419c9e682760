import * as z from "zod";
import { type Alignment, levels, reasons } from "./alignment.ts";

/**
 * Names the alignment algorithm in files and ledgers. Change the name whenever the same text and sound would give different times. Floating-point results
 * differ slightly between machines, so times are saved, not recomputed.
 */
export const algorithm = "mfcc-dtw-2";

const hash = z.string().regex(/^[0-9a-f]{64}$/);
const ms = z.number().nonnegative();
const place = { paragraph: z.int().nonnegative(), from: z.int().nonnegative(), to: z.int().nonnegative() };
const heard = { startMs: ms, endMs: ms };

/** A file of times. */
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

/** The inputs of an alignment. */
export interface TimesSource {
  readonly text: string;
  readonly sound: string;
}

/** The times of a story as saved. */
export type SavedAlignment = z.infer<typeof timesSchema>;

/** Serializes the times of a story. */
export function writeTimes(alignment: Alignment, { text, sound }: TimesSource): string {
  const file: SavedAlignment = {
    format: 1,
    algorithm,
    text,
    sound,
    level: alignment.level,
    why: alignment.why,
    durationMs: alignment.durationMs,
    title: alignment.title,
    sentences: alignment.sentences.map((one) => ({ ...one })),
    hints: alignment.hints.map((one) => ({ ...one })),
  };
  return `${JSON.stringify(file, null, 1)}\n`;
}

/** Parses a times file; null if it is not valid. */
export function readTimes(bytes: Buffer): SavedAlignment | null {
  try {
    return timesSchema.safeParse(JSON.parse(bytes.toString("utf8"))).data ?? null;
  } catch {
    return null;
  }
}
