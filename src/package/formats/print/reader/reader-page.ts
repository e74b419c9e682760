import { html, type Markup } from "../../../../shared/html.ts";
import { type Book, bookOf, titleOf } from "../../../contents/book.ts";
import type { Contents, Lesson, Volume } from "../../../contents/contents.ts";
import { type InlineStyle, inlineStyleWith } from "../../../pages/inline-style.ts";
import { isolateBidi } from "../../../pages/isolate-bidi.ts";
import { labelled } from "../../../pages/labelled.ts";
import { ofUnknownLanguage, page } from "../../../pages/page.ts";
import { languageAttributes } from "../../web/language-attributes.ts";
import { pictureOf } from "../after-exercises.ts";
import { estimatePages } from "./estimate-pages.ts";
import { pageNameOf, pageRules } from "./page-rules.ts";
import { storyOnPaper } from "./story-on-paper.ts";
import { trimOf } from "./trim.ts";
import { wordsOnPaper } from "./words-on-paper.ts";

/**
 * The volume as a book to print: title, contents, stories and words on pages of the plan's trim size. `pages`: how many it has, if that was
 * counted; the inner margin depends on it.
 */
export function readerPage(volume: Volume, contents: Contents, pages: number | null = null): Markup {
  const book = bookOf(volume, contents);
  const { strings, progression } = book;
  const { course } = contents;
  const title = titleOf(book);
  const rules = pageRules({ book, title, pages: pages ?? estimatePages(volume, course.trim) });
  const size = `.book { font-size: ${trimOf(course.trim).fontPt}pt; }\n`;
  return page({
    title,
    strings,
    course,
    ...styled(rules + size, volume),
    skip: { to: "contents", text: strings.skipToContents },
    body: html`<main class="book ${progression}">
${titlePage(book)}${imprint(book, title)}${contentsOf(book)}${volume.lessons.map((lesson) => chapter(lesson, book))}${wordsOnPaper(book)}</main>`,
  });
}

function styled(rules: string, { lessons }: Volume): InlineStyle {
  const { head, policy } = inlineStyleWith(rules, "base", "scripts", "print-reader");
  const hasPicture = lessons.some(({ image }) => image !== null);
  return { head, policy: hasPicture ? `${policy}; img-src data:` : policy };
}

function titlePage({ contents, level, strings }: Book): Markup {
  const { title, description, author, publisher, edition } = contents.course;
  return html`<section class="title-page">
<h1>${ofUnknownLanguage(title)}</h1>
<p class="level">${level}</p>
${edition !== "1" && html`<p>${strings.edition(edition)}</p>\n`}${description !== null && html`<p class="blurb">${ofUnknownLanguage(description)}</p>\n`}${author !== null && html`<p>${ofUnknownLanguage(author)}</p>\n`}${publisher !== null && html`<p class="publisher">${ofUnknownLanguage(publisher)}</p>\n`}</section>
`;
}

function imprint({ contents, say, strings }: Book, title: string): Markup {
  const { publisher, license, service } = contents.course;
  return html`<section class="imprint">
<p>${ofUnknownLanguage(title)}</p>
${publisher !== null && html`<p>${say.publishedBy} ${ofUnknownLanguage(publisher)}</p>\n`}<p>${license === null ? say.noLicense : html`${labelled(say.license, "", strings)}${ofUnknownLanguage(license)}`}</p>
<p>${labelled(strings.startHere.detailNames.service, "", strings)}${service}</p>
</section>
`;
}

function contentsOf({ volume, strings }: Book): Markup {
  return html`<nav class="contents" aria-labelledby="contents">
<h2 id="contents" tabindex="-1">${strings.contents}</h2>
<ol dir="${volume.lessons[0]?.direction.dir ?? "ltr"}">${volume.lessons.map(
    ({ name, title, direction }) =>
      html`<li><a href="#${name}" ${languageAttributes(direction)}>${isolateBidi(title, direction)}</a></li>\n`,
  )}</ol>
</nav>
`;
}

function chapter(lesson: Lesson, { strings }: Book): Markup {
  const { name, number, title, subtitle, direction } = lesson;
  return html`<section class="chapter ${pageNameOf(lesson)} ${direction.dir}" id="${name}">
<p class="eyebrow">${strings.lesson(number)}</p>
<h2 ${languageAttributes(direction)}>${isolateBidi(title, direction)}</h2>
${subtitle !== "" && html`<p class="topic">${ofUnknownLanguage(subtitle)}</p>\n`}${pictureOf(lesson)}<div ${languageAttributes(direction, "story")}>
${storyOnPaper(lesson)}</div>
</section>
`;
}
