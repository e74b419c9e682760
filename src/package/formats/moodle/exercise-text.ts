import { html, type Markup } from "../../../shared/html.ts";
import type { Exercise, HeardItem, SentenceOrder } from "../../exercises/exercise.ts";
import { heardHint } from "../../pages/heard-player.ts";
import { type LessonPart, lessonText } from "../../quiz/lesson-markup.ts";
import { questionsOf } from "../../quiz/question.ts";
import { questionMarkup } from "../../quiz/question-markup.ts";
import type { Gap } from "./cloze-code.ts";

/** The lesson, and the file name of the sound for each sentence that a question plays; null if there is none. */
export interface QuestionPart extends LessonPart {
  readonly soundOf: (item: HeardItem) => string | null;
}

/** An item of an exercise: one gap, and the text around what stands in its place. */
interface Row {
  readonly gap: Gap;
  readonly around: (gap: Markup) => Markup;
}

/** The gaps of an exercise, in the order in which its text has them. */
export function gapsOf(exercise: Exercise, part: QuestionPart): Gap[] {
  return rowsOf(exercise, part).map(({ gap }) => gap);
}

/**
 * An exercise as the text of one question with embedded answers; `gapMarkup` says what stands in each gap's place, numbered from 1. Content
 * can't be taken for a gap: special characters are numeric references.
 */
export function exerciseText(
  exercise: Exercise,
  part: QuestionPart,
  gapMarkup: (gap: Gap, number: number) => Markup,
): Markup {
  const { task } = part.strings.exercises.kinds[exercise.kind];
  const rows = rowsOf(exercise, part);
  return html`<p>${task}</p>
${exercise.kind === "cloze" && html`<p>${lessonText(part.lesson, exercise.bank.join(" – "))}</p>\n`}<ol>
${rows.map(({ gap, around }, index) => html`<li>${around(gapMarkup(gap, index + 1))}</li>\n`)}</ol>
`;
}

function rowsOf(exercise: Exercise, part: QuestionPart): Row[] {
  if (exercise.kind === "sentence-order" || exercise.kind === "story-order") return places(exercise, part);
  const asking = { language: part.lesson.language, strings: part.strings.exercises };
  return questionsOf(exercise, asking).map((question) => ({
    gap: question,
    around: (gap) => {
      const text = questionMarkup(question, gap, part);
      const row = question.shown === null ? html`${text} ${gap}` : text;
      return question.heard === null ? row : html`${player(question.heard, part)}<br />${row}`;
    },
  }));
}

// Moodle stores a question's files with it, and finds them by this address.
function player(item: HeardItem, { soundOf, strings }: QuestionPart): Markup {
  const name = soundOf(item);
  if (name === null) return heardHint(item, strings.exercises);
  return html`<audio controls="controls" src="@@PLUGINFILE@@/${name}"></audio>`;
}

// Each sentence gets its number in the story.
function places({ sentences, key }: SentenceOrder, { lesson }: LessonPart): Row[] {
  const choices = sentences.map((_, index) => String(index + 1));
  return sentences.map((sentence, index) => ({
    gap: { kind: "choice", choices, choicesAre: "story", right: key[index] ?? 0 },
    around: (gap) => html`${gap} ${lessonText(lesson, sentence)}`,
  }));
}
