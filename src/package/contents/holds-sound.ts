import type { Contents, Lesson } from "./contents.ts";
import type { SoundFormat } from "./course.ts";

/** Whether a file of a format holds recordings: the course asks for that, and one of its lessons has one. */
export function holdsSound(format: SoundFormat, lessons: readonly Lesson[], { soundIn }: Contents): boolean {
  return soundIn.has(format) && lessons.some(({ book }) => book !== null && book.sound !== null);
}
