import type { Contents, Lesson } from "./contents.ts";
import type { SoundFormat } from "./course.ts";

/** Whether a file may contain sound: the course requests one of these kinds, and one of its lessons has a recording. */
export function mayHoldSound(
  formats: readonly SoundFormat[],
  lessons: readonly Lesson[],
  { soundIn }: Contents,
): boolean {
  return (
    formats.some((format) => soundIn.has(format)) &&
    lessons.some(({ book }) => book !== null && book.sound !== null)
  );
}
