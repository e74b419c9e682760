import type { SoundMeasures } from "./sound-measures.ts";

/**
 * What audiobook shops accept, in dB of full scale: the level of the whole recording and its noise as RMS, the peak as true peak, which is at
 * least the sample peak that the shops name.
 */
export const audiobookLimits = { rms: { least: -23, most: -18 }, peak: -3, floor: -60 } as const;

/** A measure that is outside the limits. */
export interface AudiobookLevel {
  readonly measure: "rms" | "peak" | "floor";
  readonly value: number;
}

/** The measures of a recording that shops would refuse; empty for silence, which is another finding. Nothing is changed in a recording. */
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
