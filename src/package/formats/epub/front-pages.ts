import { html, type Markup } from "../../../shared/html.ts";
import { type Book, chapterHref, titleOf } from "../../contents/book.ts";
import type { Lesson } from "../../contents/contents.ts";
import type { GlossaryEntry } from "../../contents/glossary.ts";
import { isbnOf, publishingOf } from "../../contents/publishing.ts";
import { labelled } from "../../locales/locale.ts";
import { isolateBidi } from "../../pages/isolate-bidi.ts";
import { langOf, ofPlan, storyFace, xhtml } from "./xhtml.ts";

/** The cover as a full page. */
export function coverPage(book: Book): string {
  const { strings, say, cover } = book;
  const alt = say.cover(titleOf(book));
  return xhtml(book, {
    title: alt,
    tag: strings.tag,
    dir: "ltr",
    type: "cover",
    body: html`<p class="cover"><img src="${cover.href}" alt="${alt}" role="doc-cover"/></p>`,
  });
}

/** Title, language and level, edition, publisher. */
export function titlePage(book: Book): string {
  const { strings, say, contents, level } = book;
  const { title, description, publisher, edition } = contents.course;
  return xhtml(book, {
    title: titleOf(book),
    tag: strings.tag,
    dir: "ltr",
    type: "frontmatter",
    body: html`<section epub:type="titlepage" class="titlepage" aria-label="${say.titlePage}">
<h1>${ofPlan(title)}</h1>
<p class="eyebrow">${level}</p>
${description !== null && html`<p>${ofPlan(description)}</p>\n`}<p class="note">${strings.lessonCount(book.volume.lessons.length)}</p>
${edition !== "1" && html`<p class="note">${strings.edition(edition)}</p>\n`}${publisher !== null && html`<p class="publisher">${ofPlan(publisher)}</p>\n`}</section>`,
  });
}

/** The publisher, the licence and the identifier of the book. */
export function rightsPage(book: Book): string {
  const { strings, say, contents, identifier } = book;
  const { license, publisher, service } = contents.course;
  const isbn = isbnOf(contents.course, book.volume, "epub");
  const names = strings.startHere.detailNames;
  return xhtml(book, {
    title: say.rights,
    tag: strings.tag,
    dir: "ltr",
    type: "backmatter",
    body: html`<section epub:type="copyright-page" class="rights" aria-labelledby="rights">
<h1 id="rights">${say.rights}</h1>
<p>${ofPlan(titleOf(book))}</p>
${publisher !== null && html`<p>${say.publishedBy} ${ofPlan(publisher)}</p>\n`}<p>${license === null ? say.noLicense : html`${labelled(say.license, "", strings)}${ofPlan(license)}`}</p>
<p class="note">${labelled(names.service, "", strings)}<span dir="ltr">${service}</span></p>
${isbn !== null && html`<p class="note">ISBN <code>${isbn}</code></p>\n`}<p class="note">${labelled(say.identifier, "", strings)}<code>${identifier}</code></p>
${publishingOf(contents.course).legal.map((statement) => html`<p>${ofPlan(statement)}</p>\n`)}</section>`,
  });
}

/** The words of the volume, grouped by the first lesson that has them; each word links back to every story that contains it. */
export function glossaryPage(book: Book): string {
  const { strings, say, glossary, volume } = book;
  const groups = volume.lessons
    .map((lesson) => ({ lesson, entries: glossary.entries.filter(({ first }) => first === lesson) }))
    .filter(({ entries }) => entries.length > 0);
  return xhtml(book, {
    title: say.glossary,
    tag: strings.tag,
    dir: "ltr",
    type: "backmatter",
    body: html`<section epub:type="glossary" role="doc-glossary" aria-labelledby="glossary">
<h1 id="glossary">${say.glossary}</h1>
<p class="note">${say.glossaryHint}</p>
${groups.map((group) => groupOf(group, book))}</section>`,
  });
}

interface Group {
  readonly lesson: Lesson;
  readonly entries: readonly GlossaryEntry[];
}

function groupOf({ lesson, entries }: Group, book: Book): Markup {
  return html`<h2>${lesson.number}. <span ${storyFace(lesson.direction)}>${isolateBidi(lesson.title, lesson.direction)}</span></h2>
<dl>
${entries.map((entry) => row(entry, book))}</dl>
`;
}

function row({ number, word, glosses, first, usedIn }: GlossaryEntry, book: Book): Markup {
  const { strings, say, contents } = book;
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
