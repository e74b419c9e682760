import * as z from "zod";
import { parseJson } from "../../shared/parse-json.ts";

/** The version of the algorithm, for files. Bump it whenever the results change, so that old files are measured anew. */
const measuredBy = "sound-2";

const ms = z.number().nonnegative();

const measuresSchema = z.object({
  durationMs: ms,
  /** Integrated loudness (EBU R 128) in LUFS; null for silence. */
  loudness: z.number().nullable(),
  /** In dBTP; null for digital silence. */
  peak: z.number().nullable(),
  /** The level of the whole recording, and of its quietest half second, in dB of full scale (RMS); null for silence. */
  rms: z.number().nullable(),
  floor: z.number().nullable(),
  /** The number of clipped stretches, and the time of the first. */
  clipped: z.int().nonnegative(),
  clippedAtMs: ms.nullable(),
  /** Silences of a second or more, in order, also at the start and the end of the recording. */
  silences: z.array(z.object({ from: ms, to: ms })),
});

export type SoundMeasures = z.infer<typeof measuresSchema>;

const fileSchema = z.object({
  format: z.literal(1),
  algorithm: z.string(),
  /** The SHA-256 of the book that holds the recording. */
  sound: z.string(),
  /** Null if the recording could not be decoded, or is not an MP3. */
  measures: measuresSchema.nullable(),
});

/** The content of a file of measures. `sound`: the SHA-256 of the book that holds the recording. */
export function writeMeasures(measures: SoundMeasures | null, sound: string): string {
  return `${JSON.stringify({ format: 1, algorithm: measuredBy, sound, measures })}\n`;
}

/** The measures in a file; undefined if they are from another recording or another version of the algorithm. */
export function readMeasures(bytes: Buffer, sound: string): SoundMeasures | null | undefined {
  const file = fileSchema.safeParse(parseJson(bytes)).data;
  return file?.algorithm === measuredBy && file.sound === sound ? file.measures : undefined;
}

/**
 * The limits of audiobook shops, in dB relative to full scale: the RMS of the recording and of its noise, and the true peak, which is never below the
 * sample peak.
 */
export const audiobookLimits = { rms: { least: -23, most: -18 }, peak: -3, floor: -60 } as const;

export interface AudiobookLevel {
  readonly measure: "rms" | "peak" | "floor";
  readonly value: number;
}

/** The measures of a recording that shops would refuse; empty for silence, which is a finding of its own. The recording itself is never changed. */
export function outsideAudiobook({
  rms,
  peak,
  floor,
}: Pick<SoundMeasures, "rms" | "peak" | "floor">): AudiobookLevel[] {
  const { least, most } = audiobookLimits.rms;
  return [
    ...(rms !== null && (rms < least || rms > most) ? [{ measure: "rms", value: rms } as const] : []),
    ...(peak !== null && peak > audiobookLimits.peak ? [{ measure: "peak", value: peak } as const] : []),
    ...(floor !== null && floor > audiobookLimits.floor ? [{ measure: "floor", value: floor } as const] : []),
  ];
}
