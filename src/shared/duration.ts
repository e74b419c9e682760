const unitMs = { ms: 1, s: 1_000, min: 60_000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;

/** A rate such as 60 calls per minute. */
export interface Rate {
  readonly count: number;
  readonly windowMs: number;
}

const part = String.raw`\d{1,9}(?:\.\d{1,3})?\s?(?:ms|s|min|m|h|d)`;
const wholeDuration = new RegExp(String.raw`^${part}(?:\s?${part})*$`);
const durationPart = /([\d.]+)\s?(ms|s|min|m|h|d)/g;

/**
 * Parses `1500ms`, `20s`, `15m`, `2h`, `1d`, `1.5h`, and sequences as `formatDuration` writes them, such as `1h30m` or `3 min 20 s`, largest unit
 * first. Returns milliseconds, or `null` for anything else.
 */
export function parseDuration(text: string): number | null {
  const written = text.trim();
  if (!wholeDuration.test(written)) return null;
  let ms = 0;
  let before = Number.POSITIVE_INFINITY;
  for (const [, count, unit] of written.matchAll(durationPart)) {
    const ofUnit = unitMs[unit as keyof typeof unitMs];
    if (ofUnit >= before) return null;
    before = ofUnit;
    ms += Number(count) * ofUnit;
  }
  const whole = Math.round(ms);
  return Number.isSafeInteger(whole) ? whole : null;
}

/** No service allows more. A larger count or window is probably a typo, and would give forecasts without a date. */
const countMost = 1_000_000;
const windowMostMs = 31 * unitMs.d;

/** The limits of `parseRate`, in words for people. */
export const rateMost = "the count at most 1000000 and the duration at most 31d";

/** Parses `60/1m` as a rate; `null` for anything else. Count and window are at least 1 and within `rateMost`. */
export function parseRate(text: string): Rate | null {
  const match = /^(\d{1,9})\/(.+)$/.exec(text.trim());
  if (match === null) return null;
  const count = Number(match[1]);
  const windowMs = parseDuration(match[2] ?? "");
  if (windowMs === null || windowMs < 1 || windowMs > windowMostMs) return null;
  return count < 1 || count > countMost ? null : { count, windowMs };
}

/** A rate as `parseRate` reads it: `60/1m`. */
export function formatRate({ count, windowMs }: Rate): string {
  return `${count}/${shortDuration(windowMs)}`;
}

/** A duration as a person would type it: `500ms`, `20s`, `2m`, `2h`. `parseDuration` reads it. */
export function shortDuration(ms: number): string {
  const unit = (["h", "m", "s"] as const).find((one) => ms >= unitMs[one] && ms % unitMs[one] === 0) ?? "ms";
  return `${ms / unitMs[unit]}${unit}`;
}

/** Up to two days, hours are easier to read. */
const daysFromHours = 48;

/** A duration for people, in its two largest units: `42 s`, `3 min 20 s`, `2 h 5 min`, `3 d 4 h`. */
export function formatDuration(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1000));
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return seconds % 60 === 0 ? `${minutes} min` : `${minutes} min ${seconds % 60} s`;
  const hours = Math.floor(minutes / 60);
  if (hours < daysFromHours) return minutes % 60 === 0 ? `${hours} h` : `${hours} h ${minutes % 60} min`;
  return hours % 24 === 0 ? `${hours / 24} d` : `${Math.floor(hours / 24)} d ${hours % 24} h`;
}
