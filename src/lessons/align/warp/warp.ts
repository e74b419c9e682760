import { coefficients } from "../signal/mel.ts";
import type { Band } from "./band.ts";
import type { Path } from "./path.ts";
import type { Track } from "./track.ts";

// The cell that a cell was reached from, in two bits.
const diagonal = 0;
const nextRow = 1;
const nextColumn = 2;

// A step along one axis covers half as much as a diagonal step.
const diagonalWeight = 2;

// Extra cost of a step along one axis: keeping the pace is likelier than stalling. Small enough that a pause costs no more than a few
// words.
const detour = 0.1;

/**
 * The cheapest path through a band (dynamic time warping; Sakoe and Chiba, "Dynamic programming algorithm optimization for spoken word
 * recognition", 1978, their symmetric form without a slope limit, since pauses have any length). Rows are the recording's frames, columns
 * the reference's. Keeps only two rows of costs and two bits per cell. `freeEnd`: the path may end before the last column or the last row,
 * wherever that is cheapest.
 */
export function warp(recording: Track, reference: Track, band: Band, { freeEnd = false } = {}): Path {
  const trace = new Trace(band);
  const end = fill(recording, reference, { band, trace, freeEnd });
  return follow(recording, reference, { band, trace, end });
}

interface Cell {
  readonly row: number;
  readonly column: number;
}

function fill(
  recording: Track,
  reference: Track,
  { band, trace, freeEnd }: { band: Band; trace: Trace; freeEnd: boolean },
): Cell {
  const rows = recording.frames;
  const columns = reference.frames;
  // Infinity marks cells outside the band; index 0 stands for the column before the first.
  let before = new Float64Array(columns + 1).fill(Number.POSITIVE_INFINITY);
  let now = new Float64Array(columns + 1).fill(Number.POSITIVE_INFINITY);
  const best = { row: rows - 1, column: columns - 1, mean: Number.POSITIVE_INFINITY };
  const { low, high } = band;
  before[0] = 0;
  for (let row = 0; row < rows; row++) {
    const from = low[row] as number;
    const to = high[row] as number;
    now[from] = Number.POSITIVE_INFINITY;
    let offset = trace.offsetOf(row);
    for (let column = from; column < to; column++) {
      const cost = distance(recording.values, row * coefficients, reference.values, column * coefficients);
      const both = (before[column] as number) + diagonalWeight * cost;
      const down = (before[column + 1] as number) + cost + detour;
      const along = (now[column] as number) + cost + detour;
      let least = both;
      let move = diagonal;
      if (down < least) {
        least = down;
        move = nextRow;
      }
      if (along < least) {
        least = along;
        move = nextColumn;
      }
      now[column + 1] = least;
      trace.set(offset++, move);
    }
    if (freeEnd) seeEnd(best, now, { row, from, to, rows, columns });
    // Cells that the next row may read and this row did not reach.
    const next = row + 1 < rows ? (high[row + 1] as number) : to;
    for (let column = to + 1; column <= next; column++) now[column] = Number.POSITIVE_INFINITY;
    [before, now] = [now, before];
    if (row === 0) now[0] = Number.POSITIVE_INFINITY;
  }
  return best;
}

interface Row {
  readonly row: number;
  readonly from: number;
  readonly to: number;
  readonly rows: number;
  readonly columns: number;
}

/** Records the cheapest end so far, by mean cost. */
function seeEnd(
  best: { row: number; column: number; mean: number },
  sums: Float64Array,
  { row, from, to, rows, columns }: Row,
): void {
  const isLast = row === rows - 1;
  for (let column = isLast ? from : Math.max(from, columns - 1); column < to; column++) {
    const mean = (sums[column + 1] as number) / (row + column + 2);
    if (mean < best.mean) Object.assign(best, { row, column, mean });
  }
}

