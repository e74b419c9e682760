import { html, type Markup } from "../../../shared/html.ts";
import type { Lesson, VolumeView } from "../../contents/contents.ts";
import { choicesOf, type Exercise, type ExerciseSheet } from "../../exercises/exercise.ts";
import { answersOf, kinds, rightOf } from "../../exercises/kinds.ts";
import { inlineStyle, levelMarkup, ofUnknownLanguage, page } from "../../pages/page.ts";
import { inStory } from "../web/bar.ts";
import { letterOf, onPaperOf } from "./sheet-page.ts";

export const keysFile = "keys.html";

interface KeysPage extends VolumeView {
  /** Those that have sheets. */
  readonly lessons: readonly Lesson[];
}

/** The answer keys of a volume: all lessons on one page, in columns, for the teacher's desk. */
export function keysPage(what: KeysPage): Markup {
  const { lessons, volume, contents, strings } = what;
  const { key: title } = strings.print;
  return page(what, {
    title: `${title} · ${volume.level} · ${contents.course.title}`,
    ...inlineStyle(["base", "scripts", "print", "print-fonts", "keys"], {
      rules: onPaperOf(contents.course.paper),
    }),
    skip: { to: "keys", text: title },
    body: html`<main id="keys" tabindex="-1">
<div class="sheet">
<p class="head"><span>${ofUnknownLanguage(contents.course.title)} <span class="dot">·</span> ${levelMarkup(volume, strings)}</span> <span>${strings.print.keep}</span></p>
<h1>${title}</h1>
<div class="lessons">
${lessons.map((lesson) => keysOf(lesson, what))}</div>
</div>
</main>`,
  });
}

function keysOf(lesson: Lesson, what: KeysPage): Markup {
  const { direction, name, number, title } = lesson;
  return html`<section id="${name}">
<h2>${number}. ${inStory(title, direction)}</h2>
${lesson.exercises().map((sheet) => sheetKey(sheet, lesson, what))}</section>
`;
}

function sheetKey({ version, exercises }: ExerciseSheet, lesson: Lesson, what: KeysPage): Markup {
  const { strings } = what;
  const rows = exercises.map(
    (exercise, index) =>
      html`<dt><span class="number">${index + 1}</span> ${strings.exercises.kinds[exercise.kind].title}</dt><dd>${answers(exercise, lesson)}</dd>
`,
  );
  return html`<h3>${strings.exercises.set(version)}</h3>
<dl>${rows}</dl>
`;
}

// Teachers mark by letters, numbers and ticks where the sheet asks for those, and by the words elsewhere.
function answers(exercise: Exercise, { direction }: Lesson): Markup {
  const inScript = (text: string) => inStory(text, direction);
  const { kind, items } = exercise;
  const { form, choices: place } = kinds[kind];
  if (form === "order") return html`${items.map(({ correct }) => correct + 1).join(" – ")}`;
  if (place === "column") return numbered(items.map(({ correct }) => letterOf(correct)));
  if (place === "beside") {
    return numbered(
      items.map((item) => {
        const right = choicesOf(exercise, item)[item.correct] ?? "";
        // Of a false statement, what the story says.
        const isSaid = item.answer === item.before || item.answer === right;
        return isSaid ? right : html`${right} – ${inScript(item.answer)}`;
      }),
    );
  }
  if (form === "build") return numbered(answersOf(exercise).map(({ text }) => inScript(text)));
  return numbered(items.map((item) => inScript(rightOf(item).join(" / "))));
}

function numbered(items: readonly (Markup | string)[]): Markup {
  return html`<ol>${items.map((item) => html`<li>${item}</li> `)}</ol>`;
}
