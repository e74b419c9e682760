import process from "node:process";

/**
 * Tests that try every place where something can go wrong go through an evenly spread share of them, or through all with
 * `npm run test:every` (`vitest run --mode every`). A share of 3 is every third place.
 */
export function shareOf(share: number): number {
  return process.env.EVERY_PLACE === "1" ? 1 : share;
}

/** Every third, say, of a list, or all of it. */
export function spread<T>(all: readonly T[], share: number): readonly T[] {
  const step = shareOf(share);
  return all.filter((_, index) => index % step === 0);
}
