import type { Path } from "./path.ts";

/** Which frames of the reference a frame of the recording may be paired with: from `low`, up to and without `high`. */
export interface Band {
  readonly low: Int32Array;
  readonly high: Int32Array;
}

/** A band around the diagonal, so many frames to each side (Sakoe and Chiba, IEEE Transactions on ASSP 26, 1978). */
export function diagonalBand(rows: number, columns: number, reach: number): Band {
  const low = new Int32Array(rows);
  const high = new Int32Array(rows);
  const slope = (columns - 1) / Math.max(1, rows - 1);
  // However steep, each row must touch the next one, or no path would lead from one end to the other.
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
 * A band around a path that was found among frames `factor` times as long, so many frames to each side (Salvador and Chan, "Toward accurate dynamic time
 * warping in linear time and space", Intelligent Data Analysis 11, 2007). It has the whole of what the path pairs with one frame.
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
