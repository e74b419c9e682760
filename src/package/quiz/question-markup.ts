import { html, type Markup } from "../../shared/html.ts";
import type { Exercise } from "../exercises/exercise.ts";
import type { Locale } from "../locales/locale.ts";
import { heardHint } from "../pages/heard-player.ts";
import { isolateBidi } from "../pages/isolate-bidi.ts";
import { inLesson, inReader, type LessonPart, lessonText } from "./lesson-markup.ts";
import { platformText } from "./platform-text.ts";
import { type Question, questionsOf } from "./question.ts";

/** The instructions of an exercise, in the reader's language. */
export function taskOf(exercise: Exercise["kind"], strings: Locale): string {
  return isOrder(exercise) ? strings.quiz.whichFirst : strings.exercises.kinds[exercise].task;
}

function isOrder(exercise: Exercise["kind"]): boolean {
  return exercise === "sentence-order" || exercise === "story-order";
}

/** An exercise's name, in the reader's language. */
export function titleOf(exercise: Exercise["kind"], strings: Locale): string {
  return strings.exercises.kinds[exercise].title;
}

/** A question with `gap` where its answer belongs, or without one. Does not include the instructions. */
export function questionMarkup(question: Question, gap: Markup, { lesson, contents }: LessonPart): Markup {
  const { before, shown, after, gloss } = question;
  const given = shown !== null && html`${platformText(shown)}${gap}`;
  const text = inLesson(
    lesson,
    html`${isolateBidi(before, lesson.direction, platformText)}${given}${isolateBidi(after, lesson.direction, platformText)}`,
  );
  return html`${text}${gloss !== null && html` (${inReader(contents, platformText(gloss))})`}`;
}

/** A choice, marked with its language. */
export function choiceMarkup(
  choice: string,
  choicesAre: "story" | "reader",
  { lesson, contents }: LessonPart,
): Markup {
  return choicesAre === "story" ? lessonText(lesson, choice) : inReader(contents, platformText(choice));
}

/** The right answers of both versions, for the teacher. */
export function keyMarkup(part: LessonPart): Markup {
  const { lesson, strings } = part;
  const sheets = lesson.exercises().filter(({ exercises }) => exercises.length > 0);
  return html`<h1>${strings.quiz.key}</h1>
<p lang="${lesson.direction.tag}" dir="${lesson.direction.dir}">${isolateBidi(lesson.title, lesson.direction, platformText)}</p>
${sheets.map(
  ({ version, exercises }) => html`<h2>${strings.quiz.exercises(version)}</h2>
${exercises.map(
  (exercise) => html`<h3>${titleOf(exercise.kind, strings)}</h3>
<ol>
${questionsOf(exercise, { language: lesson.language, strings: strings.exercises }).map((question) => html`<li>${answered(question, part)}</li>\n`)}</ol>
`,
)}`,
)}`;
}

function answered(question: Question, part: LessonPart): Markup {
  const { exercise, before, shown } = question;
  const task = isOrder(exercise) && html`${part.strings.quiz.whichFirst} `;
  const heard = question.heard !== null && html`${heardHint(question.heard, part.strings.exercises)} `;
  const asked = before !== "" || shown !== null ? html`${questionMarkup(question, html`…`, part)} ` : null;
  return html`${task}${heard}${asked}<strong>${answerMarkup(question, part)}</strong>`;
}

function answerMarkup(question: Question, part: LessonPart): Markup {
  if (question.kind === "fill") return lessonText(part.lesson, question.accepted[0] ?? "");
  return choiceMarkup(question.choices[question.right] ?? "", question.choicesAre, part);
}
