import { html } from "../../../shared/html.ts";
import { type Book, chapterHref } from "../../contents/book.ts";
import { isolateBidi } from "../../pages/isolate-bidi.ts";
import { storyFace, xhtml } from "./xhtml.ts";

/** The table of contents, which readers also show as their own menu, and the landmarks that they jump to. */
export function navPage(book: Book): string {
  const { volume, strings, say, glossary } = book;
  const first = volume.lessons[0];
  const words = glossary.entries.length > 0 && html`<li><a href="glossary.xhtml">${say.glossary}</a></li>\n`;
  return xhtml(book, {
    title: strings.contents,
    tag: strings.tag,
    dir: "ltr",
    type: "frontmatter",
    body: html`<nav epub:type="toc" role="doc-toc" aria-labelledby="contents">
<h1 id="contents">${strings.contents}</h1>
<ol>
${volume.lessons.map(
  (lesson) =>
    html`<li><a href="${chapterHref(lesson)}"><span ${storyFace(lesson.direction)}>${isolateBidi(lesson.title, lesson.direction)}</span></a></li>\n`,
)}${words}<li><a href="rights.xhtml">${say.rights}</a></li>
</ol>
</nav>
<nav epub:type="landmarks" hidden="hidden" aria-label="${strings.pages}">
<ol>
<li><a epub:type="cover" href="cover.xhtml">${say.cover(book.contents.course.title)}</a></li>
<li><a epub:type="toc" href="nav.xhtml">${strings.contents}</a></li>
${first !== undefined && html`<li><a epub:type="bodymatter" href="${chapterHref(first)}">${strings.lesson(first.number)}</a></li>\n`}${glossary.entries.length > 0 && html`<li><a epub:type="glossary" href="glossary.xhtml">${say.glossary}</a></li>\n`}</ol>
</nav>`,
  });
}
