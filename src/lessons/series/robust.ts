import { median } from "../align/duration-ratios.ts";

/** A value that is far from the median (`usual`) of its group. */
export interface Outlier {
  readonly value: number;
  readonly usual: number;
}

/** Fewer values have no meaningful median. */
const fewest = 3;

/**
 * Values farther from the median than this many median absolute deviations are no chance; the factor scales those to standard deviations.
 */
const deviations = 4;
const toStandardDeviation = 1.4826;

/** Finds the values that are outliers by their group's own spread and by `isFar`. Null for the other values, and for unknown ones. */
export function outliersIn(
  values: readonly (number | null)[],
  isFar: (value: number, usual: number) => boolean,
): (Outlier | null)[] {
  const known = values.filter((value) => value !== null);
  if (known.length < fewest) return values.map(() => null);
  const usual = median(known);
  const spread = toStandardDeviation * median(known.map((value) => Math.abs(value - usual)));
  return values.map((value) =>
    value !== null && Math.abs(value - usual) > deviations * spread && isFar(value, usual)
      ? { value, usual }
      : null,
  );
}

/** The relative difference of two values: half and double are both 1. */
export function distance(value: number, usual: number): number {
  const [less, more] = [Math.min(value, usual), Math.max(value, usual)];
  return less <= 0 ? (more <= 0 ? 0 : Number.POSITIVE_INFINITY) : more / less - 1;
}
