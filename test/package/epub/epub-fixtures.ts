import { writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { XmlDocument, type XmlElement } from "libxml2-wasm";
import { onTestFinished } from "vitest";
import type { Course } from "../../../src/package/contents/course.ts";
import { type Archive, packageOf, unzip } from "../fixtures.ts";

const spaces = {
  h: "http://www.w3.org/1999/xhtml",
  opf: "http://www.idpf.org/2007/opf",
  dc: "http://purl.org/dc/elements/1.1/",
  epub: "http://www.idpf.org/2007/ops",
  svg: "http://www.w3.org/2000/svg",
  smil: "http://www.w3.org/ns/SMIL",
};

/** A document of a book, parsed by a strict XML parser. */
export interface ReadDocument {
  /** The text of all nodes that an XPath selects. Prefixes: `h:`, `opf:`, `dc:`, `epub:`, `svg:`, `smil:`. */
  readonly texts: (xpath: string) => string[];
  readonly text: (xpath: string) => string;
}

export interface ReadBook {
  readonly names: readonly string[];
  readonly bytes: Buffer;
  readonly files: Archive;
  readonly document: (name: string) => ReadDocument;
}

/** The EPUBs of a course, by volume. */
export async function booksOf(course: Course): Promise<Map<string, ReadBook>> {
  const files = await packageOf({ ...course, formats: ["epub"] });
  const books = new Map<string, ReadBook>();
  for (const [path, bytes] of files) {
    if (path.endsWith(".epub")) books.set(path.split("/")[0] ?? "", await readBook(bytes));
  }
  return books;
}

/** Saves the EPUBs of some courses as `<course>-<volume>.epub`. Resolves with their paths, by file name. */
export async function saveEpubs(
  courses: Readonly<Record<string, Course>>,
  folder: string,
): Promise<Map<string, string>> {
  const saved = new Map<string, string>();
  for (const [name, what] of Object.entries(courses)) {
    for (const [path, bytes] of await packageOf({ ...what, formats: ["epub"] }, folder)) {
      if (!path.endsWith(".epub")) continue;
      const file = `${name}-${basename(path)}`;
      saved.set(file, join(folder, file));
      await writeFile(join(folder, file), bytes);
    }
  }
  return saved;
}

async function readBook(bytes: Buffer): Promise<ReadBook> {
  const files = await unzip(bytes);
  return {
    names: files.paths,
    bytes,
    files,
    document: (name) => readDocument(files.bytes(`EPUB/${name}`)),
  };
}

function readDocument(bytes: Buffer): ReadDocument {
  const document = XmlDocument.fromBuffer(bytes);
  onTestFinished(() => document.dispose());
  const texts = (xpath: string) => document.find(xpath, spaces).map((node) => (node as XmlElement).content);
  return { texts, text: (xpath) => texts(xpath).join("|") };
}

/** The EPUB of one volume of a course, without the others. */
export async function bookOf(what: Course, volume = "es-2"): Promise<ReadBook> {
  const lessons = what.lessons.filter(({ lang, difficulty }) => `${lang}-${difficulty}` === volume);
  const book = (await booksOf({ ...what, lessons })).get(volume);
  if (book === undefined) throw new Error(`no ${volume}`);
  return book;
}
