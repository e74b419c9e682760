import { machineMoves } from "./machine-moves.ts";
import { personMoves } from "./person-moves.ts";
import type { ModelState, World } from "./state.ts";
import { worldMoves } from "./world-moves.ts";

/** One thing that may happen next, in words, and what it leads to. */
export interface Move {
  readonly says: string;
  readonly next: ModelState;
}

/** Everything that may happen next. */
export function movesOf(state: ModelState, world: World): Move[] {
  return [...machineMoves(state, world), ...personMoves(state, world), ...worldMoves(state, world)];
}
