/** The next slower or faster speed in a list; at the end of the list, the last speed. */
export function speedBeside(speeds: readonly number[], speed: number, step: 1 | -1): number {
  const sorted = [...speeds].sort((a, b) => (a - b) * step);
  return sorted.find((each) => (each - speed) * step > 0) ?? sorted[sorted.length - 1] ?? speed;
}

/** Formats a time as `3:07` or `1:02:03`. */
export function clockOf(seconds: number): string {
  const whole = Math.floor(Number.isFinite(seconds) ? Math.max(0, seconds) : 0);
  const two = (number: number): string => String(number).padStart(2, "0");
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60];
  return hours > 0 ? `${hours}:${two(minutes)}:${two(whole % 60)}` : `${minutes}:${two(whole % 60)}`;
}
