import { html, type Markup } from "../../../shared/html.ts";
import type { Contents, Lesson, Volume } from "../../contents/contents.ts";
import type { Exercise, ExerciseSheet } from "../../exercises/exercise.ts";
import type { Locale } from "../../locales/locale.ts";
import { localeFor } from "../../locales/read-locale.ts";
import { answersOf } from "../../pages/exercise-answers.ts";
import { inlineStyle } from "../../pages/inline-style.ts";
import { isolateBidi } from "../../pages/isolate-bidi.ts";
import { languageName } from "../../pages/language-names.ts";
import { ofUnknownLanguage, page } from "../../pages/page.ts";
import { madeEntry, type PackageEntry } from "../../zip/entry.ts";
import { type Format, lessonFiles } from "../format.ts";
import { languageAttributes } from "../web/language-attributes.ts";
import { letterOf, type PrintFace, printExercise } from "./print-exercise.ts";

export const print: Format = {
  id: "print",
  entries,
  describe: (volume) => [
    lessonFiles(volume, (name) => `print/${name}.html`, { kind: "print", group: "paper" }),
    lessonFiles(volume, (name) => `print/${name}-key.html`, { kind: "keys", group: "paper" }),
  ],
};

/** For each lesson with exercises, a sheet with all its versions, each a page or more, and their answer key. */
function entries(volume: Volume, contents: Contents): PackageEntry[] {
  const strings = localeFor(contents.reader);
  return volume.lessons.filter(hasExercises).flatMap((lesson) => {
    const what = { lesson, volume, contents, strings };
    const path = `${volume.folder}/print/${lesson.name}`;
    return [
      madeEntry(`${path}.html`, () => sheetPage(what, "sheet").toString()),
      madeEntry(`${path}-key.html`, () => sheetPage(what, "key").toString()),
    ];
  });
}

/** Whether a lesson has print sheets. */
export function hasExercises(lesson: Lesson): boolean {
  return lesson.exercises.some(({ exercises }) => exercises.length > 0);
}

interface SheetPage {
  readonly lesson: Lesson;
  readonly volume: Volume;
  readonly contents: Contents;
  readonly strings: Locale;
}

type Side = "sheet" | "key";

function sheetPage(what: SheetPage, side: Side): Markup {
  const { lesson, contents, strings } = what;
  const words = strings.exercises;
  const kind = side === "key" ? strings.print.key : words.exercises;
  return page({
    title: `${kind} · ${lesson.title} · ${contents.course.title}`,
    strings,
    course: contents.course,
    ...inlineStyle("base", "scripts", "print"),
    skip: { to: "sheets", text: kind },
    body: html`<main id="sheets" tabindex="-1">
${lesson.exercises.filter(({ exercises }) => exercises.length > 0).map((sheet) => version(sheet, what, side))}</main>`,
  });
}

function version(sheet: ExerciseSheet, what: SheetPage, side: Side): Markup {
  const { lesson, volume, contents, strings } = what;
  const words = strings.exercises;
  const say = strings.print;
  const name = languageName(volume.language, strings);
  const look = { direction: lesson.direction, reader: contents.reader.bcp47, strings: words };
  const title = isolateBidi(lesson.title, lesson.direction);
  const heading =
    sheet.version === "A"
      ? html`<h1 ${languageAttributes(lesson.direction)}>${title}</h1>`
      : html`<h2 ${languageAttributes(lesson.direction)}>${title}</h2>`;
  return html`<div class="sheet ${lesson.direction.dir}">
<p class="head"><span>${ofUnknownLanguage(contents.course.title)} <span class="dot">·</span> <span lang="${name.tag}">${name.text}</span>, ${strings.level(volume.difficulty)} <span class="dot">·</span> ${strings.lesson(lesson.number)}</span>
<span>${side === "key" && html`${say.keep} <span class="dot">·</span> ${say.key} <span class="dot">·</span> `}${words.set(sheet.version)}</span></p>
${heading}
${side === "sheet" && html`<p class="person"><span>${say.name}</span> <span>${say.date}</span></p>\n`}${sheet.exercises.map((exercise, index) => section(exercise, { index, look, side, version: sheet.version }))}</div>
`;
}

function section(
  exercise: Exercise,
  at: { index: number; look: PrintFace; side: Side; version: string },
): Markup {
  const { index, look, side } = at;
  const { title, task } = look.strings.kinds[exercise.kind];
  const heading = html`<span class="number">${index + 1}</span> ${title}`;
  return html`<section class="exercise">
${at.version === "A" ? html`<h2>${heading}</h2>` : html`<h3>${heading}</h3>`}
${side === "sheet" ? html`<p class="task">${task}</p>\n${printExercise(exercise, look)}` : key(exercise, look)}</section>
`;
}

// Teachers mark by the letters of matching exercises and the numbers of sentence orders; the texts repeat the answers in full.
function key(exercise: Exercise, { direction, reader, strings }: PrintFace): Markup {
  const numbers = exercise.kind === "sentence-order" && exercise.key.map((place) => place + 1).join(" – ");
  return html`${numbers !== false && html`<p class="task">${numbers}</p>\n`}<ol class="items answers" dir="${direction.dir}">${answersOf(
    exercise,
    strings,
  ).map(({ text, gloss }, index) => {
    const letter = exercise.kind === "matching" && html`${letterOf(exercise.key[index] ?? 0)}) `;
    return html`<li><span ${languageAttributes(direction)}>${isolateBidi(text, direction)}</span>${gloss !== null && html` <span class="hint" dir="ltr">${letter}<span lang="${reader}" dir="auto">${gloss}</span></span>`}</li>\n`;
  })}</ol>
`;
}
