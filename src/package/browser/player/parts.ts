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

/** The index of the part that is heard at a given time, or of the last part before that time; -1 before the first part. */
export function partAt(parts: readonly Part[], seconds: number): number {
  return parts.filter(({ start }) => start <= seconds + seekErrorSeconds).length - 1;
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

/** The target of a step forward; at the last part, that part itself. */
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

const shortestPauseSeconds = 1.5;
// Learners need time to begin, and speak more slowly than the voice.
const readySeconds = 0.6;
const slowness = 1.2;

/** How long a learner needs to say a part played at this speed, in seconds. */
export function pauseFor({ start, end }: Part, speed: number): number {
  return Math.max(shortestPauseSeconds, readySeconds + (slowness * (end - start)) / speed);
}

/** The part after a part, and the pause before it in seconds; null if the sound just continues. Both modes of practice can be combined. */
export function stepAfter(
  parts: readonly Part[],
  index: number,
  { repeat, shadow, speed }: { readonly repeat: boolean; readonly shadow: boolean; readonly speed: number },
): { readonly next: number; readonly pause: number } | null {
  const part = parts[index];
  const next = repeat ? index : index + 1;
  if (part === undefined || !(repeat || shadow) || next >= parts.length) return null;
  return { next, pause: shadow ? pauseFor(part, speed) : 0 };
}

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

const actions = [
  [" ", "play"],
  ["arrowleft", "before"],
  ["arrowright", "after"],
  ["l", "again"],
  ["r", "repeat"],
  ["p", "shadow"],
  ["-", "slower"],
  ["+", "faster"],
  ["?", "help"],
  ["\u061f", "help"],
] as const;

export type Action = (typeof actions)[number][1];

export interface Pressed {
  readonly key: string;
  /** The physical key, for keyboards of other scripts. */
  readonly code: string;
  readonly ctrlKey: boolean;
  readonly altKey: boolean;
  readonly metaKey: boolean;
  readonly shiftKey: boolean;
}

/** The action of a key; null if it has none, or if the browser or the focused control, such as `input:range`, handles the key. */
export function actionOf(
  { key, code, ctrlKey, altKey, metaKey, shiftKey }: Pressed,
  focused: string,
): Action | null {
  if (ctrlKey || altKey || metaKey || takes(focused, key)) return null;
  if (shiftKey && key.startsWith("Arrow")) return null;
  const isOtherLetter = /^[\p{L}\p{M}]$/u.test(key) && !/^[a-z]$/i.test(key);
  const name = (isOtherLetter ? code.replace("Key", "") : key).toLowerCase();
  return actions.find(([of]) => of === name)?.[1] ?? null;
}

function takes(focused: string, key: string): boolean {
  if (["select", "textarea", "audio"].includes(focused)) return true;
  if (["button", "summary", "input:checkbox"].includes(focused)) return key === " ";
  return focused === "input:range" ? key.startsWith("Arrow") : focused.startsWith("input");
}

// The share of the view above a part that was scrolled to, so that some lines before it remain visible.
const lead = 0.2;

/** How far to scroll to a box, in pixels; 0 if the box is in view. If it is taller than the view, brings its beginning into view. */
export function scrollDistance(
  box: { readonly top: number; readonly bottom: number },
  view: { readonly top: number; readonly bottom: number },
): number {
  if (box.top >= view.top && box.bottom <= view.bottom) return 0;
  const height = view.bottom - view.top;
  const space = Math.max(0, Math.min(height * lead, height - (box.bottom - box.top)));
  return box.top - view.top - space;
}
