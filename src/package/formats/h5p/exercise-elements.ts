import { html, type Markup, markup } from "../../../shared/html.ts";
import type { View } from "../../contents/contents.ts";
import type { Exercise, ExerciseSheet, HeardItem } from "../../exercises/exercise.ts";
import { kinds } from "../../exercises/kinds.ts";
import { heardHint } from "../../pages/heard-player.ts";
import { pictureSize } from "../../pages/picture.ts";
import {
  choiceMarkup,
  lessonText,
  pictureFile,
  pictureText,
  platformText,
  promptsMarkup,
  questionMarkup,
  wordList,
} from "../../quiz/lesson-markup.ts";
import {
  acceptedBy,
  type ChoiceQuestion,
  type FillQuestion,
  type Question,
  questionsOf,
} from "../../quiz/question.ts";
import { audioElement, contentTypes, type Element, element } from "./element.ts";

/**
 * An exercise as words to drag if its choices are words, as blanks if answers are typed or built, otherwise as a choice for each question, with its
 * sound above it.
 */
export function exerciseElements(exercise: Exercise, part: ExercisePart): Element[] {
  const { choices, inReader } = kinds[exercise.kind];
  const questions = questionsOf(exercise, part.lesson.language);
  if (choices === "bank" || (choices === "column" && inReader === true)) {
    return dragged(exercise, questions, part);
  }
  const filled = questions.filter((question) => question.kind === "fill");
  if (filled.some(({ heard }) => heard !== null)) {
    return filled.flatMap((question) => blanks(exercise, [question], part));
  }
  return filled.length > 0
    ? blanks(exercise, filled, part)
    : questions.flatMap((question) =>
        question.kind === "choice" ? [choiceElement(exercise, question, part)] : [],
      );
}

function choiceElement(exercise: Exercise, question: ChoiceQuestion, part: ExercisePart): Element {
  const { strings } = part;
  const { title, task } = strings.exercises.kinds[exercise.kind];
  const params = {
    question: html`<p>${task}</p><p>${questionMarkup(question, html``, part)}</p>`.toString(),
    answers: question.choices.map((choice, index) => ({
      text: choiceMarkup(choice, question, part).toString(),
      correct: index === question.right,
      tipsAndFeedback: { tip: "", chosenFeedback: "", notChosenFeedback: "" },
    })),
    behaviour: contentTypes["H5P.MultiChoice"].behaviour,
    UI: {
      checkAnswerButton: strings.quiz.check,
      tryAgainButton: strings.quiz.again,
      showSolutionButton: strings.exercises.answers,
    },
  };
  return element("H5P.MultiChoice", title, { params, scope: part.scope });
}

