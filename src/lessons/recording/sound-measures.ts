import { z } from "zod";

/** What measures sound, as files name it. It goes up with every change that measures something else. */
const measuredBy = "sound-1";

const ms = z.number().nonnegative();

const measuresSchema = z.object({
  durationMs: ms,
  /** The integrated loudness of EBU R 128 in LUFS; null for silence. */
  loudness: z.number().nullable(),
  /** The true peak in dB of full scale; null where there is nothing at all. */
  peak: z.number().nullable(),
  /** How often the sound stays at full scale, and where first. */
  clipped: z.int().nonnegative(),
  clippedAtMs: ms.nullable(),
  /** Where nobody speaks for a second or more, in order, the beginning and the end of the recording included. */
  silences: z.array(z.object({ from: ms, to: ms })),
});

/** What was measured of a recording. */
export type SoundMeasures = z.infer<typeof measuresSchema>;

const fileSchema = z.object({
  format: z.literal(1),
  algorithm: z.string(),
  /** Of the book that the sound is or was in. */
  sound: z.string(),
  /** Null: the recording is in a format that is not decoded here, or could not be decoded. */
  measures: measuresSchema.nullable(),
});

/** The bytes of a file of measures. `sound`: the SHA-256 of the book that they were taken from. */
export function writeMeasures(measures: SoundMeasures | null, sound: string): string {
  return `${JSON.stringify({ format: 1, algorithm: measuredBy, sound, measures })}\n`;
}

/** The measures in a file's bytes; undefined where they are of another sound, or taken in another way. */
export function readMeasures(bytes: Buffer, sound: string): SoundMeasures | null | undefined {
  try {
    const file = fileSchema.safeParse(JSON.parse(bytes.toString("utf8"))).data;
    return file?.algorithm === measuredBy && file.sound === sound ? file.measures : undefined;
  } catch {
    return undefined;
  }
}
