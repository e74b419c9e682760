import { html, type Markup } from "../../../shared/html.ts";
import type { Exercise, HeardItem, SentenceOrder } from "../../exercises/exercise.ts";
import { heardHint } from "../../pages/heard-player.ts";
import { type LessonPart, lessonText } from "../../quiz/lesson-markup.ts";
import { type Question, questionsOf } from "../../quiz/question.ts";
import { questionMarkup } from "../../quiz/question-markup.ts";
import { gapToChoose, gapToFill } from "./cloze-code.ts";

/** The lesson, and the file name of the sound for each sentence that a question plays; null if there is none. */
export interface QuestionPart extends LessonPart {
  readonly soundOf: (item: HeardItem) => string | null;
}

/** An exercise as the text of one cloze question. Content can't be taken for a gap: special characters are numeric references. */
export function exerciseText(exercise: Exercise, part: QuestionPart): Markup {
  const { task } = part.strings.exercises.kinds[exercise.kind];
  const rows =
    exercise.kind === "sentence-order" || exercise.kind === "story-order"
      ? places(exercise, part)
      : rowsOf(exercise, part);
  return html`<p>${task}</p>
${exercise.kind === "cloze" && html`<p>${lessonText(part.lesson, exercise.bank.join(" – "))}</p>\n`}<ol>
${rows.map((row) => html`<li>${row}</li>\n`)}</ol>
`;
}

function rowsOf(exercise: Exercise, part: QuestionPart): Markup[] {
  const asking = { language: part.lesson.language, strings: part.strings.exercises };
  return questionsOf(exercise, asking).map((question) => {
    const gap = gapOf(question);
    const text = questionMarkup(question, gap, part);
    const row = question.shown === null ? html`${text} ${gap}` : text;
    return question.heard === null ? row : html`${player(question.heard, part)}<br />${row}`;
  });
}

// Moodle stores a question's files with it, and finds them by this address.
function player(item: HeardItem, { soundOf, strings }: QuestionPart): Markup {
  const name = soundOf(item);
  if (name === null) return heardHint(item, strings.exercises);
  return html`<audio controls="controls" src="@@PLUGINFILE@@/${name}"></audio>`;
}

function gapOf(question: Question): Markup {
  return question.kind === "fill"
    ? gapToFill(question.accepted)
    : gapToChoose(question.choices, question.right);
}

// Each sentence gets its number in the story.
function places({ sentences, key }: SentenceOrder, { lesson }: LessonPart): Markup[] {
  const numbers = sentences.map((_, index) => String(index + 1));
  return sentences.map(
    (sentence, index) => html`${gapToChoose(numbers, key[index] ?? 0)} ${lessonText(lesson, sentence)}`,
  );
}
