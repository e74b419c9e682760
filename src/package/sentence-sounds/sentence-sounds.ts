import type { SentencePlace } from "../../lessons/text/story-text.ts";
import type { ZipFile } from "../../shared/files/zip.ts";
import { sha256 } from "../../shared/hash.ts";
import type { Contents, Lesson } from "../contents/contents.ts";
import { heardAlone, type SoundStretch } from "../contents/read-along.ts";
import { type Exercise, type HeardItem, heardItems } from "../exercises/exercise.ts";
import { cutSound } from "./cut-sound.ts";

/** The sound of one sentence, to be cut out of its lesson's recording. */
export interface SentenceSound extends SoundStretch {
  /** A file name unique in a folder shared by many courses; it changes with the recording and the times. */
  readonly name: string;
  readonly lesson: Lesson;
}

/** Increase it when the same times and recording are cut differently. */
const cutAs = 1;

/**
 * The sounds of a lesson's sentences by position. A sentence has a sound if the course requests sentence sounds, the recording is an MP3, and
 * the sentence's times are certain enough.
 */
export function sentenceSounds(
  lesson: Lesson,
  { course, soundIn }: Contents,
): (place: SentencePlace) => SentenceSound | null {
  const { sound } = lesson;
  const isCut = soundIn.has("sentences") && sound?.part.extension === "mp3";
  const stretchAt = isCut ? heardAlone(lesson) : () => null;
  return (place) => {
    const stretch = stretchAt(place);
    // A sentence that begins after the measured end of the recording would give an empty sound.
    if (stretch === null || sound === null || stretch.startMs >= (sound.part.durationMs ?? 0)) return null;
    const what = JSON.stringify([sound.part.sha256, stretch.startMs, stretch.endMs, cutAs]);
    return { name: `${course.course}-${sha256(what).slice(0, 16)}.mp3`, lesson, ...stretch };
  };
}

/** Cuts sounds on demand: all of a lesson at once, kept in memory until another lesson's are requested. */
export class SoundCutter {
  readonly #wanted = new Map<Lesson, Map<string, SentenceSound>>();
  #cut: { readonly lesson: Lesson; readonly sounds: Promise<ReadonlyMap<string, Buffer>> } | null = null;

  /** `sounds`: everything that will be requested. */
  constructor(sounds: Iterable<SentenceSound>) {
    for (const sound of sounds) {
      const wanted = this.#wanted.get(sound.lesson) ?? new Map<string, SentenceSound>();
      this.#wanted.set(sound.lesson, wanted.set(sound.name, sound));
    }
  }

  /** The sounds by lesson, without duplicates. */
  get sounds(): SentenceSound[] {
    return [...this.#wanted.values()].flatMap((wanted) => [...wanted.values()]);
  }

  /** The bytes of a sound. Throws `file_damaged`. */
  async read({ lesson, name }: SentenceSound): Promise<Buffer> {
    if (this.#cut?.lesson !== lesson) this.#cut = { lesson, sounds: this.#cutAll(lesson) };
    return (await this.#cut.sounds).get(name) ?? Buffer.alloc(0);
  }

  /** A sound as the file of an archive. */
  file(path: string, sound: SentenceSound): ZipFile {
    return { path, isSound: true, read: () => this.read(sound) };
  }

  async #cutAll(lesson: Lesson): Promise<ReadonlyMap<string, Buffer>> {
    const wanted = [...(this.#wanted.get(lesson)?.values() ?? [])];
    const part = lesson.sound?.part;
    if (part === undefined) return new Map();
    const cut = await cutSound(part.pieces(), wanted);
    return new Map(wanted.map(({ name }, index) => [name, cut[index] ?? Buffer.alloc(0)]));
  }
}

/** The sounds of the sentences that a lesson's exercises play. */
export function heardSounds(lesson: Lesson, contents: Contents) {
  const soundAt = sentenceSounds(lesson, contents);
  const soundOf = ({ place }: HeardItem) => soundAt(place);
  const soundsOf = (exercise: Exercise) => heardItems(exercise).flatMap((item) => soundOf(item) ?? []);
  const all = lesson.exercises().flatMap(({ exercises }) => exercises.flatMap(soundsOf));
  const cutter = new SoundCutter(all);
  return {
    /** The name of the file with a sentence's sound; null if the course requests none. */
    nameOf: (item: HeardItem) => soundOf(item)?.name ?? null,
    soundsOf,
    /** Cuts all of them. */
    cutter,
    /** All of them as files in a folder of an archive, whose name ends with a slash. */
    files: (folder: string) => cutter.sounds.map((sound) => cutter.file(folder + sound.name, sound)),
  };
}
