import { html, type Markup } from "../../shared/html.ts";
import type { Exercise, ExerciseSheet } from "../exercises/exercise.ts";
import { page } from "../pages/page.ts";
import { stringsFor } from "../pages/strings-for.ts";
import { type LessonPart, lessonMarkup } from "../quiz/lesson-markup.ts";
import { type Question, questionsOf } from "../quiz/question.ts";
import { questionMarkup, taskOf, titleOf } from "../quiz/question-markup.ts";
import { masteryScore } from "./mastery.ts";

const head = html`<link rel="stylesheet" href="lesson.css">
<script src="lesson.js" defer></script>`;

/** The page of a SCO: the story, then the exercises of version A with one button that checks them all. */
export function scoPage(part: LessonPart, sound: string | null): Markup {
  const { lesson, contents } = part;
  const strings = stringsFor(contents.reader);
  return page({
    title: lesson.title,
    strings,
    course: contents.course,
    head,
    policy: "style-src 'self'; script-src 'self'; media-src 'self'",
    skip: { to: "story", text: strings.skipToStory },
    body: html`<main id="story" tabindex="-1" class="script-${lesson.direction.script.toLowerCase()}">
${lessonMarkup(part, sound)}${quiz(lesson.exercises[0], part)}</main>`,
  });
}

function quiz(sheet: ExerciseSheet | undefined, part: LessonPart): Markup | null {
  if (sheet === undefined || sheet.exercises.length === 0) return null;
  const { strings, lesson } = part;
  return html`<form id="quiz" data-tag="${lesson.direction.tag}" data-pass="${masteryScore}" data-right="${strings.right}" data-wrong="${strings.wrong("{answer}")}" data-score="${scoreText(part)}" data-again="${strings.again}">
${sheet.exercises.map((exercise) => section(exercise, part))}<p><button type="submit">${strings.check}</button></p>
<p id="score" role="status"></p>
</form>
`;
}

// The script counts; the sentence is the language's.
function scoreText({ strings }: LessonPart): string {
  return strings.score("{right}", "{of}");
}

function section(exercise: Exercise, part: LessonPart): Markup {
  const { strings, lesson } = part;
  const questions = questionsOf(exercise, lesson.language);
  return html`<section>
<h2>${titleOf(exercise.kind, strings)}</h2>
<p>${taskOf(exercise.kind, strings)}</p>
<ol>
${questions.map((question, index) => row(question, index + 1, part))}</ol>
</section>
`;
}

function row(question: Question, number: number, part: LessonPart): Markup {
  const label = `${titleOf(question.exercise, part.strings)} ${number}`;
  const field = question.kind === "choice" ? select(question, label, part) : input(label, part);
  const text = questionMarkup(question, field, part);
  const body = question.shown === null ? html`${text} ${field}` : text;
  const accepted = question.kind === "choice" ? [String(question.right)] : question.accepted;
  const answer = question.kind === "choice" ? question.choices[question.right] : question.accepted[0];
  return html`<li data-accepted="${JSON.stringify(accepted)}" data-answer="${answer ?? ""}">${body} <span class="verdict" role="status" dir="auto"></span></li>
`;
}

type Choice = Extract<Question, { kind: "choice" }>;

function select(
  { choices, choicesAre }: Choice,
  label: string,
  { lesson, contents, strings }: LessonPart,
): Markup {
  const { tag } = lesson.direction;
  const lang = choicesAre === "story" ? tag : contents.reader.bcp47;
  return html`<select aria-label="${label}"><option value="">${strings.choose}</option>${choices.map(
    (choice, index) => html`<option value="${index}" lang="${lang}" dir="auto">${choice}</option>`,
  )}</select>`;
}

function input(label: string, { lesson }: LessonPart): Markup {
  const { tag, dir } = lesson.direction;
  return html`<input type="text" aria-label="${label}" lang="${tag}" dir="${dir}" autocomplete="off" autocapitalize="off" spellcheck="false">`;
}
