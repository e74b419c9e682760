import { html, type Markup } from "../../shared/html.ts";
import type { Contents } from "../contents/contents.ts";
import type { Locale } from "../locales/locale.ts";
import { localeFor } from "../locales/read-locale.ts";
import { gapList } from "../pages/gap-list.ts";
import { inlineStyle } from "../pages/inline-style.ts";
import { labelled } from "../pages/labelled.ts";
import { languageName } from "../pages/language-names.ts";
import { ofUnknownLanguage, page } from "../pages/page.ts";
import { fileList, fileListId, type VolumePart } from "./file-list.ts";

/**
 * The package's first page: what is missing, what is included, what each file is for and where it opens. `held`: the paths of all files of
 * the volumes.
 */
export function startHere(contents: Contents, held: ReadonlySet<string>): Markup {
  const { course, volumes } = contents;
  const strings = localeFor(contents.reader);
  const say = strings.startHere;
  const parts = volumes.map((volume): VolumePart => ({ volume, contents, strings, held }));
  return page({
    title: `${say.title} · ${course.title}`,
    strings,
    course,
    // Inlined, so that the page is complete even when it is sent on alone.
    ...inlineStyle("base", "start-here", "gaps"),
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
${parts.map(volumeCard)}</ul>
</section>
<section class="files" aria-labelledby="files">
<h2 id="files">${strings.files.everything}</h2>
${parts.map(fileList)}</section>
<div class="columns">
<section aria-labelledby="teacher"><h2 id="teacher">${say.forTeacher}</h2>${list(forTeacher(contents, strings))}</section>
<section aria-labelledby="publisher"><h2 id="publisher">${say.forPublisher}</h2>${reports(strings)}${list(say.publisher)}
<p class="check">${say.check}</p>
<pre><code>sha256sum -c reports/SHA256SUMS</code></pre></section>
</div>
${details(contents, strings)}</main>
</div>`,
  });
}

function volumeCard({ volume, strings, held }: VolumePart): Markup {
  const name = languageName(volume.language, strings);
  const web = `${volume.folder}/web/index.html`;
  const sounds = volume.lessons.some(({ book }) => book?.sound != null);
  const say = strings.files;
  const files = `#${fileListId(volume)}`;
  const label = labelled(say.allFiles, `${name.text}, ${strings.level(volume.difficulty)}`, strings);
  return html`<li><a class="cardlink" href="${held.has(web) ? web : files}">
<span class="name"><span lang="${name.tag}">${name.text}</span>, ${strings.level(volume.difficulty)}</span>
<span class="facts">${strings.lessonCount(volume.lessons.length)}${sounds && html` <span class="dot">·</span> ${strings.withAudio}`}</span>
<span class="open">${held.has(web) ? strings.startHere.openReader : say.allFiles}</span>
</a>${held.has(web) && html`<a class="more" href="${files}" aria-label="${label}">${say.allFiles}</a>`}</li>
`;
}

function forTeacher({ course }: Contents, { startHere: say }: Locale): string[] {
  return [...(course.formats.includes("web") ? say.teacherWeb : []), ...say.teacher];
}

// The files that every package has, whatever its formats.
function reports(strings: Locale): Markup {
  const say = strings.files;
  const rows = [
    ["reports/metadata.csv", say.metadata],
    ["manifest.json", say.manifest],
  ] as const;
  return html`<ul>${rows.map(([path, use]) => html`<li><a href="${path}">${path}</a><p class="hint">${use}</p></li>\n`)}</ul>`;
}

function list(sentences: readonly string[]): Markup {
  return html`<ul>${sentences.map((sentence) => html`<li>${sentence}</li>`)}</ul>`;
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
<dl>${rows.map(([name, value]) => value !== null && html`<div><dt>${name}</dt><dd>${ofUnknownLanguage(value)}</dd></div>`)}</dl></section>
`;
}
