import { posix } from "node:path";
import { sha256 } from "../../../shared/hash.ts";
import { html, type Markup } from "../../../shared/html.ts";
import type { Contents, Lesson, Volume } from "../../contents/contents.ts";
import type { Exercise, ExerciseSheet, SheetVersion } from "../../exercises/exercise.ts";
import type { Locale } from "../../locales/locale.ts";
import { answersOf } from "../../pages/exercise-answers.ts";
import { isolateBidi } from "../../pages/isolate-bidi.ts";
import { labelled } from "../../pages/labelled.ts";
import { page } from "../../pages/page.ts";
import { bar } from "./bar.ts";
import { type ExerciseFace, exerciseMarkup } from "./exercise-markup.ts";
import { languageAttributes } from "./language-attributes.ts";
import { readerHead, readerPolicy } from "./reader-head.ts";
import { resultOf } from "./result.ts";
import { retellOf } from "./retell.ts";

interface ExercisePage {
  readonly lesson: Lesson;
  readonly sheet: ExerciseSheet;
  readonly volume: Volume;
  readonly contents: Contents;
  readonly strings: Locale;
}

/** The file name of a set of exercises, in the folder of the lesson's page. */
export function exercisePageName(lesson: Lesson, version: SheetVersion): string {
  return `${lesson.name}-exercises-${version.toLowerCase()}.html`;
}

/** A set of exercises with immediate feedback if scripts run, and with answers to unfold if they don't. */
export function exercisePage({ lesson, sheet, volume, contents, strings }: ExercisePage): Markup {
  const say = strings.web;
  const words = strings.exercises;
  const recording = lesson.book?.sound?.path ?? null;
  const sound = recording && `../audio/${posix.basename(recording)}`;
  const look = { direction: lesson.direction, reader: contents.reader.bcp47, strings, sound };
  return page({
    title: `${words.exercises} ${sheet.version} · ${lesson.title} · ${contents.course.title}`,
    strings,
    course: contents.course,
    head: readerHead,
    policy: readerPolicy,
    skip: { to: "exercises", text: words.exercises },
    body: html`${bar({ volume, contents, strings })}<main id="exercises" class="work ${lesson.direction.dir}" tabindex="-1" data-right="${say.right}" data-wrong="${say.wrong}" data-score="${say.score}" data-check="${say.check}" data-up="${say.up}" data-down="${say.down}" data-colon="${labelled("", "", strings)}" data-tag="${lesson.direction.tag}" data-clear="${say.clear}" data-undo="${say.undo}" ${keepsAnswers({ lesson, sheet, contents })}>
<header>
<p class="eyebrow">${strings.lesson(lesson.number)} <span class="dot">·</span> ${words.exercises}, ${words.set(sheet.version)}</p>
<h1 ${languageAttributes(lesson.direction)}>${isolateBidi(lesson.title, lesson.direction)}</h1>
</header>
${sheet.exercises.map((exercise, index) => section(exercise, index, look))}${retellOf({ lesson, sheet, strings })}${resultOf(sheet, strings)}<p class="score" role="status" hidden></p>
<nav class="practice" aria-label="${strings.pages}"><a href="${lesson.name}.html">${say.backToStory}</a>
${others(lesson, sheet).map((version) => html`<a href="${exercisePageName(lesson, version)}">${say.otherSet(version)}</a>\n`)}</nav>
</main>`,
  });
}

// 64 bits tell a lesson's sheets apart; the key has whatever else could be confused with it.
const hashDigits = 16;

/** Where the script keeps the answers: by lesson, and for exactly these exercises, because answers to others would be wrong. */
function keepsAnswers({
  lesson,
  sheet,
  contents,
}: Pick<ExercisePage, "lesson" | "sheet" | "contents">): Markup {
  const { course, edition } = contents.course;
  const hash = sha256(JSON.stringify(sheet.exercises)).slice(0, hashDigits);
  return html`data-key="answers:${course}/${edition}/${lesson.job}/${sheet.version}" data-sheet="${hash}"`;
}

function others(lesson: Lesson, sheet: ExerciseSheet): SheetVersion[] {
  return lesson
    .exercises()
    .filter(({ version, exercises }) => version !== sheet.version && exercises.length > 0)
    .map(({ version }) => version);
}

function section(exercise: Exercise, index: number, look: ExerciseFace): Markup {
  const { title, task } = look.strings.exercises.kinds[exercise.kind];
  return html`<section class="exercise ${exercise.kind}" aria-labelledby="exercise-${index + 1}">
<h2 id="exercise-${index + 1}"><span class="number">${index + 1}</span> ${title}</h2>
<p class="task">${task}</p>
${exerciseMarkup(exercise, look)}<details><summary>${look.strings.exercises.answers}</summary>
<ol>${answersOf(exercise, look.strings.exercises).map(
    ({ text, gloss }) =>
      html`<li><span ${languageAttributes(look.direction)}>${isolateBidi(text, look.direction)}</span>${gloss !== null && html` <span class="hint" lang="${look.reader}" dir="auto">${gloss}</span>`}</li>\n`,
  )}</ol></details>
</section>
`;
}
