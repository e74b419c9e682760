import type { ZipFile } from "../../../shared/files/zip.ts";
import { remembered } from "../../../shared/remembered.ts";
import { shorten } from "../../../shared/text.ts";
import { type Contents, type Lesson, partFile, type VolumeView } from "../../contents/contents.ts";
import { releaseSeconds } from "../../contents/release.ts";
import { plainName } from "../../quiz/lesson-markup.ts";
import { type SentenceSound, SoundCutter, sentenceSounds } from "../../sentence-sounds/sentence-sounds.ts";
import { archive, type Format } from "../format.ts";
import { collection, field, type Note, notesOf } from "./collection.ts";

/** A volume's words for Anki, as a package. None for a volume whose lessons require no words. */
export const anki: Format = (view) => {
  const { folder, lessons } = view.volume;
  if (lessons.every(({ words }) => words.length === 0)) return [];
  const path = `words/${folder}.apkg`;
  return [
    archive("ankiPackage", view, { path, sounds: ["anki", "sentences"], files: () => ankiPackage(view) }),
  ];
};

const longestTitle = 80;

/**
 * The deck of a volume, a subdeck of the course's: Anki separates the two by `::`. The title is escaped so that it can't add another level,
 * a quotation mark or markup.
 */
function deckName({ volume, contents }: VolumeView): string {
  const title = plainName(contents.course.title).replace(/:{2,}/g, ":").replaceAll('"', "'");
  return `${shorten(title, longestTitle)}::${volume.level}`;
}

/** A sound in Anki's media folder, which all courses share. */
interface Media {
  readonly name: string;
  file(path: string): ZipFile;
}

/**
 * The words of a volume as an Anki package. Each note plays its sentence if the course requests that and the sentence's times are known;
 * else its lesson's recording if the course requests that; else it says where in the package the recording is.
 */
function ankiPackage(view: VolumeView): ZipFile[] {
  const { volume, contents } = view;
  const notes = notesOf(volume, contents);
  const soundsIn = remembered((lesson: Lesson) => sentenceSounds(lesson, contents));
  const sentences = new Map<Note, SentenceSound>();
  for (const note of notes) {
    const sound = note.sentence && soundsIn(note.lesson)(note.sentence.place);
    if (sound !== null) sentences.set(note, sound);
  }
  const cutter = new SoundCutter(sentences.values());
  const recordingIn = remembered((lesson: Lesson) => recordingOf(lesson, contents));
  const recordings = notes.flatMap((note) => (sentences.has(note) ? [] : (recordingIn(note.lesson) ?? [])));
  const database = {
    deck: deckName(view),
    reader: contents.reader.bcp47,
    seconds: releaseSeconds(contents.course),
    notes,
    recordingOf: (note: Note) => {
      const sound = sentences.get(note) ?? recordingIn(note.lesson);
      return sound === null ? field(note.lesson.sound?.path ?? "") : `[sound:${sound.name}]`;
    },
  };
  const files: Media[] = [
    ...cutter.sounds.map((sound) => ({ name: sound.name, file: (path: string) => cutter.file(path, sound) })),
    ...new Set(recordings),
  ];
  const names = Object.fromEntries(files.map(({ name }, index) => [String(index), name]));
  return [
    { path: "collection.anki2", read: () => collection(database) },
    { path: "media", read: async () => Buffer.from(JSON.stringify(names)) },
    ...files.map((media, index) => media.file(String(index))),
  ];
}

// The hash in the file name keeps another edition's recording of the same lesson from replacing this one.
function recordingOf({ sound, name }: Lesson, { course, soundIn }: Contents): Media | null {
  if (sound === null || !soundIn.has("anki")) return null;
  const { extension, sha256 } = sound.part;
  return {
    name: `${course.course}-${name}-${sha256.slice(0, 12)}.${extension}`,
    file: (path) => partFile(path, sound),
  };
}
