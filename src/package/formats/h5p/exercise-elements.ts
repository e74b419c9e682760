import { html, type Markup, markup } from "../../../shared/html.ts";
import type { Exercise } from "../../exercises/exercise.ts";
import { heardHint } from "../../pages/heard-player.ts";
import { lessonText } from "../../quiz/lesson-markup.ts";
import { platformText } from "../../quiz/platform-text.ts";
import { type FillQuestion, type Question, questionsOf } from "../../quiz/question.ts";
import { questionMarkup, titleOf } from "../../quiz/question-markup.ts";
import { choiceElement, statementElement } from "./choice-elements.ts";
import { type Element, element, soundFile } from "./element.ts";
import { type ExercisePart, isPlain } from "./exercise-part.ts";

/**
 * An exercise as H5P contents: words to drag for a bank, a match and speakers; blanks to fill for what is written; choices for what comes
 * next and first, and for statements; a sentence that is played has its sound above it. Empty if nothing of it can be asked.
 */
export function exerciseElements(exercise: Exercise, part: ExercisePart): Element[] {
  const asking = { language: part.lesson.language, strings: part.strings.exercises };
  const questions = questionsOf(exercise, asking);
  const choices = questions.filter((question) => question.kind === "choice");
  switch (exercise.kind) {
    case "cloze":
      return dragged(exercise, questions, part);
    case "matching":
    case "who-said":
      return dragged(exercise, questions, part);
    case "dictation":
    case "listening-cloze":
      return questions.flatMap((question) => blanks(exercise, [question], part));
    case "first-letter":
    case "letter-scramble":
    case "word-order":
    case "find-sentence":
      return blanks(exercise, questions, part);
    case "true-false":
      return choices.map((question) => statementElement(question, part));
    case "what-next":
    case "sentence-order":
    case "story-order":
      return choices.map((question) => choiceElement(question, part));
  }
}

/** Blanks with all accepted spellings, of the questions whose answers H5P can hold. */
function blanks(exercise: Exercise, questions: readonly Question[], part: ExercisePart): Element[] {
  const asked = questions.flatMap((question) => {
    if (question.kind !== "fill") return [];
    const accepted = question.accepted.filter((spelling) => isPlain(spelling));
    return accepted.length === 0 ? [] : [{ ...question, accepted }];
  });
  if (asked.length === 0) return [];
  const { strings } = part;
  const [first] = asked;
  const sound = first?.heard == null ? null : part.soundOf(first.heard);
  const hint = first?.heard != null && sound === null && html` ${heardHint(first.heard, strings.exercises)}`;
  const title = titleOf(exercise.kind, strings);
  const params = {
    ...(sound !== null && { media: { type: audio(sound, part), disableImageZooming: false } }),
    text: html`<p>${strings.exercises.kinds[exercise.kind].task}${hint}</p>`.toString(),
    questions: asked.map((question) => html`<p>${blank(question, part)}</p>`.toString()),
    behaviour: {
      enableRetry: true,
      enableSolutionsButton: true,
      enableCheckButton: true,
      autoCheck: false,
      caseSensitive: false,
      showSolutionsRequiresInput: false,
      separateLines: false,
      confirmCheckDialog: false,
      confirmRetryDialog: false,
      acceptSpellingErrors: false,
    },
    checkAnswer: strings.quiz.check,
    tryAgain: strings.quiz.again,
    showSolutions: strings.exercises.answers,
  };
  return [element("H5P.Blanks", title, { params, scope: part.scope })];
}

function blank(question: FillQuestion, part: ExercisePart): Markup {
  const gap = markup(`*${question.accepted.join("/")}*`);
  const text = questionMarkup(question, gap, part);
  return question.shown === null ? html`${text} ${gap}` : text;
}

function audio(sound: string, part: ExercisePart): Element {
  const params = {
    playerMode: "full",
    fitToWrapper: false,
    controls: true,
    autoplay: false,
    files: [soundFile(sound, "audio/mpeg")],
  };
  return element("H5P.Audio", sound, { params, scope: part.scope });
}

/** Words to drag to their places, of the questions whose answers H5P can hold, with those that fit nowhere. */
function dragged(exercise: Exercise, questions: readonly Question[], part: ExercisePart): Element[] {
  const asked = questions.flatMap((question) => {
    const answer = question.kind === "choice" ? (question.choices[question.right] ?? "") : "";
    return isPlain(answer) ? [{ question, answer }] : [];
  });
  if (asked.length === 0) return [];
  const used = new Set(asked.map(({ answer }) => answer));
  const spare =
    exercise.kind === "cloze" ? exercise.bank.filter((word) => !used.has(word) && isPlain(word)) : [];
  const { strings } = part;
  const title = titleOf(exercise.kind, strings);
  const params = {
    taskDescription: html`<p>${strings.exercises.kinds[exercise.kind].task}</p>`.toString(),
    textField: asked.map(({ question, answer }) => line(question, answer, part)).join("\n"),
    distractors: spare.map((word) => `*${word}*`).join(" "),
    behaviour: {
      enableRetry: true,
      enableSolutionsButton: true,
      enableCheckButton: true,
      instantFeedback: false,
    },
    checkAnswer: strings.quiz.check,
    tryAgain: strings.quiz.again,
    showSolution: strings.exercises.answers,
  };
  return [element("H5P.DragText", title, { params, scope: part.scope })];
}

// Plain text here; what could be one of H5P's own signs is a numeric reference, which only the browser resolves.
function line({ before, shown, after }: Question, answer: string, { lesson }: ExercisePart): string {
  const text = (part: string) => platformText(part.replace(/\s+/gu, " ")).toString();
  if (shown === null) return `${text(before)} *${answer}*`;
  // The content type lays out its lines from left to right: without marks, the signs at the ends of a line in Arabic are on the wrong side.
  const mark = lesson.direction.dir === "rtl" ? "\u200f" : "";
  return `${mark}${text(before)}*${answer}*${text(after)}${mark}`;
}

/** The story's title, text and words. */
export function storyElement(part: ExercisePart): Element {
  const { lesson, contents, strings } = part;
  const text = html`${contents.course.rehearsal && html`<p><em>${strings.rehearsal}</em></p>\n`}<h2>${lessonText(lesson, lesson.title)}</h2>
${lesson.paragraphs.map((paragraph) => html`<p dir="${lesson.direction.dir}">${lessonText(lesson, paragraph.text)}</p>\n`)}${
  lesson.words.length > 0 &&
  html`<h3>${strings.quiz.words}</h3>
<ul>${lesson.words.map(({ word, gloss }) => html`<li><strong>${lessonText(lesson, word)}</strong>${gloss !== null && html` – ${platformText(gloss)}`}</li>`)}</ul>
`
}`;
  return element("H5P.AdvancedText", lesson.title, { params: { text: text.toString() }, scope: part.scope });
}
