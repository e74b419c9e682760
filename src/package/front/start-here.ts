import { html, type Markup, markup } from "../../shared/html.ts";
import type { Contents, Volume } from "../contents.ts";
import { gapList } from "../pages/gap-list.ts";
import { languageName } from "../pages/language-names.ts";
import { ofUnknownLanguage, page } from "../pages/page.ts";
import type { PageStrings } from "../pages/page-strings.ts";
import { stringsFor } from "../pages/strings-for.ts";
import { teacherStringsFor } from "../teacher/teacher-strings-for.ts";
import { startHereStyle, startHereStyleHash } from "./start-here-style.ts";

/** The package's first page: what is in the box, for a teacher and for a publisher, and what is missing from it. */
export function startHere(contents: Contents): Markup {
  const { course, volumes } = contents;
  const strings = stringsFor(contents.reader);
  const say = strings.startHere;
  return page({
    title: `${say.title} · ${course.title}`,
    strings,
    course,
    // In the page itself, so that it is whole even when it is sent on alone.
    head: html`<style>${markup(startHereStyle)}</style>`,
    policy: `style-src 'sha256-${startHereStyleHash}'`,
    skip: { to: "books", text: say.skip },
    body: html`<div class="sheet">
<header class="cover">
<p class="eyebrow">${say.title}</p>
<h1>${ofUnknownLanguage(course.title)}</h1>
${course.description !== null && html`<p class="blurb">${ofUnknownLanguage(course.description)}</p>\n`}</header>
<main>
${gapList(course.gaps, strings)}<section aria-labelledby="books">
<h2 id="books" tabindex="-1">${say.books}</h2>
<p class="hint">${say.unzipFirst}</p>
<ul class="volumes">
${volumes.map((volume) => volumeCard({ volume, contents, strings }))}</ul>
</section>
<div class="columns">
<section aria-labelledby="teacher"><h2 id="teacher">${say.forTeacher}</h2>${list(forTeacher(contents, strings))}${plans(contents, strings)}</section>
<section aria-labelledby="publisher"><h2 id="publisher">${say.forPublisher}</h2>${list(say.publisher)}
<p class="check">${say.check}</p>
<pre><code>sha256sum -c reports/SHA256SUMS</code></pre></section>
</div>
${details(contents, strings)}</main>
</div>`,
  });
}

function volumeCard(what: { volume: Volume; contents: Contents; strings: PageStrings }): Markup {
  const { volume, contents, strings } = what;
  const name = languageName(volume.language, strings);
  const web = contents.course.formats.includes("web");
  const sounds = volume.lessons.some(({ book }) => book?.sound != null);
  return html`<li><a href="${volume.folder}/${web ? "web/index.html" : "text/"}">
<span class="name"><span lang="${name.tag}">${name.text}</span>, ${strings.level(volume.difficulty)}</span>
<span class="facts">${strings.lessonCount(volume.lessons.length)}${sounds && html` <span class="dot">·</span> ${strings.withAudio}`}</span>
<span class="open">${web ? strings.startHere.openReader : strings.startHere.openTexts}</span>
</a></li>
`;
}

function forTeacher({ course }: Contents, { startHere: say }: PageStrings): string[] {
  const web = course.formats.includes("web") ? say.teacherWeb : [];
  return [...web, ...say.teacher, ...(course.formats.includes("words") ? [say.teacherWords] : [])];
}

function plans({ course, volumes }: Contents, strings: PageStrings): Markup | null {
  if (!course.formats.includes("teacher")) return null;
  const say = teacherStringsFor(strings);
  return html`<ul>${volumes.map((volume) => {
    const name = languageName(volume.language, strings);
    return html`<li><a href="${volume.folder}/teacher/plan.html">${say.plan}: <span lang="${name.tag}">${name.text}</span>, ${strings.level(volume.difficulty)}</a></li>\n`;
  })}</ul>`;
}

function list(sentences: readonly string[]): Markup {
  return html`<ul>${sentences.map((sentence) => html`<li>${sentence}</li>`)}</ul>`;
}

function details({ course }: Contents, strings: PageStrings): Markup {
  const { details: title, detailNames: names } = strings.startHere;
  const rows: readonly (readonly [string, string | null])[] = [
    [names.course, course.course],
    [names.edition, course.edition],
    [names.publisher, course.publisher],
    [names.license, course.license],
    [names.service, course.service],
  ];
  return html`<section class="details" aria-labelledby="details"><h2 id="details">${title}</h2>
<dl>${rows.map(([name, value]) => value !== null && html`<div><dt>${name}</dt><dd>${ofUnknownLanguage(value)}</dd></div>`)}</dl></section>
`;
}
