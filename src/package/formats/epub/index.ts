import type { ZipFile } from "../../../shared/files/zip.ts";
import type { Markup } from "../../../shared/html.ts";
import { styleOf } from "../../browser-file.ts";
import { type Lesson, partFile } from "../../contents/contents.ts";
import { glossaryOf } from "../../contents/glossary.ts";
import { coverDrawing } from "../../cover/cover-drawing.ts";
import { coverPicture, isDrawable } from "../../cover/cover-picture.ts";
import { madeFile } from "../../entry.ts";
import { pictureExtension, readingStyles } from "../../pages/page.ts";
import { filled } from "../../template.ts";
import { archive, type Format } from "../format.ts";
import { type Listed, overlayOf, packageDocument } from "./package-document.ts";
import {
  type Book,
  chapterHref,
  chapterPage,
  coverPage,
  glossaryPage,
  navPage,
  pictureHref,
  rightsPage,
  soundIn,
  titlePage,
} from "./pages.ts";

const serif = '"Iowan Old Style", Palatino, "Noto Serif", Georgia, serif';

/** A book's style sheet, without CSS variables: converters and older readers drop declarations that use them. */
function bookStyle({ volume }: Book): string {
  return styleOf("book", "scripts", ...readingStyles(volume.lessons)).replaceAll("var(--serif)", serif);
}

/** A volume as one EPUB 3.3. Contains the recordings if the course requests that, else says where they are in the package. */
export const epub: Format = (view) => {
  const path = `book/${view.volume.folder}.epub`;
  const files = () => bookFiles({ ...view, glossary: glossaryOf(view.volume) });
  return [archive("epub", view, { path, sounds: ["epub"], files })];
};

interface BookFile extends Listed {
  readonly file: ZipFile;
}

function bookFiles(book: Book): ZipFile[] {
  const files = filesOf(book);
  const document = packageDocument(book, files);
  return [
    // First and uncompressed, so that the file is recognized by its first bytes.
    madeFile("mimetype", () => "application/epub+zip"),
    madeFile("META-INF/container.xml", () => templated("container.xml")),
    madeFile("EPUB/package.opf", () => document),
    ...files.map(({ file }) => file),
  ];
}

function templated(name: string, values = {}): Markup {
  return filled(new URL(`./templates/${name}`, import.meta.url), values);
}

function filesOf(book: Book): BookFile[] {
  const { volume, glossary } = book;
  const images = covers(book);
  return [
    page("cover", "cover.xhtml", coverPage(book, images[0]?.href ?? "")),
    page("title", "title.xhtml", titlePage(book)),
    page("nav", "nav.xhtml", navPage(book), { properties: "nav" }),
    ...volume.lessons.flatMap((lesson) => chapter(lesson, book)),
    ...(glossary.entries.length > 0 ? [page("glossary", "glossary.xhtml", glossaryPage(book))] : []),
    page("rights", "rights.xhtml", rightsPage(book)),
    made({ id: "style", href: "book.css", mediaType: "text/css" }, () => bookStyle(book)),
    ...images,
    ...volume.lessons.flatMap(pictureFile),
    ...sounds(book),
  ];
}

/** A lesson's page, and its media overlay if it has one. */
function chapter(lesson: Lesson, book: Book): BookFile[] {
  const overlay = overlayOf(lesson, book.contents);
  const written = page(lesson.name, chapterHref(lesson), chapterPage(lesson, book), {
    overlay: overlay?.id ?? null,
  });
  if (overlay === null) return [written];
  const { id, href, values } = overlay;
  const smil = templated("overlay.xml", values);
  return [written, made({ id, href, mediaType: "application/smil+xml" }, () => smil)];
}

function page(id: string, href: string, content: string, facts: Partial<Listed> = {}): BookFile {
  return made({ id, href, mediaType: "application/xhtml+xml", isRead: true, ...facts }, () => content);
}

/** The cover page's image, first: the plan's, or the drawing, with the same rendered for shelves. */
function covers(book: Book): BookFile[] {
  const own = book.contents.course.cover;
  const image = { id: "cover-image", properties: "cover-image" };
  if (own !== null) {
    const href = `cover.${pictureExtension(own)}`;
    return [made({ ...image, href, mediaType: own.mediaType }, () => own.bytes)];
  }
  const drawing = { id: "cover-drawing", href: "cover.svg", mediaType: "image/svg+xml" };
  return [
    made(drawing, () => coverDrawing(book)),
    made({ ...image, href: "cover.png", mediaType: "image/png" }, () =>
      coverPicture(coverDrawing(book, isDrawable)),
    ),
  ];
}

function pictureFile(lesson: Lesson): BookFile[] {
  const href = pictureHref(lesson);
  const { image, number } = lesson;
  if (href === null || image === null) return [];
  return [made({ id: `picture-${number}`, href, mediaType: image.mediaType }, () => image.bytes)];
}

function sounds(book: Book): BookFile[] {
  return book.volume.lessons.flatMap((lesson) => {
    const sound = soundIn(lesson, book.contents);
    if (sound === null) return [];
    const { href, mediaType } = sound;
    return [listedAs({ id: `sound-${lesson.number}`, href, mediaType }, partFile(`EPUB/${href}`, sound))];
  });
}

type Facts = Pick<Listed, "id" | "href" | "mediaType"> & Partial<Listed>;

function made(facts: Facts, make: Parameters<typeof madeFile>[1]): BookFile {
  return listedAs(facts, madeFile(`EPUB/${facts.href}`, make));
}

function listedAs(facts: Facts, file: ZipFile): BookFile {
  return { properties: null, isRead: false, overlay: null, ...facts, file };
}
