import { coefficients } from "./signal/features.ts";
import { coarser, type Track } from "./track.ts";

/** Pairs the frames of a recording with those of its reference: the path never goes back in either, and skips no frame. */
export interface Path {
  /** For each frame of the recording, the first and the last frame of the reference paired with it. */
  readonly first: Int32Array;
  readonly last: Int32Array;
  /** For each frame of the recording, the cost of its best pair. */
  readonly costs: Float32Array;
  /** Mean cost per step. */
  readonly cost: number;
  /** Share of the recording's frames where the path runs along the edge of the band. */
  readonly atEdge: number;
}

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

/** A band around a path found at `factor` times lower resolution (Salvador and Chan, Intelligent Data Analysis 11, 2007). */
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

/** Frames merged into one for the first pass: 80 ms. */
export const coarseFactor = 4;

/** The first pass searches a quarter of the length on each side, and at least this many frames: 32 s. */
const leastReach = 400;

/** The first pass stores two bits per pair: 12 MB. From a quarter of an hour on this narrows its search, in an hour to 40 s on each side. */
const mostPairs = 48_000_000;

/** The second pass searches this many frames on each side of the first pass's path: 3 s. */
const fineReach = 150;

function coarsePath(recording: Track, reference: Track): Path {
  const rows = recording.frames;
  const columns = reference.frames;
  const reach = Math.min(Math.max(leastReach, Math.ceil(columns / 4)), Math.floor(mostPairs / rows / 2));
  return warp(recording, reference, diagonalBand(rows, columns, reach));
}

/** The path in two passes of increasing resolution (Müller, Mattes and Kurth, ISMIR 2006). */
export function twoPassPath(
  recording: Track,
  reference: Track,
): { readonly coarse: Path; readonly fine: Path } {
  const coarse = coarsePath(coarser(recording, coarseFactor), coarser(reference, coarseFactor));
  const size = { rows: recording.frames, columns: reference.frames };
  const fine = warp(
    recording,
    reference,
    bandAlong(coarse, size, { factor: coarseFactor, reach: fineReach }),
  );
  return { coarse, fine };
}

// Extra cost of a step along one axis: keeping the pace is likelier than stalling. Small enough that a pause costs no more than a few words.
const detour = 0.1;

/**
 * The cheapest path through a band (dynamic time warping; Sakoe and Chiba, "Dynamic programming algorithm optimization for spoken word recognition",
 * 1978, their symmetric form without a slope limit, since pauses can have any length). Rows are the recording's frames, columns the reference's. Keeps
 * only two rows of costs and two bits per cell. `freeEnd`: the path may end before the last column or the last row, wherever that is cheapest.
 */
export function warp(recording: Track, reference: Track, band: Band, { freeEnd = false } = {}): Path {
  const trace = new Trace(band);
  const end = fill(recording, reference, { band, trace, freeEnd });
  return follow(recording, reference, { band, trace, end });
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
  const costs = new Float64Array(columns);
  const moves = new Uint8Array(columns + spareCells);
  const best = { row: rows - 1, column: columns - 1, mean: Number.POSITIVE_INFINITY };
  const { low, high } = band;
  before[0] = 0;
  for (let row = 0; row < rows; row++) {
    const from = low[row] as number;
    const to = high[row] as number;
    now[from] = Number.POSITIVE_INFINITY;
    distancesOf(recording, row, { to: reference, from, until: to, into: costs });
    fillRow({ before, now, costs, moves, from, to });
    trace.keep(row, moves);
    if (freeEnd) seeEnd(best, now, { row, from, to, rows, columns });
    // Cells that the next row may read and this row did not reach.
    const next = row + 1 < rows ? (high[row + 1] as number) : to;
    for (let column = to + 1; column <= next; column++) now[column] = Number.POSITIVE_INFINITY;
    [before, now] = [now, before];
    if (row === 0) now[0] = Number.POSITIVE_INFINITY;
  }
  return best;
}

