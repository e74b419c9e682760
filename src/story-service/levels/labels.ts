/** The highest label of the app (interface 2.6). */
const highest = 10.9;
/** The highest beginner label: 0.6 to 0.9 do not exist. */
const highestBeginner = 0.5;

type Level = string | number;

/** A level as a number, for comparisons. */
export function estimateOf(level: Level): number {
  return typeof level === "number" ? level : Number(level);
}

/**
 * The app's label for a saved level. A label stays as it is; a raw estimate is rounded down to the nearest label, so that it never exceeds what was
 * measured.
 */
export function labelOf(level: Level): string {
  if (typeof level === "string") return level;
  // 2.3 * 10 may give 22.999999999999996.
  const tenths = Math.floor(Math.min(level, highest) * 10 + 1e-6) / 10;
  return (tenths > highestBeginner && tenths < 1 ? highestBeginner : tenths).toFixed(1);
}
