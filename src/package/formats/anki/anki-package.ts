import { partFile } from "../../books/part-file.ts";
import type { Contents, Lesson, PackagedPart, Volume } from "../../contents/contents.ts";
import { releaseSeconds } from "../../contents/release-moment.ts";
import type { ZipFile } from "../../zip/zip.ts";
import { collection } from "./collection.ts";
import { deckName } from "./deck.ts";
import { field } from "./field.ts";
import { type Note, notesOf } from "./notes.ts";

interface Media {
  /** In Anki's folder of media, which all courses share. */
  readonly name: string;
  readonly sound: PackagedPart;
}

/**
 * The files of a volume's words as an Anki package. It holds the recordings of the lessons where the course asks for that; else each note says where
 * in the course's package its recording is.
 */
export function ankiPackage(volume: Volume, contents: Contents): ZipFile[] {
  const notes = notesOf(volume, contents);
  const media = mediaOf(notes, contents);
  const database = {
    deck: deckName(volume, contents),
    reader: contents.reader.bcp47,
    seconds: releaseSeconds(contents.course),
    notes,
    recordingOf: ({ lesson }: Note) => recording(lesson, media),
  };
  const files = [...media.values()];
  const names = Object.fromEntries(files.map(({ name }, index) => [String(index), name]));
  return [
    { path: "collection.anki2", read: () => collection(database) },
    { path: "media", read: async () => Buffer.from(JSON.stringify(names)) },
    ...files.map(({ sound }, index) => partFile(String(index), sound)),
  ];
}

function recording({ job, book }: Lesson, media: ReadonlyMap<string, Media>): string {
  const inside = media.get(job);
  if (inside !== undefined) return `[sound:${inside.name}]`;
  return book?.sound == null ? "" : field(book.sound.path);
}

// The hash keeps another edition's recording of the same lesson from taking the place of this one.
function mediaOf(notes: readonly Note[], { course, soundIn }: Contents): Map<string, Media> {
  const media = new Map<string, Media>();
  if (!soundIn.has("anki")) return media;
  for (const { lesson } of notes) {
    const sound = lesson.book?.sound ?? null;
    if (sound === null || media.has(lesson.job)) continue;
    const { extension, sha256 } = sound.part;
    media.set(lesson.job, {
      name: `${course.course}-${lesson.name}-${sha256.slice(0, 12)}.${extension}`,
      sound,
    });
  }
  return media;
}
