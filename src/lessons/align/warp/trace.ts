import type { Band } from "./band.ts";

/** The cell that a cell was reached from, in two bits. */
export const diagonal = 0;
export const nextRow = 1;
export const nextColumn = 2;

// A row begins with a byte of its own.
const cellsOfByte = 4;

/** Extra cells after the end of a row that are read but not used. */
export const spareCells = cellsOfByte - 1;

// Reused: a new array for every path would stay in memory until it is garbage-collected.
let room = new Uint8Array(0);

/** The move that each cell of a band was reached by: two bits per cell. Only the newest trace is valid: all traces use the same memory. */
export class Trace {
  readonly #low: Int32Array;
  /** Of each row, its first byte; then where the last row ends. */
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
