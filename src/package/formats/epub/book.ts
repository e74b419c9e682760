import { canonicalJson, sha256 } from "../../../shared/hash.ts";
import type { Contents, Lesson, PackagedPart, Volume } from "../../contents/contents.ts";
import { type Glossary, glossaryOf } from "../../contents/glossary.ts";
import type { Locale } from "../../locales/locale.ts";
import { localeFor } from "../../locales/read-locale.ts";
import { labelled } from "../../pages/labelled.ts";
import { languageName } from "../../pages/language-names.ts";

/** One EPUB, decided: what its pages are made from. */
export interface Book {
  readonly volume: Volume;
  readonly contents: Contents;
  readonly strings: Locale;
  readonly say: Locale["epub"];
  /** In the order of the spine's reading: from right to left when most of its stories are. */
  readonly progression: "ltr" | "rtl";
  /** The language and level, such as "Spanish, Level 2", in the language of the pages. */
  readonly level: string;
  /** `urn:uuid:…`, the same for every edition of these bytes and their corrections. */
  readonly identifier: string;
  readonly glossary: Glossary;
  /** The recordings that are inside the book, by job. */
  readonly sounds: ReadonlyMap<string, BookSound>;
  readonly cover: BookCover;
}

interface BookSound extends PackagedPart {
  /** Within the book. */
  readonly href: string;
  readonly mediaType: string;
}

export interface BookCover {
  readonly href: string;
  readonly mediaType: string;
  /** Null for the cover that is drawn here. */
  readonly bytes: Buffer | null;
}

// The kinds of sound that every reader of EPUB must play. Opus came late to the standard, and few readers have it.
const playable = new Set(["audio/mpeg", "audio/mp4"]);

export function bookOf(volume: Volume, contents: Contents): Book {
  const strings = localeFor(contents.reader);
  const rtl = volume.lessons.filter(({ direction }) => direction.dir === "rtl").length;
  return {
    volume,
    contents,
    strings,
    say: strings.epub,
    progression: rtl * 2 > volume.lessons.length ? "rtl" : "ltr",
    level: `${languageName(volume.language, strings).text}, ${strings.level(volume.difficulty)}`,
    identifier: identifierOf(volume, contents),
    glossary: glossaryOf(volume),
    sounds: soundsOf(volume, contents),
    cover: coverOf(contents),
  };
}

/** The whole title, which tells the volumes and editions of a course apart on a shelf. */
export function titleOf({ contents, strings, level }: Book): string {
  const { title, edition } = contents.course;
  const which = edition === "1" ? level : `${level}, ${strings.edition(edition)}`;
  return labelled(title, which, strings);
}

/** The file of a lesson's chapter, in the book. */
export function chapterHref(lesson: Lesson): string {
  return `${lesson.name}.xhtml`;
}

function soundsOf(volume: Volume, contents: Contents): Map<string, BookSound> {
  const sounds = new Map<string, BookSound>();
  if (!contents.soundIn.has("epub")) return sounds;
  for (const { job, name, book } of volume.lessons) {
    const sound = book?.sound ?? null;
    const mediaType = sound?.part.mediaType ?? "";
    if (sound === null || !playable.has(mediaType)) continue;
    sounds.set(job, { ...sound, href: `audio/${name}.${sound.part.extension}`, mediaType });
  }
  return sounds;
}

function coverOf({ course }: Contents): BookCover {
  if (course.cover === null) return { href: "cover.svg", mediaType: "image/svg+xml", bytes: null };
  const { bytes, mediaType } = course.cover;
  return { href: mediaType === "image/png" ? "cover.png" : "cover.jpg", mediaType, bytes };
}

// By the publication, not by its bytes: a corrected book takes the place of the one it corrects on a reader's shelf.
function identifierOf(volume: Volume, { course }: Contents): string {
  const { service, course: id, edition } = course;
  return uuidOf(canonicalJson({ service, course: id, edition, volume: volume.folder }));
}

// Version 8 of RFC 9562: a name of one's own making.
function uuidOf(name: string): string {
  const digits = [...sha256(name).slice(0, 32)];
  digits[12] = "8";
  digits[16] = "89ab"[Number.parseInt(digits[16] ?? "0", 16) % 4] ?? "8";
  const hex = digits.join("");
  const parts = [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)];
  return `urn:uuid:${parts.join("-")}`;
}
