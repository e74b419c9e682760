import type { Book } from "../../../contents/book.ts";
import type { Lesson } from "../../../contents/contents.ts";
import { cssText } from "../../../pages/css-text.ts";
import { innerMargin, outerMm, trimOf } from "./trim.ts";

// At the type of a running head, what fits on the narrowest page.
const longestHead = 58;

export interface PageRules {
  readonly book: Book;
  /** The whole title, for the heads of left pages. */
  readonly title: string;
  readonly pages: number;
}

/** The printed reader's pages: trim size, inner margin, page numbers outside, and running heads: the book's, and each lesson's. */
export function pageRules({ book, title, pages }: PageRules): string {
  const { volume, contents, progression } = book;
  const { widthMm, heightMm } = trimOf(contents.course.trim);
  const inner = innerMargin(pages);
  const [verso, recto] = progression === "rtl" ? ["right", "left"] : ["left", "right"];
  const head = (name: string, side: string | undefined, text: string) =>
    `@page ${name}:${side} { @top-${side} { content: ${cssText(shorten(text))}; } }\n`;
  const heads = [
    ...volume.lessons.map((lesson) => ({
      name: pageNameOf(lesson),
      text: `${lesson.number} · ${lesson.title}`,
    })),
    { name: "words", text: book.say.glossary },
  ];
  const root =
    progression === "rtl" ? ":root, body { direction: rtl; }\nmain, .rehearsal { direction: ltr; }\n" : "";
  return `${root}@page { size: ${widthMm}mm ${heightMm}mm; }
@page :left { margin-left: ${outerMm}mm; margin-right: ${inner}mm; }
@page :right { margin-left: ${inner}mm; margin-right: ${outerMm}mm; }
${heads.map(({ name, text }) => head(name, verso, title) + head(name, recto, text)).join("")}${volume.lessons
  .map((lesson) => `.${pageNameOf(lesson)} { page: ${pageNameOf(lesson)}; }\n`)
  .join("")}`;
}

/** The name of a lesson's pages in the style sheet, and the class of what is on them. */
export function pageNameOf({ name }: Pick<Lesson, "name">): string {
  return `on-${name}`;
}

function shorten(text: string): string {
  const signs = [...text];
  return signs.length <= longestHead
    ? text
    : `${signs
        .slice(0, longestHead - 1)
        .join("")
        .trimEnd()}…`;
}
