import { html, type Markup } from "../../../shared/html.ts";
import { browserScript } from "../../browser-file.ts";
import type { Contents, Lesson, Volume, VolumeView } from "../../contents/contents.ts";
import type { Gap } from "../../contents/course.ts";
import { type Locale, languageName, localeFor } from "../../locales/locale.ts";
import { isolateBidi } from "../../pages/isolate-bidi.ts";
import { gapList, ofUnknownLanguage, page } from "../../pages/page.ts";
import { madeEntry } from "../../zip/entry.ts";
import { type Format, type FormatEntry, listed } from "../format.ts";
import { languageAttributes, readerHead, readerPolicy, readerStyle, settings } from "./bar.ts";
import { exercisePage, exercisePageName } from "./exercise-page.ts";
import { lessonFacts, lessonPage, picturePath } from "./lesson-page.ts";

export const web: Format = {
  id: "web",
  entries,
};

/** The offline reader of a volume: a contents page, a page per lesson and per set of exercises, one style sheet, one script. */
function entries(volume: Volume, contents: Contents): FormatEntry[] {
  const strings = localeFor(contents.reader);
  const folder = `${volume.folder}/web`;
  return [
    listed(
      "web",
      madeEntry(`${folder}/index.html`, () => contentsPage({ volume, contents, strings }).toString()),
      { volume },
    ),
    ...volume.lessons.flatMap((lesson) => [
      madeEntry(`${folder}/${lesson.name}.html`, () =>
        lessonPage({ lesson, volume, contents, strings }).toString(),
      ),
      ...pictureEntry(lesson, folder),
      ...lesson
        .exercises()
        .filter(({ exercises }) => exercises.length > 0)
        .map((sheet) =>
          madeEntry(`${folder}/${exercisePageName(lesson, sheet.version)}`, () =>
            exercisePage({ lesson, sheet, volume, contents, strings }).toString(),
          ),
        ),
    ]),
    madeEntry(`${folder}/reader.css`, readerStyle),
    madeEntry(`${folder}/reader.js`, () => browserScript("reader.js")),
  ];
}

function pictureEntry(lesson: Lesson, folder: string): FormatEntry[] {
  const path = picturePath(lesson);
  const { image } = lesson;
  if (path === null || image === null) return [];
  return [madeEntry(`${folder}/${path}`, async () => image.bytes)];
}

function contentsPage({ volume, contents, strings }: VolumeView): Markup {
  const { course } = contents;
  const name = languageName(volume.language, strings);
  const level = strings.level(volume.difficulty);
  return page({
    title: `${course.title} · ${name.text}, ${level}`,
    strings,
    course,
    head: readerHead,
    policy: readerPolicy,
    skip: { to: "lessons", text: strings.skipToContents },
    body: html`<section class="bar bare" aria-label="${strings.web.display}">${settings(strings.web)}</section>
<div class="sheet">
<header class="cover">
<p class="eyebrow"><span lang="${name.tag}">${name.text}</span> <span class="dot">·</span> ${level}</p>
<h1>${ofUnknownLanguage(course.title)}</h1>
${course.description !== null && html`<p class="blurb">${ofUnknownLanguage(course.description)}</p>`}
<p class="imprint">${imprint(contents, strings)}</p>
</header>
<main id="lessons" tabindex="-1">
<h2 class="eyebrow">${strings.contents}</h2>
<ol class="toc">
${volume.lessons.map((lesson) => row(lesson, strings))}</ol>
${gapList(gapsOf(volume, contents), strings)}</main>
</div>`,
  });
}

function gapsOf({ language, difficulty }: Volume, { course }: Contents): Gap[] {
  return course.gaps.filter((gap) => gap.lang === language.code && gap.difficulty === difficulty);
}

function imprint({ course }: Contents, strings: Locale): Markup {
  const publisher =
    course.publisher !== null && html`${ofUnknownLanguage(course.publisher)} <span class="dot">·</span> `;
  return html`${publisher}${strings.edition(course.edition)}`;
}

function row(lesson: Lesson, strings: Locale): Markup {
  return html`<li>
<a href="${lesson.name}.html">
<span class="number" aria-hidden="true">${lesson.number}</span>
<span class="entry">
<span ${languageAttributes(lesson.direction, "name")}>${isolateBidi(lesson.title, lesson.direction)}</span>
${lesson.subtitle !== "" && html`<span class="topic">${ofUnknownLanguage(lesson.subtitle)}</span>`}
</span>
<span class="facts">${lessonFacts(lesson, strings)}</span>
</a>
</li>
`;
}
