import type { Band } from "./band.ts";
import { distance, distancesOf } from "./distance.ts";
import type { Path } from "./path.ts";
import { diagonal, nextColumn, nextRow, spareCells, Trace } from "./trace.ts";
import type { Track } from "./track.ts";

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
  /** The sums of the row before, and of this one, which are written. Both are one cell longer, as in `fill`. */
  readonly before: Float64Array;
  readonly now: Float64Array;
  /** Of each cell of this row, its own cost and the move that reaches it most cheaply, which is written. */
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

/** A pair of a frame of the recording and one of the reference. */
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
