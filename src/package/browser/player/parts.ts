/** A sentence or paragraph in a recording. In seconds. */
export interface Part {
  readonly start: number;
  readonly end: number;
}

// Browsers seek with an error of a few milliseconds.
const seekErrorSeconds = 0.03;
// How much of the silence after a part is played: the last sound may fade beyond its measured end.
const tailSeconds = 0.25;
// Going back this soon after the start of a part leads to the part before it.
const justBegunSeconds = 1.5;

/** The index of the part that is heard at a given time, or of the last part before that time; -1 before the first part. Parts must be in order. */
export function partAt(parts: readonly Part[], seconds: number): number {
  let [low, high] = [0, parts.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((parts[middle]?.start ?? 0) <= seconds + seekErrorSeconds) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** When to stop after a part: a little after its end, but never inside the next part. */
export function stopOf(parts: readonly Part[], index: number): number {
  const { end = 0 } = parts[index] ?? {};
  const next = parts[index + 1]?.start ?? Number.POSITIVE_INFINITY;
  return end + Math.min(tailSeconds, Math.max(0, (next - end) / 2));
}

/** The target of a step back: the start of the current part, or of the previous part if the current one has just begun. */
export function partBefore(parts: readonly Part[], seconds: number): number {
  const now = partAt(parts, seconds);
  const hasJustBegun = seconds < (parts[now]?.start ?? 0) + justBegunSeconds;
  return Math.max(0, hasJustBegun ? now - 1 : now);
}

/** The target of a step forward. At the last part, the target is that part itself. */
export function partAfter(parts: readonly Part[], seconds: number): number {
  return Math.min(parts.length - 1, partAt(parts, seconds) + 1);
}

/** Where to resume later: the start of the current part. Null if the recording has hardly begun, or is over. */
export function placeToKeep(
  parts: readonly Part[],
  sound: { readonly currentTime: number; readonly ended: boolean },
): number | null {
  const { start = sound.currentTime } = parts[partAt(parts, sound.currentTime)] ?? {};
  return sound.ended || start < 1 ? null : start;
}

/** Parses a stored place; null if it is not within the recording. */
export function placeToGoOn(kept: string | null, durationSeconds: number): number | null {
  const at = Number(kept);
  return at >= 1 && at < durationSeconds - 1 ? at : null;
}
