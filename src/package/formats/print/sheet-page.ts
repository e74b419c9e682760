import { html, type Markup } from "../../../shared/html.ts";
import type { Lesson, View } from "../../contents/contents.ts";
import type { Exercise, SheetVersion } from "../../exercises/exercise.ts";
import { roomOn } from "../../exercises/one-sheet.ts";
import { languageName } from "../../locales/locale.ts";
import { isolateBidi } from "../../pages/isolate-bidi.ts";
import { type InlineStyle, inlineStyleWith, ofUnknownLanguage, page } from "../../pages/page.ts";
import { languageAttributes } from "../web/bar.ts";
import { afterExercises } from "./after-exercises.ts";
import { footOf, onPaper, onPaperOf, type PaperSheet } from "./on-paper.ts";
import { printExercise } from "./print-exercise.ts";

/** Whether a lesson has print sheets. */
export function hasExercises(lesson: Lesson): boolean {
  return lesson.exercises().some(({ exercises }) => exercises.length > 0);
}

/** A lesson's exercises, to be done with a pen: each version fills one sheet of paper, printed on both sides. */
export function sheetPage(what: View): Markup {
  const { lesson, contents, strings } = what;
  const kind = strings.exercises.exercises;
  const sheets = lessonSheets(what);
  const { paper, rehearsal } = contents.course;
  const feet = sheets.map(({ version }) => {
    const parts = [strings.lesson(lesson.number), strings.exercises.set(version)];
    return footOf(`set-${version}`, [...parts, ...(rehearsal ? [strings.rehearsal] : [])].join(" · "));
  });
  return page({
    title: `${kind} · ${lesson.title} · ${contents.course.title}`,
    strings,
    course: contents.course,
    ...styled(onPaperOf(paper) + feet.join("") + (rehearsal ? noteInFoot : ""), sheets),
    skip: { to: "sheets", text: kind },
    body: html`<main id="sheets" tabindex="-1">
${sheets.map((sheet) => sheetOf(sheet, what))}</main>`,
  });
}

// Above the first sheet, what a rehearsal says would fill a page of its own, because each set has its own kind of page.
const noteInFoot = "@media print { .rehearsal { display: none; } }\n";

function styled(rules: string, sheets: readonly PaperSheet[]): InlineStyle {
  const { head, policy } = inlineStyleWith(rules, "base", "scripts", "print");
  return { head, policy: sheets.some(({ after }) => after.picture) ? `${policy}; img-src data:` : policy };
}

function sheetOf(sheet: PaperSheet, what: View): Markup {
  const { lesson } = what;
  const { dir } = lesson.direction;
  const [first, second] = sheet.sides;
  const sections = (exercises: readonly Exercise[], before: number) =>
    exercises.map((exercise, index) =>
      section(exercise, { number: before + index + 1, what, version: sheet.version }),
    );
  const back = html`${sections(second, first.length)}${afterExercises(sheet, what)}`;
  return html`<div class="sheet ${dir} set-${sheet.version}">
${headOf(sheet, what)}${sections(first, 0)}<div class="back">
${back}</div>
</div>
`;
}

function headOf({ version, sides }: PaperSheet, { lesson, volume, contents, strings }: View): Markup {
  const say = strings.print;
  const name = languageName(volume.language, strings);
  const title = isolateBidi(lesson.title, lesson.direction);
  const heading =
    version === "A"
      ? html`<h1 ${languageAttributes(lesson.direction)}>${title}</h1>`
      : html`<h2 ${languageAttributes(lesson.direction)}>${title}</h2>`;
  const most = sides.flat().reduce((sum, exercise) => sum + exercise.items.length, 0);
  return html`<p class="head"><span>${ofUnknownLanguage(contents.course.title)} <span class="dot">·</span> <span lang="${name.tag}">${name.text}</span>, ${strings.level(volume.difficulty)} <span class="dot">·</span> ${strings.lesson(lesson.number)}</span>
<span>${strings.exercises.set(version)}</span></p>
${heading}
<p class="person"><span>${say.name}</span> <span>${say.date}</span> <span class="score">${say.score} <b>/ ${most}</b></span></p>
`;
}

interface SectionPlace {
  /** From 1, within the set. */
  readonly number: number;
  readonly version: SheetVersion;
  readonly what: View;
}

function section(exercise: Exercise, { number, version, what }: SectionPlace): Markup {
  const { lesson, contents, strings } = what;
  const { title, task } = strings.exercises.kinds[exercise.kind];
  const heading = html`<span class="number">${number}</span> ${title}`;
  const look = {
    direction: lesson.direction,
    reader: contents.reader.bcp47,
    strings: strings.exercises,
  };
  return html`<section class="exercise ${exercise.kind}">
${version === "A" ? html`<h2>${heading}</h2>` : html`<h3>${heading}</h3>`}
<p class="task">${task}</p>
${printExercise(exercise, look)}</section>
`;
}

/** The sets of a lesson as they are printed. */
function lessonSheets({ lesson, contents }: View): PaperSheet[] {
  const { image, prompts, title } = lesson;
  const room = roomOn(contents.course.paper, title);
  return onPaper(lesson.exercises(), room, { prompts, hasPicture: image !== null });
}
