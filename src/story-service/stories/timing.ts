import type { World } from "../../shared/world.ts";

/** How far a duration varies either way, so that stories do not finish in lockstep. */
const jitter = 0.2;

/** A duration in whole ms, up to a fifth shorter or longer. */
export function jittered(timeMs: number, world: Pick<World, "random">): number {
  return Math.round(timeMs * (1 - jitter + 2 * jitter * world.random()));
}

/** The longest result of `jittered`. */
export function longest(timeMs: number): number {
  return Math.ceil(timeMs * (1 + jitter));
}