/** Blanks with all accepted spellings, of the questions whose answers H5P can hold. */
function blanks(exercise: Exercise, questions: readonly FillQuestion[], part: ExercisePart): Element[] {
  const asked = questions.flatMap((question) => {
    const accepted = acceptedBy(question, part.contents.course).filter((spelling) => isPlain(spelling));
    return accepted.length === 0 ? [] : [{ ...question, accepted }];
  });
  if (asked.length === 0) return [];
  const { strings } = part;
  const [first] = asked;
  const sound = first?.heard == null ? null : part.soundOf(first.heard);
  const hint = first?.heard != null && sound === null && html` ${heardHint(first.heard, strings.exercises)}`;
  const { title, task } = strings.exercises.kinds[exercise.kind];
  const params = {
    ...(sound !== null && { media: { type: audio(sound, part), disableImageZooming: false } }),
    text: html`<p>${task}${hint}</p>`.toString(),
    questions: asked.map((question) => html`<p>${blank(question, part)}</p>`.toString()),
    behaviour: {
      ...contentTypes["H5P.Blanks"].behaviour,
      acceptSpellingErrors: part.contents.course.almost === "full",
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
  return audioElement(sound, { name: sound, mediaType: "audio/mpeg", scope: part.scope });
}

/** Words to drag to their places, of the questions whose answers H5P can hold, with those that fit nowhere. */
function dragged(exercise: Exercise, questions: readonly Question[], part: ExercisePart): Element[] {
  const asked = questions.flatMap((question) => {
    const answer = question.kind === "choice" ? (question.choices[question.right] ?? "") : "";
    return isPlain(answer) ? [{ question, answer }] : [];
  });
  if (asked.length === 0) return [];
  const rights = new Set(exercise.items.map(({ correct }) => correct));
  const spare = exercise.choices.filter((word, index) => !rights.has(index) && isPlain(word));
  const { strings } = part;
  const { title, task } = strings.exercises.kinds[exercise.kind];
  const params = {
    taskDescription: html`<p>${task}</p>`.toString(),
    textField: asked.map(({ question, answer }) => line(question, answer, part)).join("\n"),
    distractors: spare.map((word) => `*${word}*`).join(" "),
    behaviour: contentTypes["H5P.DragText"].behaviour,
    checkAnswer: strings.quiz.check,
    tryAgain: strings.quiz.again,
    showSolution: strings.exercises.answers,
  };
  return [element("H5P.DragText", title, { params, scope: part.scope })];
}

// Plain text here; what could be one of H5P's own signs is a numeric reference, which only the browser resolves.
function line({ before, shown, after, gloss }: Question, answer: string, { lesson }: ExercisePart): string {
  const text = (part: string) => platformText(part.replace(/\s+/gu, " ")).toString();
  if (shown === null) return `${text(before)} *${answer}*`;
  // The content type lays out its lines from left to right: without marks, the signs at the ends of a line in Arabic are on the wrong side.
  const mark = lesson.direction.dir === "rtl" ? "\u200f" : "";
  return `${mark}${text(before)}*${answer}*${text(after)}${mark}${gloss === null ? "" : text(` (${gloss})`)}`;
}

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

/**
 * H5P says which words it finds, but gives no points for them; its one point for writing the text can't be reduced. Null if there are too few words.
 */
export function retellElement({ retell }: ExerciseSheet, part: ExercisePart): Element | null {
  // A word between slashes, or with a star, would be a pattern.
  const words = retell.filter(isPlain);
  if (words.length === 0) return null;
  const { strings } = part;
  const params = {
    taskDescription: html`<p>${strings.print.writeWith}</p>${wordList(retell, part)}`.toString(),
    solution: {},
    keywords: words.map((keyword) => ({
      keyword,
      options: { points: 1, occurrences: 1, caseSensitive: false, forgiveMistakes: true },
    })),
    behaviour: contentTypes["H5P.Essay"].behaviour,
    checkAnswer: strings.quiz.check,
    tryAgain: strings.quiz.again,
  };
  return element("H5P.Essay", strings.exercises.retell.title, { params, scope: part.scope });
}

export function promptsElement(part: ExercisePart): Element | null {
  const text = promptsMarkup(part);
  if (text === null) return null;
  const { title } = part.strings.exercises.prompts;
  return element("H5P.AdvancedText", title, { params: { text: text.toString() }, scope: part.scope });
}

export function pictureElement(part: ExercisePart): Element | null {
  const { image } = part.lesson;
  const file = pictureFile(part.lesson, "images/");
  if (image === null || file === null) return null;
  const params = {
    file: {
      path: file.path,
      mime: image.mediaType,
      copyright: { license: "U" },
      ...pictureSize(image),
    },
    alt: pictureText(image.alt).toString(),
    decorative: false,
    contentName: "Image",
  };
  return element("H5P.Image", part.lesson.title, { params, scope: part.scope });
}

/** A lesson whose exercises become H5P contents. */
export interface ExercisePart extends View {
  /** The name of the sound for a sentence that a question plays; null if the file has none. */
  readonly soundOf: (item: HeardItem) => string | null;
  readonly scope: string;
}

// What H5P's blanks and words to drag can hold: their own signs are `*`, `/`, `:` and `\`, and they can't be escaped.
const plain = /^[\p{L}\p{M}\p{N}\p{Zs}'’"%();.,!?¡¿…،؛؟。、！？«»“”„–—-]+$/u;

/** Whether H5P takes a text for nothing but an answer. */
function isPlain(text: string): boolean {
  return plain.test(text);
}
