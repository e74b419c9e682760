import type { Path } from "./path.ts";

/** The frames of the reference that a frame of the recording may be paired with: from `low` up to, not including, `high`. */
export interface Band {
  readonly low: Int32Array;
  readonly high: Int32Array;
}

/** A band around the diagonal, `reach` frames wide on each side (Sakoe and Chiba, IEEE Transactions on ASSP 26, 1978). */
export function diagonalBand(rows: number, columns: number, reach: number): Band {
  const low = new Int32Array(rows);
  const high = new Int32Array(rows);
  const slope = (columns - 1) / Math.max(1, rows - 1);
  // However steep the slope, neighbouring rows must touch, or no path could connect the ends.
  const connected = Math.max(reach, Math.ceil(slope));
  for (let row = 0; row < rows; row++) {
    const middle = Math.round(row * slope);
    low[row] = Math.max(0, middle - connected);
    high[row] = Math.min(columns, middle + connected + 1);
  }
  high[rows - 1] = columns;
  return { low, high };
}

/**
 * A band around a path found at `factor` times lower resolution, widened on each side (Salvador and Chan, "Toward accurate dynamic time
 * warping in linear time and space", Intelligent Data Analysis 11, 2007). The band covers every pair of frames on the path.
 */
export function bandAlong(
  path: Path,
  size: { rows: number; columns: number },
  { factor, reach }: { factor: number; reach: number },
): Band {
  const { rows, columns } = size;
  const low = new Int32Array(rows);
  const high = new Int32Array(rows);
  for (let row = 0; row < rows; row++) {
    const coarse = Math.min(path.first.length - 1, Math.floor(row / factor));
    low[row] = Math.max(0, (path.first[coarse] as number) * factor - reach);
    high[row] = Math.min(columns, ((path.last[coarse] as number) + 1) * factor + reach);
  }
  high[rows - 1] = columns;
  low[0] = 0;
  return { low, high };
}
