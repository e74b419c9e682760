import type { Tags } from "node-id3";
import { iso6392Of } from "../../shared/languages/languages.ts";
import { cleanLine, shorten } from "../../shared/text.ts";
import {
  type Contents,
  type Lesson,
  type PackagedPart,
  type View,
  type Volume,
  type VolumeView,
  viewOf,
} from "../contents/contents.ts";
import type { Picture } from "../contents/course.ts";
import type { ReadAlongPart } from "../contents/read-along.ts";
import { coverDrawing } from "../cover/cover-drawing.ts";
import { coverPicture, isDrawable } from "../cover/cover-picture.ts";

/** The width at which players show the cover: about 10 kB, compared with a recording of a megabyte. */
const coverWidthPixels = 300;

/** A larger cover image is scaled down, because it goes into every recording. */
const mostCoverBytes = 100_000;

/** The same contents with an ID3 tag for each lesson's MP3. Other formats have other kinds of tags and stay unchanged. */
export async function tagSounds(contents: Contents): Promise<Contents> {
  if (!contents.volumes.some(({ lessons }) => lessons.some(({ sound }) => isTaggable(sound)))) {
    return contents;
  }
  // Loaded only if there is something to tag.
  const { default: id3 } = await import("node-id3");
  const tagged = async (volume: Volume): Promise<Volume> => {
    const view = viewOf(volume, contents);
    const { bytes: imageBuffer, mediaType: mime } = await smallCover(view);
    const image = { mime, type: { id: frontCover }, description: "", imageBuffer };
    const lessons = volume.lessons.map((lesson): Lesson => {
      const { sound } = lesson;
      if (!isTaggable(sound)) return lesson;
      const { tableOfContents, chapter, ...texts } = tagOf({ ...view, lesson });
      const tag = id3.create({ ...texts, image, ...(chapter && { tableOfContents, chapter }) });
      return { ...lesson, sound: { ...sound, tag } };
    });
    return { ...volume, lessons };
  };
  const volumes: Volume[] = [];
  for (const volume of contents.volumes) volumes.push(await tagged(volume));
  return { ...contents, volumes };
}

/** Whether the sound can be tagged safely: it has at least one whole frame, and no tag longer than the file. */
function isTaggable(sound: PackagedPart | null): sound is PackagedPart {
  if (sound === null || sound.part.extension !== "mp3") return false;
  return sound.part.durationMs !== null && sound.part.tags.bytes < sound.part.bytes;
}

async function smallCover(view: VolumeView): Promise<Pick<Picture, "bytes"> & { mediaType: string }> {
  const own = view.contents.course.cover;
  if (own !== null && own.bytes.length <= mostCoverBytes) return own;
  const svg = own === null ? coverDrawing(view, isDrawable) : pictureOf(own);
  return { bytes: await coverPicture(svg, coverWidthPixels), mediaType: "image/png" };
}

function pictureOf({ bytes, mediaType }: { readonly bytes: Buffer; readonly mediaType: string }): string {
  const data = `data:${mediaType};base64,${bytes.toString("base64")}`;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="1600" height="2400"><image width="1600" height="2400" href="${data}"/></svg>`;
}

const frontCover = 3;

/**
 * An ID3v2.3 tag: every player and every car stereo reads this version, and many can't read later versions. Texts are UTF-16, which covers every
 * script. There is no padding, because a package is not edited in place. Chapters are the frames CHAP and CTOC of the addendum to ID3v2.3.
 */
function tagOf({ lesson, volume, contents }: View): Omit<Tags, "image"> {
  const { author, publisher } = contents.course;
  const artist = author ?? publisher;
  const chapters = chaptersOf(lesson).map(({ title, startMs, endMs }, index) => ({
    elementID: `chapter-${index + 1}`,
    startTimeMs: startMs,
    endTimeMs: endMs,
    tags: { title },
  }));
  const elements = chapters.map(({ elementID }) => elementID);
  return {
    title: lesson.title,
    album: volume.title,
    trackNumber: `${lesson.number}/${volume.lessons.length}`,
    language: iso6392Of(lesson.direction.tag),
    ...(artist !== null && { artist }),
    ...(publisher !== null && { publisher }),
    ...(chapters.length > 0 && {
      tableOfContents: [{ elementID: "contents", isOrdered: true, elements }],
      chapter: chapters,
    }),
  };
}

// A paragraph of one short sentence is too short for a chapter, and one of several minutes becomes several.
const shortestMs = 20_000;
const longestMs = 60_000;

/** An ID3 table of contents counts its chapters in one byte; no player shows that many. */
const mostChapters = 200;

const longestTitle = 40;

/**
 * The chapters of a lesson's recording. Each begins at a paragraph far enough from the one before, or at a sentence inside a long paragraph, and is
 * named by its first words. Together they cover the whole recording. Empty if its times are unknown or there would be only one. Pure.
 */
function chaptersOf(lesson: Lesson): { title: string; startMs: number; endMs: number }[] {
  const parts = lesson.readAlong?.parts ?? [];
  const durationMs = lesson.sound?.part.durationMs ?? 0;
  const shortest = Math.max(shortestMs, Math.ceil(durationMs / mostChapters));
  const starts = parts.filter(startsWithin({ shortest, durationMs }));
  if (starts.length < 2) return [];
  return starts.map((part, index) => ({
    title: firstWords(part, lesson),
    startMs: index === 0 ? 0 : part.startMs,
    endMs: starts[index + 1]?.startMs ?? durationMs,
  }));
}

/** A function that is called for the parts in order and says which of them begin a chapter. */
function startsWithin(most: { shortest: number; durationMs: number }): (part: ReadAlongPart) => boolean {
  const { shortest, durationMs } = most;
  const longest = Math.max(longestMs, shortest);
  let chapter: { readonly startMs: number } | null = null;
  let paragraph = -1;
  return (part) => {
    const isNewParagraph = part.paragraph !== paragraph;
    paragraph = part.paragraph;
    const past = part.startMs - (chapter?.startMs ?? 0);
    const isFarEnough = past >= (isNewParagraph ? shortest : longest);
    // The rest would be shorter than a chapter.
    const isTooLate = durationMs - part.startMs < shortest;
    if (chapter !== null && (!isFarEnough || isTooLate)) return false;
    chapter = part;
    return true;
  };
}

function firstWords({ paragraph, from, to }: ReadAlongPart, { paragraphs }: Lesson): string {
  const text = cleanLine(paragraphs[paragraph]?.text.slice(from, to) ?? "");
  const space = text.lastIndexOf(" ", longestTitle - 2);
  // Cut inside a word only if there is no space, or only one far before.
  if (text.length <= longestTitle || space < longestTitle / 2) return shorten(text, longestTitle);
  return `${text.slice(0, space)} …`;
}
