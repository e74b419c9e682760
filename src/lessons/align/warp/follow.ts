import type { Band } from "./band.ts";
import { distance } from "./distance.ts";
import type { Path } from "./path.ts";
import { diagonal, nextColumn, nextRow, type Trace } from "./trace.ts";
import type { Track } from "./track.ts";

/** A step along one axis covers half as much as a diagonal step. */
export const diagonalWeight = 2;

/** A pair of a frame of the recording and one of the reference. */
export interface Cell {
  readonly row: number;
  readonly column: number;
}

/** The path that leads to a cell, followed back to its beginning. */
export function follow(
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
