import { partFile } from "../../books/part-file.ts";
import { styleOf } from "../../browser-file.ts";
import { type Book, bookOf, chapterHref } from "../../contents/book.ts";
import { type Contents, type Lesson, mayHoldSound, type Volume } from "../../contents/contents.ts";
import { releaseSeconds } from "../../contents/release-moment.ts";
import { coverDrawing } from "../../cover/cover-drawing.ts";
import { coverPicture, isDrawable } from "../../cover/cover-picture.ts";
import { archiveEntry } from "../../zip/entry.ts";
import type { ZipFile } from "../../zip/zip.ts";
import { type Format, type FormatEntry, listed } from "../format.ts";
import { chapterPage, pictureHref } from "./chapter-page.ts";
import { coverPage, glossaryPage, rightsPage, titlePage } from "./front-pages.ts";
import { overlayOf } from "./overlay.ts";
import { type Listed, navPage, packageDocument } from "./package-document.ts";

const serif = '"Iowan Old Style", Palatino, "Noto Serif", Georgia, serif';

/** A book's style sheet, without CSS variables: converters and older readers drop declarations that use them. */
function bookStyle(): string {
  return styleOf("book", "scripts").replaceAll("var(--serif)", serif);
}

export const epub: Format = {
  id: "epub",
  entries,
};

/** A volume as one EPUB 3.3. Contains the recordings if the course requests that, else says where they are in the package. */
function entries(volume: Volume, contents: Contents): FormatEntry[] {
  const path = `${volume.folder}/book/${volume.folder}.epub`;
  const entry = archiveEntry(path, mayHoldSound(["epub"], volume.lessons, contents), () =>
    bookFiles(bookOf(volume, contents)),
  );
  return [listed("epub", entry, { volume })];
}

interface BookFile extends Listed {
  readonly bytes: ZipFile["read"];
  readonly pieces?: ZipFile["pieces"];
  readonly isSound?: boolean;
}

const container = `<?xml version="1.0" encoding="UTF-8"?>
<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container">
<rootfiles><rootfile full-path="EPUB/package.opf" media-type="application/oebps-package+xml"/></rootfiles>
</container>
`;

function bookFiles(book: Book): ZipFile[] {
  const files = filesOf(book);
  const document = packageDocument(book, files, modifiedOf(book));
  const entry = (path: string, content: string): ZipFile => ({
    path,
    read: async () => Buffer.from(content),
  });
  return [
    // First and uncompressed, so that the file is recognized by its first bytes.
    entry("mimetype", "application/epub+zip"),
    entry("META-INF/container.xml", container),
    entry("EPUB/package.opf", document),
    ...files.map(({ href, bytes, pieces, isSound = false }) => ({
      path: `EPUB/${href}`,
      read: bytes,
      isSound,
      ...(pieces && { pieces }),
    })),
  ];
}

function filesOf(book: Book): BookFile[] {
  const { volume, glossary } = book;
  return [
    page("cover", "cover.xhtml", coverPage(book)),
    page("title", "title.xhtml", titlePage(book)),
    { ...page("nav", "nav.xhtml", navPage(book)), properties: "nav" },
    ...volume.lessons.flatMap((lesson) => chapter(lesson, book)),
    ...(glossary.entries.length > 0 ? [page("glossary", "glossary.xhtml", glossaryPage(book))] : []),
    page("rights", "rights.xhtml", rightsPage(book)),
    made({ id: "style", href: "book.css", mediaType: "text/css" }, bookStyle()),
    ...covers(book),
    ...volume.lessons.flatMap(pictureFile),
    ...sounds(book),
  ];
}

/** A lesson's page, and its media overlay if it has one. */
function chapter(lesson: Lesson, book: Book): BookFile[] {
  const written = page(lesson.name, chapterHref(lesson), chapterPage(lesson, book));
  const overlay = overlayOf(lesson, book);
  if (overlay === null) return [written];
  const { id, href, smil } = overlay;
  return [{ ...written, overlay }, made({ id, href, mediaType: "application/smil+xml" }, smil)];
}

function page(id: string, href: string, content: string): BookFile {
  return { ...made({ id, href, mediaType: "application/xhtml+xml" }, content), read: true };
}

const coverFor = { id: "cover-image", properties: "cover-image" } as const;

/** The plan's image; or the drawing for the cover page, and the same rendered for shelves. */
function covers(book: Book): BookFile[] {
  const { href, mediaType, bytes } = book.cover;
  if (bytes !== null) return [made({ ...coverFor, href, mediaType }, bytes)];
  const picture = () => coverPicture(coverDrawing(book, isDrawable));
  return [
    made({ id: "cover-drawing", href, mediaType }, coverDrawing(book)),
    { ...coverFor, href: "cover.png", mediaType: "image/png", read: false, bytes: picture },
  ];
}

function pictureFile(lesson: Lesson): BookFile[] {
  const href = pictureHref(lesson);
  const { image } = lesson;
  if (href === null || image === null) return [];
  return [made({ id: `picture-${lesson.number}`, href, mediaType: image.mediaType }, image.bytes)];
}

// Unlike the other files, sounds are read only when they are written.
function sounds(book: Book): BookFile[] {
  return book.volume.lessons.flatMap((lesson) => {
    const sound = book.sounds.get(lesson.job);
    if (sound === undefined) return [];
    const { href, mediaType } = sound;
    const { read: bytes, pieces } = partFile(href, sound);
    const id = `sound-${lesson.number}`;
    const file = { id, href, mediaType, properties: null, read: false, bytes, isSound: true };
    return [{ ...file, ...(pieces && { pieces }) }];
  });
}

interface Made extends Pick<Listed, "id" | "href" | "mediaType"> {
  readonly properties?: string;
}

function made({ id, href, mediaType, properties }: Made, content: string | Buffer): BookFile {
  const bytes = Buffer.from(content);
  return {
    id,
    href,
    mediaType,
    properties: properties ?? null,
    read: false,
    bytes: async () => bytes,
  };
}

/** EPUB distinguishes two releases of a book by a date, and readers treat the later one as newer. */
function modifiedOf({ contents }: Book): string {
  return `${new Date(releaseSeconds(contents.course) * 1_000).toISOString().slice(0, 19)}Z`;
}
