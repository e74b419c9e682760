/** A stretch of a recording that belongs together, a sentence or a paragraph. In seconds. */
export interface Part {
  readonly start: number;
  readonly end: number;
}

// Browsers move to the beginning of a part with an error of a few milliseconds.
const seekErrorSeconds = 0.03;
// What is heard of the silence after a part: the last sound may fade beyond the time that was found for it.
const tailSeconds = 0.25;
// Within so much of its beginning a part counts as just begun: going back then leads to the one before it.
const justBegunSeconds = 1.5;

/** The number of the part that is heard at a time, or was heard last; -1 before the first. The parts are in order. */
export function partAt(parts: readonly Part[], seconds: number): number {
  let [low, high] = [0, parts.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((parts[middle]?.start ?? 0) <= seconds + seekErrorSeconds) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** When a part has been heard whole, in seconds: a little after its end, and never in the next one. */
export function stopOf(parts: readonly Part[], index: number): number {
  const { end = 0 } = parts[index] ?? {};
  const next = parts[index + 1]?.start ?? Number.POSITIVE_INFINITY;
  return end + Math.min(tailSeconds, Math.max(0, (next - end) / 2));
}

/** Where a step back from a time leads: to the beginning of the part, or to the part before it where it has just begun. */
export function partBefore(parts: readonly Part[], seconds: number): number {
  const now = partAt(parts, seconds);
  const hasJustBegun = seconds < (parts[now]?.start ?? 0) + justBegunSeconds;
  return Math.max(0, hasJustBegun ? now - 1 : now);
}

/** Where a step forward from a time leads; the last part has nothing after it. */
export function partAfter(parts: readonly Part[], seconds: number): number {
  return Math.min(parts.length - 1, partAt(parts, seconds) + 1);
}

/** Where to go on another day, in seconds: at the beginning of the part that was being heard. Null where the recording was hardly begun, or is over. */
export function placeToKeep(
  parts: readonly Part[],
  sound: { readonly currentTime: number; readonly ended: boolean },
): number | null {
  const { start = sound.currentTime } = parts[partAt(parts, sound.currentTime)] ?? {};
  return sound.ended || start < 1 ? null : start;
}

/** The place that was kept, or null where it is none in a recording of this length. */
export function placeToGoOn(kept: string | null, durationSeconds: number): number | null {
  const at = Number(kept);
  return at >= 1 && at < durationSeconds - 1 ? at : null;
}
