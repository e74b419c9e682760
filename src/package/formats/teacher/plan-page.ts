import { html, type Markup } from "../../../shared/html.ts";
import { type Lesson, lessonViews, type View, type VolumeView } from "../../contents/contents.ts";
import type { LessonWord } from "../../contents/lesson-words.ts";
import { isolateBidi } from "../../pages/isolate-bidi.ts";
import { inlineStyle, levelMarkup, ofUnknownLanguage, page } from "../../pages/page.ts";
import { keysFile } from "../print/keys-page.ts";
import { languageAttributes } from "../web/bar.ts";
import { exercisePageName } from "../web/exercise-page.ts";
import { lessonFacts } from "../web/lesson-page.ts";

// The words of a lesson come back after these many weeks, at growing intervals, as in spaced repetition.
const reviewAfterWeeks = [1, 2, 4] as const;

/** The lessons as weeks: the story, its words, the words due for review, and the practice material. */
export function planPage(view: VolumeView): Markup {
  return teacherPage(view, {
    page: "plan",
    intro: view.strings.teacher.planIntro,
    body: html`${lessonViews(view).map(week)}`,
  });
}

function week(view: View): Markup {
  const { lesson, volume, contents, strings } = view;
  const say = strings.teacher;
  const { formats } = contents.course;
  const sound = lesson.sound?.part.durationMs ?? null;
  const title = html`<span ${languageAttributes(lesson.direction)}>${isolateBidi(lesson.title, lesson.direction)}</span>`;
  const reviews = reviewAfterWeeks
    .map((weeks) => volume.lessons[lesson.number - 1 - weeks])
    .filter((earlier) => earlier !== undefined && earlier.words.length > 0);
  return html`<section class="week">
<p class="eyebrow">${say.week(lesson.number)}</p>
<div>
<h2>${formats.includes("web") ? html`<a href="../../${volume.folder}/web/${lesson.name}.html">${title}</a>` : title}</h2>
<p class="facts">${lessonFacts(lesson, strings)}${sound !== null && html` <span class="dot">·</span> ${say.minutesOfSound(minutesAndSeconds(sound))}`}</p>
<dl>
${lesson.words.length > 0 && html`<dt>${strings.words}</dt><dd>${wordList(lesson, lesson.words, contents.reader.bcp47)}</dd>\n`}${reviews.map(
  (earlier) =>
    earlier !== undefined &&
    html`<dt>${say.review} <span class="soft">${say.fromWeek(earlier.number)}</span></dt><dd>${wordList(earlier, earlier.words, null)}</dd>\n`,
)}${prompts(view)}${practice(view)}</dl>
</div>
</section>
`;
}

function wordList(lesson: Lesson, words: readonly LessonWord[], reader: string | null): Markup {
  return html`<ul>${words.map(
    ({ word, gloss }) =>
      html`<li><span ${languageAttributes(lesson.direction)}>${isolateBidi(word, lesson.direction)}</span>${reader !== null && gloss !== null && html` <span class="soft" lang="${reader}" dir="auto">${gloss}</span>`}</li>\n`,
  )}</ul>`;
}

function prompts({ lesson: { prompts: questions }, strings }: View): Markup | null {
  if (questions.length === 0) return null;
  return html`<dt>${strings.exercises.prompts.title}</dt><dd><ul class="lines">${questions.map((prompt) => html`<li>${ofUnknownLanguage(prompt)}</li>\n`)}</ul></dd>
`;
}

function practice({ lesson, volume, contents, strings }: View): Markup | null {
  const { formats, platforms = [] } = contents.course;
  const isPrinted = formats.includes("print");
  const { exercises: words, teacher: say } = strings;
  const sheets = lesson.exercises();
  const links = [
    ...(formats.includes("web")
      ? sheets.map(({ version }) => ({
          href: `../../${volume.folder}/web/${exercisePageName(lesson, version)}`,
          text: `${words.exercises} ${version}`,
        }))
      : []),
    ...(isPrinted && sheets.length > 0
      ? [{ href: `../../${volume.folder}/print/${lesson.name}.html`, text: say.sheet }]
      : []),
    ...((isPrinted || platforms.length > 0) && sheets.length > 0
      ? [{ href: `${keysFile}#${lesson.name}`, text: say.key }]
      : []),
  ];
  if (links.length === 0) return null;
  return html`<dt>${say.practise}</dt><dd><ul>${links.map(({ href, text }) => html`<li><a href="${href}">${text}</a></li>\n`)}</ul></dd>
`;
}

const files = { plan: "plan.html", recycling: "recycling.html" } as const;

/** One of the two teacher's pages, which link to one another. */
export function teacherPage(
  { volume, contents, strings }: VolumeView,
  which: { readonly page: keyof typeof files; readonly intro: string; readonly body: Markup },
): Markup {
  const say = strings.teacher;
  const title = say[which.page];
  const tab = (to: keyof typeof files) =>
    html`<a href="${files[to]}"${to === which.page && html` aria-current="page"`}>${say[to]}</a>\n`;
  return page({
    title: `${title} · ${volume.level} · ${contents.course.title}`,
    strings,
    course: contents.course,
    ...inlineStyle("base", "scripts", "teacher"),
    skip: { to: "main", text: title },
    body: html`<div class="sheet">
<nav class="tabs" aria-label="${say.pages}">${tab("plan")}${tab("recycling")}<a href="../../START-HERE.html">${strings.startHere.title}</a></nav>
<header class="cover">
<p class="eyebrow">${levelMarkup(volume, strings)} <span class="dot">·</span> ${ofUnknownLanguage(contents.course.title)}</p>
<h1>${title}</h1>
<p>${which.intro}</p>
</header>
<main id="main" tabindex="-1">
${which.body}</main>
</div>`,
  });
}

/** A duration as minutes and seconds. */
function minutesAndSeconds(durationMs: number): string {
  const seconds = Math.round(durationMs / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
