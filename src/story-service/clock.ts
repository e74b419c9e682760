import type { World } from "../shared/world.ts";

/** The service's time in whole ms since 1970, used for accounts, cap months and `createdAt`. */
export type Clock = () => number;

/** Starts at the configured instant and advances with the monotonic clock; without one it is the real time. */
export function serviceClock(world: Pick<World, "now" | "monotonic">, startsAt: number | null): Clock {
  if (startsAt === null) return () => Math.floor(world.now());
  const started = world.monotonic();
  return () => Math.floor(startsAt + world.monotonic() - started);
}

/** The UTC calendar month, such as `2026-01`, for caps (interface 5.3). */
export function monthOf(at: number): string {
  return new Date(at).toISOString().slice(0, 7);
}

/** The UTC day, such as `2026-01-31`, for the free budget (part 8). */
export function dayOf(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}

const dayMs = 86_400_000;

/** Milliseconds until the next midnight UTC. */
export function untilMidnight(at: number): number {
  return dayMs - (at % dayMs);
}
