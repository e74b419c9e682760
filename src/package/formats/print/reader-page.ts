import { html, type Markup } from "../../../shared/html.ts";
import type { Lesson, VolumeView } from "../../contents/contents.ts";
import type { TrimSize } from "../../contents/course.ts";
import { glossaryOf } from "../../contents/glossary.ts";
import type { Locale } from "../../locales/locale.ts";
import { imprintOf, titlePageOf } from "../../pages/book-front.ts";
import { inlineStyle, ofUnknownLanguage, page, readingStyles } from "../../pages/page.ts";
import { isolateBidi, readWord, rubyText } from "../../pages/story-text.ts";
import { inStory, languageAttributes } from "../web/bar.ts";
import { storyOnPaper } from "./handout.ts";
import { cssText, pictureOf } from "./sheet-page.ts";

/** How a page was printed. */
export interface Paged {
  readonly pages: number;
  /** The number of the page on which an element of the page begins, by its id. */
  readonly startOf: ReadonlyMap<string, number>;
}

const unprinted: Paged = { pages: 0, startOf: new Map() };

/**
 * The volume as a book to print: title, contents, stories and words on pages of the plan's trim size. `printed`: how it was printed before; the inner
 * margin depends on the number of pages, and the contents name them.
 */
export function readerPage(view: VolumeView, printed = unprinted): Markup {
  const { volume, contents, strings } = view;
  const { title, progression } = volume;
  const size = `.book { font-size: ${trims[contents.course.trim].fontPt}pt; }\n`;
  return page(view, {
    title,
    ...inlineStyle(["base", "scripts", "print-reader", "print-fonts", ...readingStyles(volume.lessons)], {
      rules: pageRules(view, printed.pages) + size,
      hasPictures: volume.lessons.some(({ image }) => image !== null),
    }),
    skip: { to: "contents", text: strings.skipToContents },
    body: html`<main class="book ${progression}">
<section class="title-page">
${titlePageOf(view)}</section>
<section class="imprint">
${imprintOf(view, "paperback")}</section>
${contentsOf(view, printed)}${volume.lessons.map((lesson) => chapter(lesson, strings))}${wordsOnPaper(view)}</main>`,
  });
}

function contentsOf({ volume, strings }: VolumeView, { startOf }: Paged): Markup {
  return html`<nav class="contents" aria-labelledby="contents">
<h2 id="contents" tabindex="-1">${strings.contents}</h2>
<ol dir="${volume.lessons[0]?.direction.dir ?? "ltr"}">${volume.lessons.map(
    ({ name, title, direction }) =>
      html`<li><a href="#${name}" ${languageAttributes(direction)}>${isolateBidi(title, direction)}</a>${startOf.has(name) && html` <span class="page">${startOf.get(name)}</span>`}</li>\n`,
  )}</ol>
</nav>
`;
}

function chapter(lesson: Lesson, strings: Locale): Markup {
  const { name, number, title, titleReadings, subtitle, direction } = lesson;
  return html`<section class="chapter ${pageNameOf(lesson)} ${direction.dir}" id="${name}">
<p class="eyebrow">${strings.lesson(number)}</p>
<h2 ${languageAttributes(direction)}>${rubyText({ text: title, readings: titleReadings }, { direction })}</h2>
${subtitle !== "" && html`<p class="topic">${ofUnknownLanguage(subtitle)}</p>\n`}${pictureOf(lesson)}<div ${languageAttributes(direction, "story")}>
${storyOnPaper(lesson)}</div>
</section>
`;
}

