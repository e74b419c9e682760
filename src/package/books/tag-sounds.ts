import { iso6392Of } from "../../shared/languages/iso-639-2.ts";
import { type Book, bookOf, titleOf } from "../contents/book.ts";
import { chaptersOf } from "../contents/chapters.ts";
import type { Contents, Lesson, PackagedPart, Volume } from "../contents/contents.ts";
import { coverDrawing } from "../cover/cover-drawing.ts";
import { coverPicture, isDrawable } from "../cover/cover-picture.ts";
import type { TagFacts } from "./sound-tag.ts";

/** The width at which players show the cover: about 10 kB, compared with a recording of a megabyte. */
const coverWidthPixels = 300;

/** A larger cover image is scaled down, because it goes into every recording. */
const mostCoverBytes = 100_000;

/** The same contents with an ID3 tag for each lesson's MP3. Other formats have other kinds of tags and stay unchanged. */
export async function tagSounds(contents: Contents): Promise<Contents> {
  if (!contents.volumes.some(({ lessons }) => lessons.some(({ book }) => isTaggable(book?.sound ?? null)))) {
    return contents;
  }
  // Loaded only if there is something to tag.
  const { soundTag } = await import("./sound-tag.ts");
  const volumes: Volume[] = [];
  for (const volume of contents.volumes) {
    const book = bookOf(volume, contents);
    const album = titleOf(book);
    const cover = await smallCover(book);
    const lessons = volume.lessons.map((lesson): Lesson => {
      const sound = lesson.book?.sound ?? null;
      if (lesson.book === null || !isTaggable(sound)) return lesson;
      const tag = soundTag({ ...factsOf(lesson, volume, contents), album, cover });
      return { ...lesson, book: { ...lesson.book, sound: { ...sound, tag } } };
    });
    volumes.push({ ...volume, lessons });
  }
  return { ...contents, volumes };
}

/** Whether the sound can be tagged safely: it has at least one whole frame, and no tag longer than the file. */
function isTaggable(sound: PackagedPart | null): sound is PackagedPart {
  if (sound === null || sound.part.extension !== "mp3") return false;
  return sound.part.durationMs !== null && sound.part.soundStart < sound.part.bytes;
}

function factsOf(
  lesson: Lesson,
  { lessons }: Volume,
  { course }: Contents,
): Omit<TagFacts, "album" | "cover"> {
  const { title, number, direction } = lesson;
  return {
    title,
    chapters: chaptersOf(lesson),
    track: number,
    tracks: lessons.length,
    language: iso6392Of(direction.tag),
    artist: course.author ?? course.publisher,
    publisher: course.publisher,
  };
}

async function smallCover(book: Book): Promise<TagFacts["cover"]> {
  const own = book.contents.course.cover;
  if (own !== null && own.bytes.length <= mostCoverBytes) return own;
  const svg = own === null ? coverDrawing(book, isDrawable) : pictureOf(own);
  return { bytes: await coverPicture(svg, coverWidthPixels), mediaType: "image/png" };
}

function pictureOf({ bytes, mediaType }: { readonly bytes: Buffer; readonly mediaType: string }): string {
  const data = `data:${mediaType};base64,${bytes.toString("base64")}`;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="1600" height="2400"><image width="1600" height="2400" href="${data}"/></svg>`;
}
