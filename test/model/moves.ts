import { machineMoves } from "./machine-moves.ts";
import { personMoves } from "./person-moves.ts";
import type { ModelState, World } from "./state.ts";
import { worldMoves } from "./world-moves.ts";

/** A possible next move, in words, and the state after it. */
export interface Move {
  readonly says: string;
  readonly next: ModelState;
}

/** All possible next moves. */
export function movesOf(state: ModelState, world: World): Move[] {
  return [...machineMoves(state, world), ...personMoves(state, world), ...worldMoves(state, world)];
}