function follow(
  recording: Track,
  reference: Track,
  { band, trace, end }: { band: Band; trace: Trace; end: Cell },
): Path {
  const first = new Int32Array(recording.frames).fill(end.column);
  const last = new Int32Array(recording.frames).fill(end.column);
  const costs = new Float32Array(recording.frames).fill(Number.POSITIVE_INFINITY);
  let { row, column } = end;
  let sum = 0;
  let steps = 0;
  let edges = 0;
  last[row] = column;
  for (;;) {
    if (row < 0 || column < 0) throw new Error("the band has no path from end to end");
    const cost = distance(recording.values, row * coefficients, reference.values, column * coefficients);
    if (cost < (costs[row] as number)) costs[row] = cost;
    const isStart = row === 0 && column === 0;
    const move = isStart ? diagonal : trace.get(trace.offsetOf(row) + column - (band.low[row] as number));
    sum += move === diagonal ? diagonalWeight * cost : cost;
    steps += move === diagonal ? 2 : 1;
    first[row] = column;
    if (isStart) break;
    if (move !== nextRow) column -= 1;
    if (move === nextColumn) continue;
    if (isAtEdge(band, { row, column }, reference.frames)) edges += 1;
    row -= 1;
    last[row] = column;
  }
  return { first, last, costs, cost: sum / steps, atEdge: edges / recording.frames };
}

// The ends of the reference do not count as edges of the band.
function isAtEdge({ low, high }: Band, { row, column }: Cell, columns: number): boolean {
  const from = low[row] as number;
  const to = high[row] as number;
  return (from > 0 && column <= from + 1) || (to < columns && column >= to - 2);
}

/** The distance between two frames. Unrolled: nearly all of the time is spent here. */
function distance(a: Float32Array, i: number, b: Float32Array, j: number): number {
  const d0 = (a[i] as number) - (b[j] as number);
  const d1 = (a[i + 1] as number) - (b[j + 1] as number);
  const d2 = (a[i + 2] as number) - (b[j + 2] as number);
  const d3 = (a[i + 3] as number) - (b[j + 3] as number);
  const d4 = (a[i + 4] as number) - (b[j + 4] as number);
  const d5 = (a[i + 5] as number) - (b[j + 5] as number);
  const d6 = (a[i + 6] as number) - (b[j + 6] as number);
  const d7 = (a[i + 7] as number) - (b[j + 7] as number);
  const d8 = (a[i + 8] as number) - (b[j + 8] as number);
  const d9 = (a[i + 9] as number) - (b[j + 9] as number);
  const d10 = (a[i + 10] as number) - (b[j + 10] as number);
  const d11 = (a[i + 11] as number) - (b[j + 11] as number);
  const d12 = (a[i + 12] as number) - (b[j + 12] as number);
  return Math.sqrt(
    d0 * d0 +
      d1 * d1 +
      d2 * d2 +
      d3 * d3 +
      d4 * d4 +
      d5 * d5 +
      d6 * d6 +
      d7 * d7 +
      d8 * d8 +
      d9 * d9 +
      d10 * d10 +
      d11 * d11 +
      d12 * d12,
  );
}

/** The way back: two bits per cell, for cells in the band only. */
class Trace {
  readonly #starts: Float64Array;
  readonly #bits: Uint8Array;

  constructor({ low, high }: Band) {
    this.#starts = new Float64Array(low.length);
    let cells = 0;
    for (let row = 0; row < low.length; row++) {
      this.#starts[row] = cells;
      cells += (high[row] as number) - (low[row] as number);
    }
    this.#bits = new Uint8Array(Math.ceil(cells / 4));
  }

  offsetOf(row: number): number {
    return this.#starts[row] as number;
  }

  set(offset: number, move: number): void {
    const at = Math.floor(offset / 4);
    this.#bits[at] = (this.#bits[at] as number) | (move << ((offset % 4) * 2));
  }

  get(offset: number): number {
    return ((this.#bits[Math.floor(offset / 4)] as number) >> ((offset % 4) * 2)) & 3;
  }
}
