import { html, type Markup } from "../../../shared/html.ts";
import type { Cloze, Exercise, ExerciseSheet } from "../../exercises/exercise.ts";
import { localeFor } from "../../locales/read-locale.ts";
import { heardPlayer } from "../../pages/heard-player.ts";
import { isolateBidi } from "../../pages/isolate-bidi.ts";
import { page } from "../../pages/page.ts";
import { type LessonFiles, type LessonPart, lessonMarkup } from "../../quiz/lesson-markup.ts";
import { openTasks } from "../../quiz/open-tasks.ts";
import { type ChoiceQuestion, type Question, questionsOf } from "../../quiz/question.ts";
import { questionMarkup, taskOf, titleOf } from "../../quiz/question-markup.ts";
import { masteryScore } from "./mastery.ts";

const head = html`<link rel="stylesheet" href="lesson.css">
<script src="lesson.js" defer></script>`;

/**
 * The page of a SCO: the story, then the exercises of version A with a button that checks them all and one that shows the answers, then
 * what is not marked.
 */
export function scoPage(part: LessonPart, files: LessonFiles): Markup {
  const { lesson, contents } = part;
  const strings = localeFor(contents.reader);
  return page({
    title: lesson.title,
    strings,
    course: contents.course,
    head,
    policy: "style-src 'self'; script-src 'self'; media-src 'self'; img-src 'self'",
    skip: { to: "story", text: strings.skipToStory },
    body: html`<main id="story" tabindex="-1" class="script-${lesson.direction.script.toLowerCase()}">
${lessonMarkup(part, files)}${quiz(lesson.exercises()[0], { ...part, sound: files.sound })}${openTasks(part)}</main>`,
  });
}

interface ScoPart extends LessonPart {
  /** The recording's address; null if the package does not contain it. */
  readonly sound: string | null;
}

function quiz(sheet: ExerciseSheet | undefined, part: ScoPart): Markup | null {
  if (sheet === undefined || sheet.exercises.length === 0) return null;
  const { strings, lesson } = part;
  return html`<form id="quiz" data-tag="${lesson.direction.tag}" data-pass="${masteryScore}" data-right="${strings.quiz.right}" data-wrong="${strings.quiz.wrong}" data-score="${scoreText(part)}" data-again="${strings.quiz.again}">
${sheet.exercises.map((exercise) => section(exercise, part))}<p class="buttons"><button type="submit">${strings.quiz.check}</button> <button type="button" id="reveal" hidden>${strings.quiz.reveal}</button></p>
<p id="score" role="status"></p>
<p id="settled" role="status" data-text="${strings.quiz.settled}"></p>
</form>
`;
}

// The script fills in the numbers; the sentence comes from the locale.
function scoreText({ strings }: LessonPart): string {
  return strings.quiz.score("{right}", "{all}");
}

function section(exercise: Exercise, part: ScoPart): Markup {
  const { strings, lesson } = part;
  const questions = questionsOf(exercise, { language: lesson.language, strings: strings.exercises });
  return html`<section class="${exercise.kind}">
<h2>${titleOf(exercise.kind, strings)}</h2>
<p>${taskOf(exercise.kind, strings)}</p>
${exercise.kind === "cloze" && bank(exercise, part)}<ol dir="${lesson.direction.dir}">
${questions.map((question, index) => row(question, index + 1, part))}</ol>
</section>
`;
}

function bank(exercise: Cloze, { lesson }: LessonPart): Markup {
  const { tag, dir } = lesson.direction;
  return html`<ul class="bank" lang="${tag}" dir="${dir}">${exercise.bank.map((word) => html`<li>${isolateBidi(word, { dir })}</li>`)}</ul>
`;
}

function row(question: Question, number: number, part: ScoPart): Markup {
  const verdict = `${question.exercise}-${number}`;
  const label = `${titleOf(question.exercise, part.strings)} ${number}`;
  const field = fieldOf(question, html`aria-label="${label}" aria-describedby="${verdict}"`, part);
  const text = questionMarkup(question, field, part);
  const { heard } = question;
  const player = heard !== null && html`${heardPlayer(heard, { ...part, number })} `;
  const body = html`${player}${question.shown === null ? html`${text} ${field}` : text}`;
  const accepted = question.kind === "choice" ? [String(question.right)] : question.accepted;
  return html`<li data-accepted="${JSON.stringify(accepted)}">${body} <span id="${verdict}"><bdi class="verdict"></bdi> ${answer(question, part)}</span></li>
`;
}

// The right answer, for the script to show.
function answer(question: Question, part: LessonPart): Markup {
  const lang = answerLanguage(question, part);
  const text = question.kind === "choice" ? question.choices[question.right] : question.accepted[0];
  return html`<span class="answer" lang="${lang}" dir="auto" hidden>${text ?? ""}</span>`;
}

function answerLanguage(question: Question, { lesson, contents }: LessonPart): string {
  const isGloss = question.kind === "choice" && question.choicesAre === "reader";
  return isGloss ? contents.reader.bcp47 : lesson.direction.tag;
}

function fieldOf(question: Question, naming: Markup, part: LessonPart): Markup {
  return question.kind === "choice" ? select(question, naming, part) : input(naming, part);
}

function select(question: ChoiceQuestion, naming: Markup, part: LessonPart): Markup {
  const { choices } = question;
  const lang = answerLanguage(question, part);
  return html`<select ${naming}><option value="">${part.strings.quiz.choose}</option>${choices.map(
    (choice, index) => html`<option value="${index}" lang="${lang}" dir="auto">${choice}</option>`,
  )}</select>`;
}

function input(naming: Markup, { lesson }: LessonPart): Markup {
  const { tag, dir } = lesson.direction;
  return html`<input type="text" ${naming} lang="${tag}" dir="${dir}" autocomplete="off" autocapitalize="off" spellcheck="false">`;
}
