import { html } from "../../../shared/html.ts";
import { type Book, titleOf } from "../../contents/book.ts";
import { isbnOf, publishingOf } from "../../contents/publishing.ts";
import { labelled } from "../../pages/labelled.ts";
import { ofPlan, xhtml } from "./xhtml.ts";

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
