import type { Contents, Lesson } from "../contents/contents.ts";
import { type Exercise, type HeardItem, heardItems } from "../exercises/exercise.ts";
import { type SentenceSound, SoundCutter, sentenceSounds } from "./sentence-sounds.ts";

/** The sounds of the sentences that a lesson's exercises play. */
export interface HeardSounds {
  /** Null if the course requests none. */
  readonly soundOf: (item: HeardItem) => SentenceSound | null;
  readonly soundsOf: (exercise: Exercise) => readonly SentenceSound[];
  /** Cuts all of them. */
  readonly cutter: SoundCutter;
}

export function heardSounds(lesson: Lesson, contents: Contents): HeardSounds {
  const soundAt = sentenceSounds(lesson, contents);
  const soundOf = ({ place }: HeardItem) => soundAt(place);
  const soundsOf = (exercise: Exercise) => heardItems(exercise).flatMap((item) => soundOf(item) ?? []);
  const all = lesson.exercises().flatMap(({ exercises }) => exercises.flatMap(soundsOf));
  return { soundOf, soundsOf, cutter: new SoundCutter(all) };
}
