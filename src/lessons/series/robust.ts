import { median } from "../align/duration-ratios.ts";

/** A value that lies far from the others', and their middle. */
export interface Outlier {
  readonly value: number;
  readonly usual: number;
}

/** With fewer values nobody can say what is usual. */
const fewest = 3;

/** Farther from the middle than so many median deviations, scaled to a normal spread, nothing comes by chance. */
const deviations = 4;
const ofNormalSpread = 1.4826;

/** For each value, itself beside the middle where `isFar` says so and the values' own spread does not explain it. Null stands for unknown. */
export function outliersIn(
  values: readonly (number | null)[],
  isFar: (value: number, usual: number) => boolean,
): (Outlier | null)[] {
  const known = values.filter((value) => value !== null);
  if (known.length < fewest) return values.map(() => null);
  const usual = median(known);
  const spread = ofNormalSpread * median(known.map((value) => Math.abs(value - usual)));
  return values.map((value) =>
    value !== null && Math.abs(value - usual) > deviations * spread && isFar(value, usual)
      ? { value, usual }
      : null,
  );
}

/** How much more, or less, a value is than another, as a share: a half of it and twice it are both 1 away. */
export function distance(value: number, usual: number): number {
  const [less, more] = [Math.min(value, usual), Math.max(value, usual)];
  return less <= 0 ? (more <= 0 ? 0 : Number.POSITIVE_INFINITY) : more / less - 1;
}
