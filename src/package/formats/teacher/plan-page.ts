import { html, type Markup } from "../../../shared/html.ts";
import type { Lesson } from "../../contents/contents.ts";
import type { LessonWord } from "../../contents/lesson-words.ts";
import { isolateBidi } from "../../pages/isolate-bidi.ts";
import { ofUnknownLanguage } from "../../pages/page.ts";
import { keysFile } from "../print/keys-page.ts";
import { hasExercises } from "../print/sheet-page.ts";
import { exercisePageName } from "../web/exercise-page.ts";
import { languageAttributes } from "../web/language-attributes.ts";
import { lessonFacts } from "../web/lesson-facts.ts";
import { minutesAndSeconds, type TeacherPage, teacherPage } from "./teacher-page.ts";

// The words of a lesson come back after these many weeks, at growing intervals, as in spaced repetition.
const reviewAfterWeeks = [1, 2, 4] as const;

/** The lessons as weeks: the story, its words, the words due for review, and the practice material. */
export function planPage(what: TeacherPage): Markup {
  const { volume, say } = what;
  return teacherPage(what, {
    page: "plan",
    intro: say.planIntro,
    body: html`${volume.lessons.map((lesson) => week(lesson, what))}`,
  });
}

function week(lesson: Lesson, what: TeacherPage): Markup {
  const { volume, contents, strings, say } = what;
  const { formats } = contents.course;
  const sound = lesson.book?.sound?.part.durationMs ?? null;
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
)}${prompts(lesson, what)}${practice(lesson, what)}</dl>
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

function prompts({ prompts: questions }: Lesson, { strings }: TeacherPage): Markup | null {
  if (questions.length === 0) return null;
  return html`<dt>${strings.exercises.prompts.title}</dt><dd><ul class="lines">${questions.map((prompt) => html`<li>${ofUnknownLanguage(prompt)}</li>\n`)}</ul></dd>
`;
}

function practice(lesson: Lesson, { volume, contents, strings, say }: TeacherPage): Markup | null {
  const { formats } = contents.course;
  const words = strings.exercises;
  const sheets = lesson.exercises().filter(({ exercises }) => exercises.length > 0);
  const links = [
    ...(formats.includes("web")
      ? sheets.map(({ version }) => ({
          href: `../../${volume.folder}/web/${exercisePageName(lesson, version)}`,
          text: `${words.exercises} ${version}`,
        }))
      : []),
    ...(formats.includes("print") && hasExercises(lesson)
      ? [
          { href: `../../${volume.folder}/print/${lesson.name}.html`, text: say.sheet },
          { href: `${keysFile}#${lesson.name}`, text: say.key },
        ]
      : []),
  ];
  if (links.length === 0) return null;
  return html`<dt>${say.practise}</dt><dd><ul>${links.map(({ href, text }) => html`<li><a href="${href}">${text}</a></li>\n`)}</ul></dd>
`;
}
