import { loudnessMs } from "../align/signal/features.ts";

/** Shops measure the noise between words in stretches of half a second; a shorter one could lie within a stop consonant. */
const floorMs = 500;

/** The level of digital silence, whose logarithm would be infinite. */
const silenceDb = -100;

/** A mean square as a level in dB of full scale (RMS). */
export function decibels(power: number): number {
  return Math.max(silenceDb, 10 * Math.log10(power + 1e-10));
}

/** The level of the quietest half second: the noise floor of a recording with pauses. `levels`: in dB, one for every 10 ms. */
export function quietestLevel(levels: readonly number[]): number {
  const powers = levels.map((level) => 10 ** (level / 10));
  const length = Math.min(powers.length, floorMs / loudnessMs);
  let sum = powers.slice(0, length).reduce((all, one) => all + one, 0);
  let least = sum;
  for (let at = length; at < powers.length; at++) {
    sum += (powers[at] as number) - (powers[at - length] as number);
    least = Math.min(least, sum);
  }
  return decibels(Math.max(0, least) / Math.max(1, length));
}
