import { coefficients } from "../signal/features.ts";
import type { Track } from "./track.ts";

/** Where the distances of a frame are needed: to the frames of another track, from one up to, not including, another. */
interface Stretch {
  readonly to: Track;
  readonly from: number;
  readonly until: number;
  /** Gets the distance to each frame, under its number. */
  readonly into: Float64Array;
}

/**
 * The Euclidean distances between a frame and each frame of a stretch of another track. Unrolled: nearly all of the time that warping takes is spent
 * here.
 */
export function distancesOf({ values: a }: Track, frame: number, { to, from, until, into }: Stretch): void {
  const b = to.values;
  const i = frame * coefficients;
  const a0 = a[i] as number;
  const a1 = a[i + 1] as number;
  const a2 = a[i + 2] as number;
  const a3 = a[i + 3] as number;
  const a4 = a[i + 4] as number;
  const a5 = a[i + 5] as number;
  const a6 = a[i + 6] as number;
  const a7 = a[i + 7] as number;
  const a8 = a[i + 8] as number;
  const a9 = a[i + 9] as number;
  const a10 = a[i + 10] as number;
  const a11 = a[i + 11] as number;
  const a12 = a[i + 12] as number;
  for (let column = from, j = from * coefficients; column < until; column++, j += coefficients) {
    const d0 = a0 - (b[j] as number);
    const d1 = a1 - (b[j + 1] as number);
    const d2 = a2 - (b[j + 2] as number);
    const d3 = a3 - (b[j + 3] as number);
    const d4 = a4 - (b[j + 4] as number);
    const d5 = a5 - (b[j + 5] as number);
    const d6 = a6 - (b[j + 6] as number);
    const d7 = a7 - (b[j + 7] as number);
    const d8 = a8 - (b[j + 8] as number);
    const d9 = a9 - (b[j + 9] as number);
    const d10 = a10 - (b[j + 10] as number);
    const d11 = a11 - (b[j + 11] as number);
    const d12 = a12 - (b[j + 12] as number);
    const first = d0 * d0 + d1 * d1 + d2 * d2 + d3 * d3;
    const second = d4 * d4 + d5 * d5 + d6 * d6 + d7 * d7;
    const third = d8 * d8 + d9 * d9 + d10 * d10 + d11 * d11 + d12 * d12;
    into[column] = Math.sqrt(first + second + third);
  }
}

/** The Euclidean distance between two frames. */
export function distance(a: Track, i: number, b: Track, j: number): number {
  let squares = 0;
  for (let k = 0; k < coefficients; k++) {
    const difference =
      (a.values[i * coefficients + k] as number) - (b.values[j * coefficients + k] as number);
    squares += difference * difference;
  }
  return Math.sqrt(squares);
}