interface RowCells {
  /** The sums of the previous row, and of this row, which are written. Both are one cell longer, as in `fill`. */
  readonly before: Float64Array;
  readonly now: Float64Array;
  /** For each cell of this row, its own cost, and the move that reaches it most cheaply, which is written. */
  readonly costs: Float64Array;
  readonly moves: Uint8Array;
  readonly from: number;
  readonly to: number;
}

function fillRow({ before, now, costs, moves, from, to }: RowCells): void {
  let left = now[from] as number;
  let corner = before[from] as number;
  for (let column = from; column < to; column++) {
    const cost = costs[column] as number;
    const above = before[column + 1] as number;
    const down = above + cost + detour;
    const along = left + cost + detour;
    let least = corner + diagonalWeight * cost;
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
    moves[column] = move;
    left = least;
    corner = above;
  }
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

/** A step along one axis covers half as much as a diagonal step. */
const diagonalWeight = 2;

interface Cell {
  readonly row: number;
  readonly column: number;
}

/** The path that leads to a cell, followed back to its beginning. */
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
    const cost = distance(recording, row, reference, column);
    if (cost < (costs[row] as number)) costs[row] = cost;
    const isStart = row === 0 && column === 0;
    const move = isStart ? diagonal : trace.at(row, column);
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

/** The move by which a cell was reached, in two bits. */
const diagonal = 0;
const nextRow = 1;
const nextColumn = 2;

// Each row begins with a new byte.
const cellsOfByte = 4;

/** Extra cells after the end of a row that are read but not used. */
const spareCells = cellsOfByte - 1;

// Reused: a new array for every path would stay in memory until it is garbage-collected.
let room = new Uint8Array(0);

/** The move that each cell of a band was reached by: two bits per cell. Only the newest trace is valid: all traces use the same memory. */
class Trace {
  readonly #low: Int32Array;
  /** The index of each row's first byte, and last, the index after the last row. */
  readonly #starts: Int32Array;
  readonly #bytes: Uint8Array;

  constructor({ low, high }: Band) {
    this.#low = low;
    this.#starts = new Int32Array(low.length + 1);
    let bytes = 0;
    for (let row = 0; row < low.length; row++) {
      bytes += Math.ceil(((high[row] as number) - (low[row] as number)) / cellsOfByte);
      this.#starts[row + 1] = bytes;
    }
    if (bytes > room.length) room = new Uint8Array(bytes);
    this.#bytes = room;
  }

  /** Keeps the moves, from 0 to 3, of all cells of a row: `moves` has them by column, and room for `spareCells` more. */
  keep(row: number, moves: Uint8Array): void {
    const bytes = this.#bytes;
    const end = this.#starts[row + 1] as number;
    let at = this.#low[row] as number;
    for (let byte = this.#starts[row] as number; byte < end; byte++) {
      bytes[byte] =
        (moves[at] as number) |
        ((moves[at + 1] as number) << 2) |
        ((moves[at + 2] as number) << 4) |
        ((moves[at + 3] as number) << 6);
      at += cellsOfByte;
    }
  }

  at(row: number, column: number): number {
    const cell = column - (this.#low[row] as number);
    const byte = (this.#starts[row] as number) + Math.floor(cell / cellsOfByte);
    return ((this.#bytes[byte] as number) >> ((cell % cellsOfByte) * 2)) & 3;
  }
}

/** The frames of another track to which a frame's distances are needed: from `from` up to, not including, `until`. */
interface Stretch {
  readonly to: Track;
  readonly from: number;
  readonly until: number;
  /** Receives the distance to each frame, at that frame's index. */
  readonly into: Float64Array;
}

/** The distances between a frame and a stretch of another track. Unrolled: nearly all of the time that warping takes is spent here. */
function distancesOf({ values: a }: Track, frame: number, { to, from, until, into }: Stretch): void {
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

function distance(a: Track, i: number, b: Track, j: number): number {
  let squares = 0;
  for (let k = 0; k < coefficients; k++) {
    const difference =
      (a.values[i * coefficients + k] as number) - (b.values[j * coefficients + k] as number);
    squares += difference * difference;
  }
  return Math.sqrt(squares);
}
