import { canonicalJson, sha256 } from "../../shared/hash.ts";
import type { Contents, Volume } from "../contents.ts";
import { archiveEntry, type PackageEntry } from "../entry.ts";
import type { ZipFile } from "../zip.ts";
import { type Book, bookOf, chapterHref } from "./book.ts";
import { bookStyle } from "./book-style.ts";
import { chapterPage } from "./chapter-page.ts";
import { coverDrawing } from "./cover-drawing.ts";
import { coverPage, rightsPage, titlePage } from "./front-pages.ts";
import { glossaryPage } from "./glossary-page.ts";
import { navPage } from "./nav-page.ts";
import { type Listed, packageDocument } from "./package-document.ts";

/** A volume as one EPUB 3.3. It holds the recordings where the course asks for that, and else says where they are in the package. */
export function epubOf(volume: Volume, contents: Contents): PackageEntry[] {
  const path = `${volume.folder}/book/${volume.folder}.epub`;
  return [archiveEntry(path, contents.soundIn.has("epub"), () => epub(bookOf(volume, contents)))];
}

interface BookFile extends Listed {
  /** Of the content: two books that differ differ in one of these. */
  readonly sha256: string;
  bytes(): Promise<Buffer>;
}

const container = `<?xml version="1.0" encoding="UTF-8"?>
<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container">
<rootfiles><rootfile full-path="EPUB/package.opf" media-type="application/oebps-package+xml"/></rootfiles>
</container>
`;

function epub(book: Book): ZipFile[] {
  const files = filesOf(book);
  const document = packageDocument(book, files, modifiedOf(book, files));
  const entry = (path: string, content: string): ZipFile => ({
    path,
    read: async () => Buffer.from(content),
  });
  return [
    // First and as it is, so that the file is known by its first bytes.
    entry("mimetype", "application/epub+zip"),
    entry("META-INF/container.xml", container),
    entry("EPUB/package.opf", document),
    ...files.map((file) => ({ path: `EPUB/${file.href}`, read: file.bytes })),
  ];
}

function filesOf(book: Book): BookFile[] {
  const { volume, glossary } = book;
  return [
    page("cover", "cover.xhtml", coverPage(book)),
    page("title", "title.xhtml", titlePage(book)),
    { ...page("nav", "nav.xhtml", navPage(book)), properties: "nav" },
    ...volume.lessons.map((lesson) => page(lesson.name, chapterHref(lesson), chapterPage(lesson, book))),
    ...(glossary.entries.length > 0 ? [page("glossary", "glossary.xhtml", glossaryPage(book))] : []),
    page("rights", "rights.xhtml", rightsPage(book)),
    made({ id: "style", href: "book.css", mediaType: "text/css" }, bookStyle),
    cover(book),
    ...sounds(book),
  ];
}

function page(id: string, href: string, content: string): BookFile {
  return { ...made({ id, href, mediaType: "application/xhtml+xml" }, content), read: true };
}

function cover(book: Book): BookFile {
  const { href, mediaType, bytes } = book.cover;
  const content = bytes ?? coverDrawing(book);
  return made({ id: "cover-image", href, mediaType, properties: "cover-image" }, content);
}

// The sounds are the only files that are not kept in memory before their turn.
function sounds(book: Book): BookFile[] {
  return book.volume.lessons.flatMap((lesson) => {
    const sound = book.sounds.get(lesson.job);
    if (sound === undefined) return [];
    const { href, mediaType, part } = sound;
    const id = `sound-${lesson.number}`;
    return [
      { id, href, mediaType, properties: null, read: false, sha256: part.sha256, bytes: () => part.read() },
    ];
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
    sha256: sha256(bytes),
    bytes: async () => bytes,
  };
}

const firstDay = Date.UTC(2001, 0, 1);
const someYears = 20 * 365 * 86_400;

/**
 * EPUB tells two releases of a book apart by a date. No clock may show in a package, so this one is a fingerprint of the content in the
 * form of a date: another content has another, and the same content the same.
 */
function modifiedOf(book: Book, files: readonly BookFile[]): string {
  const content = [
    packageDocument(book, files, ""),
    ...files.map(({ href, sha256: hash }) => `${href} ${hash}`),
  ];
  const fingerprint = Number.parseInt(sha256(canonicalJson(content)).slice(0, 12), 16);
  return `${new Date(firstDay + (fingerprint % someYears) * 1_000).toISOString().slice(0, 19)}Z`;
}
