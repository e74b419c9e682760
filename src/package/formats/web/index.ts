import { html, type Markup } from "../../../shared/html.ts";
import { browserScript } from "../../browser-file.ts";
import { type Lesson, lessonViews, type View, type VolumeView } from "../../contents/contents.ts";
import { madeFile } from "../../entry.ts";
import { type Locale, languageName } from "../../locales/locale.ts";
import { gapItems, ofUnknownLanguage, page } from "../../pages/page.ts";
import { type FormatEntry, listed } from "../format.ts";
import { inStory, readerHead, readerPolicy, readerStyle, settings } from "./bar.ts";
import { exercisePage, exercisePageName } from "./exercise-page.ts";
import { lessonFacts, lessonPage, picturePath } from "./lesson-page.ts";

/** The offline reader of a volume: a contents page, a page per lesson and per set of exercises, one style sheet, one script. */
export function web(view: VolumeView): FormatEntry[] {
  const folder = `${view.volume.folder}/web`;
  const lessonEntries = (of: View): FormatEntry[] => {
    const { lesson } = of;
    const { image } = lesson;
    return [
      madeFile(`${folder}/${lesson.name}.html`, () => lessonPage(of)),
      ...(image === null ? [] : [madeFile(`${folder}/${picturePath(lesson)}`, () => image.bytes)]),
      ...lesson.exercises().map((sheet) => {
        const path = `${folder}/${exercisePageName(lesson, sheet.version)}`;
        return madeFile(path, () => exercisePage({ ...of, sheet }));
      }),
    ];
  };
  const first = madeFile(`${folder}/index.html`, () => contentsPage(view));
  return [
    listed("web", first, view),
    ...lessonViews(view).flatMap(lessonEntries),
    madeFile(`${folder}/reader.css`, () => readerStyle(view.volume.lessons)),
    madeFile(`${folder}/reader.js`, () => browserScript("reader.js")),
  ];
}

function contentsPage(view: VolumeView): Markup {
  const { volume, contents, strings } = view;
  const { course } = contents;
  const name = languageName(volume.language, strings);
  const level = strings.level(volume.difficulty);
  const publisher =
    course.publisher !== null && html`${ofUnknownLanguage(course.publisher)} <span class="dot">·</span> `;
  const gaps = course.gaps.filter(
    ({ lang, difficulty }) => lang === volume.language.code && difficulty === volume.difficulty,
  );
  return page(view, {
    title: `${course.title} · ${volume.level}`,
    head: readerHead,
    policy: readerPolicy,
    skip: { to: "lessons", text: strings.skipToContents },
    body: html`<section class="bar bare" aria-label="${strings.web.display}">${settings(strings.web, volume.lessons)}</section>
<div class="sheet">
<header class="cover">
<p class="eyebrow"><span lang="${name.tag}">${name.text}</span> <span class="dot">·</span> ${level}</p>
<h1>${ofUnknownLanguage(course.title)}</h1>
${course.description !== null && html`<p class="blurb">${ofUnknownLanguage(course.description)}</p>`}
<p class="imprint">${publisher}${strings.edition(course.edition)}</p>
</header>
<main id="lessons" tabindex="-1">
<h2 class="eyebrow">${strings.contents}</h2>
<ol class="toc">
${volume.lessons.map((lesson) => row(lesson, strings))}</ol>
${gaps.length > 0 && html`<section class="gaps" aria-labelledby="missing">\n<h2 id="missing">${strings.startHere.missing}</h2>\n${gapItems(gaps, strings)}</section>\n`}</main>
</div>`,
  });
}

function row(lesson: Lesson, strings: Locale): Markup {
  return html`<li>
<a href="${lesson.name}.html">
<span class="number" aria-hidden="true">${lesson.number}</span>
<span class="entry">
${inStory(lesson.title, lesson.direction, "name")}
${lesson.subtitle !== "" && html`<span class="topic">${ofUnknownLanguage(lesson.subtitle)}</span>`}
</span>
<span class="facts">${lessonFacts(lesson, strings)}</span>
</a>
</li>
`;
}
