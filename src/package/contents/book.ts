import { canonicalJson } from "../../shared/canonical-json.ts";
import { sha256 } from "../../shared/hash.ts";
import { type Locale, labelled, levelName, localeFor } from "../locales/locale.ts";
import type { Contents, Lesson, PackagedPart, Volume } from "./contents.ts";
import { type Glossary, glossaryOf } from "./glossary.ts";

/** The data from which the pages of one EPUB are made. */
export interface Book {
  readonly volume: Volume;
  readonly contents: Contents;
  readonly strings: Locale;
  readonly say: Locale["epub"];
  /** Page progression: right to left if most of its stories are. */
  readonly progression: "ltr" | "rtl";
  /** The language and level, such as "Spanish, Level 2", in the language of the pages. */
  readonly level: string;
  /** `urn:uuid:…`, the same for every release of an edition. */
  readonly identifier: string;
  readonly glossary: Glossary;
  /** The recordings inside the book, by job. */
  readonly sounds: ReadonlyMap<string, BookSound>;
  readonly cover: BookCover;
}

interface BookSound extends PackagedPart {
  /** Relative to the book. */
  readonly href: string;
  readonly mediaType: string;
}

export interface BookCover {
  readonly href: string;
  readonly mediaType: string;
  /** Null for the cover that we draw. */
  readonly bytes: Buffer | null;
}

// The formats that every EPUB reader must support. Opus was added to the standard late, and few readers play it.
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
    level: levelName(volume, strings),
    identifier: identifierOf(volume, contents),
    glossary: glossaryOf(volume),
    sounds: soundsOf(volume, contents),
    cover: coverOf(contents),
  };
}

/** The full title, which distinguishes the volumes and editions of a course on a shelf. */
export function titleOf({ contents, strings, level }: Book): string {
  const { title, edition } = contents.course;
  const which = edition === "1" ? level : `${level}, ${strings.edition(edition)}`;
  return labelled(title, which, strings);
}

/** The file name of a lesson's chapter in the book. */
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

// Derived from the publication, not from its bytes: a corrected book replaces the earlier one on a reader's shelf.
function identifierOf(volume: Volume, { course }: Contents): string {
  const { service, course: id, edition } = course;
  return uuidOf(canonicalJson({ service, course: id, edition, volume: volume.folder }));
}

// A version 8 UUID (RFC 9562), derived from a name.
function uuidOf(name: string): string {
  const digits = [...sha256(name).slice(0, 32)];
  digits[12] = "8";
  digits[16] = "89ab"[Number.parseInt(digits[16] ?? "0", 16) % 4] ?? "8";
  const hex = digits.join("");
  const parts = [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)];
  return `urn:uuid:${parts.join("-")}`;
}
