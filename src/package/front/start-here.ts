import { html, type Markup } from "../../shared/html.ts";
import type { Contents } from "../contents/contents.ts";
import { publishingOf } from "../contents/publishing.ts";
import type { Locale } from "../locales/locale.ts";
import { localeFor } from "../locales/read-locale.ts";
import { inlineStyle } from "../pages/inline-style.ts";
import { ofUnknownLanguage, page } from "../pages/page.ts";
import { fileList } from "./file-list.ts";
import { missingLessons } from "./missing-lessons.ts";
import { readers } from "./readers.ts";

/**
 * The package's first page: the readers with their covers, then what each kind of file is for and where it opens, said once for all
 * volumes. `held`: the paths of all files of the volumes.
 */
export function startHere(contents: Contents, held: ReadonlySet<string>): Markup {
  const { course } = contents;
  const strings = localeFor(contents.reader);
  const say = strings.startHere;
  // Inlined, so that the page is complete even when it is sent on alone.
  const { head, policy } = inlineStyle("base", "start-here");
  return page({
    title: `${say.title} · ${course.title}`,
    strings,
    course,
    head,
    policy: course.cover === null ? policy : `${policy}; img-src data:`,
    skip: { to: "books", text: say.skip },
    body: html`<div class="sheet">
<header class="cover">
<p class="eyebrow">${say.title}</p>
<h1>${ofUnknownLanguage(course.title)}</h1>
${course.description !== null && html`<p class="blurb">${ofUnknownLanguage(course.description)}</p>\n`}</header>
<main>
<section aria-labelledby="books">
<h2 id="books" tabindex="-1">${say.books}</h2>
${readers(contents, strings, held)}<p class="hint">${say.unzipFirst}</p>
${missingLessons(course.gaps, strings)}</section>
${fileList(contents, strings, held)}${details(contents, strings)}</main>
</div>`,
  });
}

function details({ course }: Contents, strings: Locale): Markup {
  const { details: title, detailNames: names } = strings.startHere;
  const rows: readonly (readonly [string, string | null])[] = [
    [names.course, course.course],
    [names.edition, course.edition],
    [names.publisher, course.publisher],
    [names.license, course.license],
    [names.service, course.service],
  ];
  return html`<section class="details" aria-labelledby="details"><h2 id="details">${title}</h2>
<dl>${rows.map(([name, value]) => value !== null && html`<div><dt>${name}</dt><dd>${ofUnknownLanguage(value)}</dd></div>`)}</dl>
${publishingOf(course).legal.map((statement) => html`<p class="hint">${ofUnknownLanguage(statement)}</p>\n`)}</section>
`;
}
