import { html, type Markup } from "../../../shared/html.ts";
import type { Contents, Lesson, Volume } from "../../contents/contents.ts";
import type { Exercise, ExerciseSheet, SheetVersion } from "../../exercises/exercise.ts";
import { countItems } from "../../exercises/versions/count-items.ts";
import type { Locale } from "../../locales/locale.ts";
import { inlineStyle } from "../../pages/inline-style.ts";
import { isolateBidi } from "../../pages/isolate-bidi.ts";
import { languageName } from "../../pages/language-names.ts";
import { ofUnknownLanguage, page } from "../../pages/page.ts";
import { languageAttributes } from "../web/language-attributes.ts";
import { afterExercises } from "./after-exercises.ts";
import { type AfterExercises, onPaper, roomAfter } from "./on-paper.ts";
import { type PrintFace, printExercise } from "./print-exercise.ts";

interface SheetPage {
  readonly lesson: Lesson;
  readonly volume: Volume;
  readonly contents: Contents;
  readonly strings: Locale;
}

/** Whether a lesson has print sheets. */
export function hasExercises(lesson: Lesson): boolean {
  return lesson.exercises.some(({ exercises }) => exercises.length > 0);
}

/** A lesson's exercises for pens: each version is meant to fill one sheet of paper at most, printed on both sides. */
export function sheetPage(what: SheetPage): Markup {
  const { lesson, contents, strings } = what;
  const kind = strings.exercises.exercises;
  const sheets = onPaper(lesson.exercises);
  const { image, prompts = [] } = lesson.source;
  const after = roomAfter(sheets, { prompts, hasPicture: image !== undefined });
  return page({
    title: `${kind} · ${lesson.title} · ${contents.course.title}`,
    strings,
    course: contents.course,
    ...styled(after.picture),
    skip: { to: "sheets", text: kind },
    body: html`<main id="sheets" tabindex="-1">
${sheets.map((sheet) => sheetOf(sheet, { ...what, after }))}</main>`,
  });
}

function styled(hasPicture: boolean) {
  const { head, policy } = inlineStyle("base", "scripts", "print");
  return { head, policy: hasPicture ? `${policy}; img-src data:` : policy };
}

function sheetOf(sheet: ExerciseSheet, what: SheetPage & { readonly after: AfterExercises }): Markup {
  const { lesson, volume, contents, strings, after } = what;
  const say = strings.print;
  const name = languageName(volume.language, strings);
  const look = {
    direction: lesson.direction,
    reader: contents.reader.bcp47,
    strings: strings.exercises,
  };
  const title = isolateBidi(lesson.title, lesson.direction);
  const heading =
    sheet.version === "A"
      ? html`<h1 ${languageAttributes(lesson.direction)}>${title}</h1>`
      : html`<h2 ${languageAttributes(lesson.direction)}>${title}</h2>`;
  const most = sheet.exercises.reduce((sum, exercise) => sum + countItems(exercise), 0);
  return html`<div class="sheet ${lesson.direction.dir}">
<p class="head"><span>${ofUnknownLanguage(contents.course.title)} <span class="dot">·</span> <span lang="${name.tag}">${name.text}</span>, ${strings.level(volume.difficulty)} <span class="dot">·</span> ${strings.lesson(lesson.number)}</span>
<span>${strings.exercises.set(sheet.version)}</span></p>
${heading}
<p class="person"><span>${say.name}</span> <span>${say.date}</span> <span class="score">${say.score} <b>/ ${most}</b></span></p>
${sheet.exercises.map((exercise, index) => section(exercise, { index, look, version: sheet.version }))}${afterExercises({ sheet, lesson, strings, after })}</div>
`;
}

function section(exercise: Exercise, at: { index: number; look: PrintFace; version: SheetVersion }): Markup {
  const { index, look } = at;
  const { title, task } = look.strings.kinds[exercise.kind];
  const heading = html`<span class="number">${index + 1}</span> ${title}`;
  return html`<section class="exercise ${exercise.kind}">
${at.version === "A" ? html`<h2>${heading}</h2>` : html`<h3>${heading}</h3>`}
<p class="task">${task}</p>
${printExercise(exercise, look)}</section>
`;
}
