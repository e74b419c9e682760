import { ParseOption, XmlDocument, type XmlElement } from "libxml2-wasm";
import { onTestFinished } from "vitest";
import { inspectBook } from "../../../src/package/books/inspect-book.ts";
import { contentsOf, makeLesson, viewOf } from "../../../src/package/contents/contents.ts";
import { type Course, placeLessons } from "../../../src/package/contents/course.ts";
import type { Format } from "../../../src/package/formats/format.ts";
import { realFiles } from "../../../src/shared/files/real-files.ts";
import { unzip } from "../fixtures.ts";
import { tortureCourse } from "../torture/torture-course.ts";

/** The package of a course with its books, and its first volume. */
export async function recorded(course: Course) {
  const lessons = placeLessons(course).map(async (placed) =>
    makeLesson(placed, await inspectBook(placed.source, { files: realFiles }), course),
  );
  const contents = contentsOf(course, await Promise.all(lessons));
  const [volume] = contents.volumes;
  if (volume === undefined) throw new Error("a course without a volume");
  return viewOf(volume, contents);
}

/** The files that a format writes for the first volume of a course, by their paths. */
export async function filesOf(writer: Format, course: Course) {
  const view = await recorded(course);
  const files = new Map<string, Buffer>();
  for (const entry of writer(view)) files.set(entry.path, await entry.read());
  return { files, contents: view.contents, volume: view.volume };
}

/** The same as `filesOf`, for every volume of the torture course. */
export async function tortured(writer: Format) {
  const { lessons } = tortureCourse(null);
  const folders = [...new Set(lessons.map(({ lang, difficulty }) => `${lang}-${difficulty}`))];
  return await Promise.all(
    folders.map((folder) =>
      filesOf(
        writer,
        tortureCourse(null, {
          lessons: lessons.filter(({ lang, difficulty }) => `${lang}-${difficulty}` === folder),
        }),
      ),
    ),
  );
}

/** A zip inside a package, as texts. */
export async function textsOf(zip: Buffer | undefined): Promise<Map<string, string>> {
  const files = await unzip(zip ?? Buffer.alloc(0));
  return new Map([...files].map(([path, bytes]) => [path, bytes.toString("utf8")]));
}

/** A document parsed with every warning an error and nothing loaded from anywhere. */
export function parsed(text: string | undefined): XmlDocument {
  const document = XmlDocument.fromString(text ?? "", { option: ParseOption.XML_PARSE_PEDANTIC });
  onTestFinished(() => document.dispose());
  return document;
}

/** The elements with a name, in any namespace. */
export function all(from: XmlDocument | XmlElement, name: string): XmlElement[] {
  return from.find(`.//*[local-name()="${name}"]`) as XmlElement[];
}

/** An attribute's value. */
export function attr(element: XmlElement | undefined, name: string): string {
  return element?.attr(name)?.value ?? "";
}

/** Parses our HTML: its elements by name, and its text with white space folded. Throws if it is not well-formed. */
export function shown(markup: string): { elements: string[]; attributes: string[]; text: string } {
  const document = parsed(`<div>${markup.replace(/^<!DOCTYPE html>\s*/, "")}</div>`);
  const elements = document.find("//*") as XmlElement[];
  return {
    elements: [...new Set(elements.map(({ name }) => name))].sort(),
    attributes: [...new Set(elements.flatMap(({ attrs }) => attrs.map(({ name }) => name)))].sort(),
    text: document.root.content.replace(/\s+/g, " ").trim(),
  };
}
