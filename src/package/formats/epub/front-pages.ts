import { html, type Markup } from "../../../shared/html.ts";
import type { Glossary, GlossaryEntry } from "../../contents/glossary.ts";
import { isbnOf, publishingOf } from "../../contents/publishing.ts";
import { labelled } from "../../locales/locale.ts";
import { isolateBidi } from "../../pages/isolate-bidi.ts";
import { type Book, chapterHref, langOf, ofPlan, storyFace, xhtml } from "./xhtml.ts";

/** The cover as a full page. */
export function coverPage(book: Book, href: string): string {
  const { strings } = book;
  const alt = strings.epub.cover(book.volume.title);
  return xhtml(book, {
    title: alt,
    tag: strings.tag,
    dir: "ltr",
    type: "cover",
    body: html`<p class="cover"><img src="${href}" alt="${alt}" role="doc-cover"/></p>`,
  });
}

/** Title, language and level, edition, publisher. */
export function titlePage(book: Book): string {
  const { strings, volume, contents } = book;
  const { title, description, publisher, edition } = contents.course;
  return xhtml(book, {
    title: book.volume.title,
    tag: strings.tag,
    dir: "ltr",
    type: "frontmatter",
    body: html`<section epub:type="titlepage" class="titlepage" aria-label="${strings.epub.titlePage}">
<h1>${ofPlan(title)}</h1>
<p class="eyebrow">${volume.level}</p>
${description !== null && html`<p>${ofPlan(description)}</p>\n`}<p class="note">${strings.lessonCount(volume.lessons.length)}</p>
${edition !== "1" && html`<p class="note">${strings.edition(edition)}</p>\n`}${publisher !== null && html`<p class="publisher">${ofPlan(publisher)}</p>\n`}</section>`,
  });
}

/** The publisher, the licence and the identifier of the book. */
export function rightsPage(book: Book): string {
  const { strings, contents, volume } = book;
  const say = strings.epub;
  const { license, publisher, service } = contents.course;
  const isbn = isbnOf(contents.course, volume, "epub");
  const names = strings.startHere.detailNames;
  return xhtml(book, {
    title: say.rights,
    tag: strings.tag,
    dir: "ltr",
    type: "backmatter",
    body: html`<section epub:type="copyright-page" class="rights" aria-labelledby="rights">
<h1 id="rights">${say.rights}</h1>
<p>${ofPlan(book.volume.title)}</p>
${publisher !== null && html`<p>${say.publishedBy} ${ofPlan(publisher)}</p>\n`}<p>${license === null ? say.noLicense : html`${labelled(say.license, "", strings)}${ofPlan(license)}`}</p>
<p class="note">${labelled(names.service, "", strings)}<span dir="ltr">${service}</span></p>
${isbn !== null && html`<p class="note">ISBN <code>${isbn}</code></p>\n`}<p class="note">${labelled(say.identifier, "", strings)}<code>${volume.identifier}</code></p>
${publishingOf(contents.course).legal.map((statement) => html`<p>${ofPlan(statement)}</p>\n`)}</section>`,
  });
}

/** The words of the volume, grouped by the first lesson that has them; each word links back to every story that contains it. */
export function glossaryPage(book: Book): string {
  const { strings, glossary } = book;
  const say = strings.epub;
  return xhtml(book, {
    title: say.glossary,
    tag: strings.tag,
    dir: "ltr",
    type: "backmatter",
    body: html`<section epub:type="glossary" role="doc-glossary" aria-labelledby="glossary">
<h1 id="glossary">${say.glossary}</h1>
<p class="note">${say.glossaryHint}</p>
${glossary.groups.map((group) => groupOf(group, book))}</section>`,
  });
}

function groupOf({ lesson, entries }: Glossary["groups"][number], book: Book): Markup {
  return html`<h2>${lesson.number}. <span ${storyFace(lesson.direction)}>${isolateBidi(lesson.title, lesson.direction)}</span></h2>
<dl>
${entries.map((entry) => row(entry, book))}</dl>
`;
}

function row({ number, word, glosses, first, usedIn }: GlossaryEntry, book: Book): Markup {
  const { strings, contents } = book;
  const say = strings.epub;
  const links = usedIn.map(
    ({ lesson, marked }) =>
      html` <a role="doc-backlink" href="${chapterHref(lesson)}${marked && `#w${number}`}" aria-label="${say.toStory(word, lesson.number)}">${lesson.number}</a>`,
  );
  return html`<dt id="g${number}"><dfn ${storyFace(first.direction)}>${isolateBidi(word, first.direction)}</dfn></dt>
${glosses.map((gloss) => html`<dd ${langOf(contents.reader.bcp47)} dir="auto">${gloss}</dd>\n`)}<dd class="note">${
    links.length === 0
      ? strings.notInThisForm
      : html`${labelled(say.inLessons, "", strings).trimEnd()}${links}`
  }</dd>
`;
}

/** The table of contents, which readers also show as their own menu, and the landmarks that they jump to. */
export function navPage(book: Book): string {
  const { volume, strings, glossary } = book;
  const say = strings.epub;
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