/** The words of the volume by the lesson that first has them, in columns. Null: there are none. */
function wordsOnPaper({ volume, strings, contents }: VolumeView): Markup | null {
  const { groups } = glossaryOf(volume);
  if (groups.length === 0) return null;
  const { bcp47 } = contents.reader;
  return html`<section class="words" aria-labelledby="words">
<h2 id="words">${strings.epub.glossary}</h2>
<div class="lists">
${groups.map(
  ({ lesson: { number, title, direction }, entries }) => html`<h3>${number}. ${inStory(title, direction)}</h3>
<dl dir="${direction.dir}">${entries.map(
    ({ word, reading, glosses }) =>
      html`<div><dt ${languageAttributes(direction)}>${readWord({ word, reading }, { direction })}</dt>${glosses.length === 0 ? html`<dd>–</dd>` : glosses.map((gloss) => html`<dd lang="${bcp47}" dir="auto">${gloss}</dd>`)}</div>\n`,
  )}</dl>
`,
)}</div>
</section>
`;
}

// At the type of a running head, what fits on the narrowest page.
const longestHead = 58;

/** The printed reader's pages: trim size, inner margin, page numbers outside, and running heads: the book's, and each lesson's. */
function pageRules({ volume, contents, strings }: VolumeView, pages: number): string {
  const { progression, title } = volume;
  const { widthMm, heightMm } = trims[contents.course.trim];
  const inner = innerMargin(pages);
  const [verso, recto] = progression === "rtl" ? ["right", "left"] : ["left", "right"];
  const head = (name: string, side: string | undefined, text: string) =>
    `@page ${name}:${side} { @top-${side} { content: ${cssText(shorten(text))}; } }\n`;
  const heads = [
    ...volume.lessons.map((lesson) => ({
      name: pageNameOf(lesson),
      text: `${lesson.number} · ${lesson.title}`,
    })),
    { name: "words", text: strings.epub.glossary },
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
function pageNameOf({ name }: Pick<Lesson, "name">): string {
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

const inch = 25.4;

interface Trim {
  readonly widthMm: number;
  readonly heightMm: number;
  /** Of Latin text. */
  readonly fontPt: number;
}

export const trims: { readonly [Size in TrimSize]: Trim } = {
  "5x8in": { widthMm: 5 * inch, heightMm: 8 * inch, fontPt: 10 },
  "5.5x8.5in": { widthMm: 5.5 * inch, heightMm: 8.5 * inch, fontPt: 10.5 },
  "6x9in": { widthMm: 6 * inch, heightMm: 9 * inch, fontPt: 11 },
  a5: { widthMm: 148, heightMm: 210, fontPt: 10.5 },
};

/**
 * The least inner margin by page count: the gutters that printers on demand commonly ask for (Amazon KDP's table for paperbacks). Longer books
 * have the last.
 */
const gutters: readonly { readonly pages: number; readonly inches: number }[] = [
  { pages: 150, inches: 0.375 },
  { pages: 300, inches: 0.5 },
  { pages: 500, inches: 0.625 },
  { pages: 700, inches: 0.75 },
  { pages: Number.POSITIVE_INFINITY, inches: 0.875 },
];

export const gutterTable = "Amazon KDP paperback, inside (gutter) margin by page count";

// What a reader's thumb needs outside, and the same inside for the thinnest book; thicker ones get as much more as their gutter grows.
const outerMm = 15;

/** The inner margin of a book with this many pages, in mm to one decimal place; never less than the book's gutter. */
export function innerMargin(pages: number): number {
  const gutter = gutters.find((row) => pages <= row.pages)?.inches ?? 0.875;
  return Math.round((outerMm + (gutter - 0.375) * inch) * 10) / 10;
}

// Thickness of a sheet's page on a printer's two usual papers, in inches, as Amazon KDP gives them for black ink.
const pageThickness = { white: 0.002252, cream: 0.0025 };

/** The width of a book's spine for each kind of paper, in mm to one decimal place. A book has an even number of pages. */
export function spineWidths(pages: number): { readonly white: number; readonly cream: number } {
  const even = pages + (pages % 2);
  const width = (inches: number) => Math.round(even * inches * inch * 10) / 10;
  return { white: width(pageThickness.white), cream: width(pageThickness.cream) };
}

export const spinePaper =
  "Amazon KDP black ink: white paper 0.002252 inches per page, cream 0.0025 inches per page";
