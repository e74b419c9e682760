import type { QueuedLesson } from "../../documents.ts";

/** The next lesson after one that waits for approval, going round; the same one if no other waits. Null: there are no lessons. Pure. */
export function nextToReview(lessons: readonly QueuedLesson[], job: string | null): string | null {
  const at = lessons.findIndex((one) => one.job === job);
  const after = [...lessons.slice(at + 1), ...lessons.slice(0, at + 1)];
  return (after.find(({ status }) => status.kind === "waiting") ?? lessons[Math.max(0, at)])?.job ?? null;
}

/** The lesson `by` places further in the queue; null if that is where the person is already. Pure. */
export function stepFrom(lessons: readonly QueuedLesson[], job: string | null, by: number): string | null {
  const at = lessons.findIndex((one) => one.job === job);
  const next = lessons[Math.min(lessons.length - 1, Math.max(0, at + by))]?.job ?? null;
  return next === job ? null : next;
}
