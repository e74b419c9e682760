import type { World } from "../../shared/world.ts";

/** How far a time may be off either way, so that stories do not end in step. */
const jitter = 0.2;

/** A time in whole ms, up to a fifth shorter or longer. */
export function jittered(timeMs: number, world: Pick<World, "random">): number {
  return Math.round(timeMs * (1 - jitter + 2 * jitter * world.random()));
}

/** The longest that `jittered` gives. */
export function longest(timeMs: number): number {
  return Math.ceil(timeMs * (1 + jitter));
}
