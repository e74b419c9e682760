import { html, type Markup } from "../../../shared/html.ts";
import type { Contents, Lesson, Volume } from "../../contents/contents.ts";
import type { Exercise } from "../../exercises/exercise.ts";
import type { Locale } from "../../locales/locale.ts";
import { answersOf } from "../../pages/exercise-answers.ts";
import { inlineStyleWith } from "../../pages/inline-style.ts";
import { isolateBidi } from "../../pages/isolate-bidi.ts";
import { languageName } from "../../pages/language-names.ts";
import { ofUnknownLanguage, page } from "../../pages/page.ts";
import { languageAttributes } from "../web/language-attributes.ts";
import { lessonSheets } from "./lesson-sheets.ts";
import type { PaperSheet } from "./on-paper.ts";
import { onPaperOf } from "./paper.ts";
import { letterOf } from "./print-exercise.ts";

/** The file name of a volume's keys in the teacher's folder. */
export const keysFile = "keys.html";

interface KeysPage {
  /** Those that have sheets. */
  readonly lessons: readonly Lesson[];
  readonly volume: Volume;
  readonly contents: Contents;
  readonly strings: Locale;
}

/** The answer keys of a volume: all lessons on one page, as small as can be read, for the teacher's desk. */
export function keysPage(what: KeysPage): Markup {
  const { lessons, volume, contents, strings } = what;
  const { key: title } = strings.print;
  const name = languageName(volume.language, strings);
  return page({
    title: `${title} · ${name.text}, ${strings.level(volume.difficulty)} · ${contents.course.title}`,
    strings,
    course: contents.course,
    ...inlineStyleWith(onPaperOf(contents.course.paper), "base", "scripts", "print", "keys"),
    skip: { to: "keys", text: title },
    body: html`<main id="keys" tabindex="-1">
<div class="sheet">
<p class="head"><span>${ofUnknownLanguage(contents.course.title)} <span class="dot">·</span> <span lang="${name.tag}">${name.text}</span>, ${strings.level(volume.difficulty)}</span> <span>${strings.print.keep}</span></p>
<h1>${title}</h1>
<div class="lessons${isLong(lessons) ? " many" : ""}">
${lessons.map((lesson) => keysOf(lesson, what))}</div>
</div>
</main>`,
  });
}

// About what a page of A4 holds in the larger type.
const mostLarge = 4_000;

function isLong(lessons: readonly Lesson[]): boolean {
  const answered = lessons.flatMap(({ exercises }) => exercises().flatMap((sheet) => sheet.exercises));
  const plain = { isTrue: "", isFalse: "" };
  const signs = answered.flatMap((exercise) => answersOf(exercise, plain).map(({ text }) => text.length + 4));
  return signs.reduce((sum, count) => sum + count, 0) > mostLarge;
}

function keysOf(lesson: Lesson, what: KeysPage): Markup {
  const { direction, name, number, title } = lesson;
  const sheets = lessonSheets({ lesson, ...what });
  return html`<section id="${name}">
<h2>${number}. <span ${languageAttributes(direction)}>${isolateBidi(title, direction)}</span></h2>
${sheets.map((sheet) => sheetKey(sheet, lesson, what))}</section>
`;
}

function sheetKey({ version, sides }: PaperSheet, lesson: Lesson, what: KeysPage): Markup {
  const { strings } = what;
  const rows = sides.flat().map(
    (exercise, index) =>
      html`<dt><span class="number">${index + 1}</span> ${strings.exercises.kinds[exercise.kind].title}</dt><dd>${answers(exercise, lesson, what)}</dd>
`,
  );
  return html`<h3>${strings.exercises.set(version)}</h3>
<dl>${rows}</dl>
`;
}

// Teachers mark by letters, numbers and ticks where the sheet asks for those, and by the words elsewhere.
function answers(exercise: Exercise, { direction }: Lesson, { strings }: KeysPage): Markup {
  const inScript = (text: string) =>
    html`<span ${languageAttributes(direction)}>${isolateBidi(text, direction)}</span>`;
  switch (exercise.kind) {
    case "matching":
    case "what-next":
      return numbered(exercise.key.map((place) => letterOf(place)));
    case "sentence-order":
    case "story-order":
      return html`${exercise.key.map((place) => place + 1).join(" – ")}`;
    case "who-said":
      return numbered(exercise.items.map(({ answer }) => inScript(answer)));
    case "true-false":
      return numbered(
        exercise.items.map(({ isTrue, answer }) =>
          isTrue ? strings.exercises.isTrue : html`${strings.exercises.isFalse} – ${inScript(answer)}`,
        ),
      );
    default:
      return numbered(answersOf(exercise, strings.exercises).map(({ text }) => inScript(text)));
  }
}

function numbered(items: readonly (Markup | string)[]): Markup {
  return html`<ol>${items.map((item) => html`<li>${item}</li> `)}</ol>`;
}
