import { html, type Markup, markup } from "../../../shared/html.ts";
import type { View } from "../../contents/contents.ts";
import type { Course } from "../../contents/course.ts";
import type { Exercise, HeardItem } from "../../exercises/exercise.ts";
import { kinds } from "../../exercises/kinds.ts";
import { heardHint } from "../../pages/heard-player.ts";
import { lessonText, questionMarkup } from "../../quiz/lesson-markup.ts";
import { almostPoints, type FillQuestion, type Question, questionsOf } from "../../quiz/question.ts";

/** The lesson, and the file name of the sound for each sentence that a question plays; null if the sentence has no sound. */
export interface QuestionPart extends View {
  readonly soundOf: (item: HeardItem) => string | null;
}

export function gapsOf(exercise: Exercise, { lesson }: QuestionPart): Question[] {
  return questionsOf(exercise, lesson.language, true);
}

/** `gapMarkup` says what stands in each gap's place, from 1. Special characters are numeric references, so that no content is mistaken for a gap. */
export function exerciseText(
  exercise: Exercise,
  part: QuestionPart,
  gapMarkup: (gap: Question, number: number) => Markup,
): Markup {
  const { task } = part.strings.exercises.kinds[exercise.kind];
  const isBanked = kinds[exercise.kind].choices === "bank";
  const rows = gapsOf(exercise, part).map((question, index) => {
    const gap = gapMarkup(question, index + 1);
    const text = questionMarkup(question, gap, part);
    const row = question.shown === null ? html`${text} ${gap}` : text;
    return html`<li>${question.heard !== null && html`${player(question.heard, part)}<br />`}${row}</li>\n`;
  });
  return html`<p>${task}</p>
${isBanked && html`<p>${lessonText(part.lesson, exercise.choices.join(" – "))}</p>\n`}<ol>
${rows}</ol>
`;
}

// Moodle stores a question's files with it, and finds them by this address.
function player(item: HeardItem, { soundOf, strings }: QuestionPart): Markup {
  const name = soundOf(item);
  if (name === null) return heardHint(item, strings.exercises);
  return html`<audio controls="controls" src="@@PLUGINFILE@@/${name}"></audio>`;
}

/** A question's gap in Moodle's code for embedded answers. */
export function gapCode(gap: Question, course: Course): Markup {
  if (gap.kind === "choice") return gapToChoose(gap.choices, gap.right);
  return coded(
    "SHORTANSWER",
    spellingsFor(gap, course).map(({ text, points }) => {
      const share = points === 1 ? "=" : `%${100 * points}%`;
      return share + answer(text, "*");
    }),
  );
}

/** The answers that a gap to fill in accepts, in upper or lower case, each with its share of the point. */
export function spellingsFor(
  { accepted, almost }: FillQuestion,
  course: Course,
): { readonly text: string; readonly points: number }[] {
  return [
    ...accepted.map((text) => ({ text, points: 1 })),
    ...almost.map((text) => ({ text, points: almostPoints(course) })),
  ];
}

/** A gap with a list of choices, in the given order. */
function gapToChoose(choices: readonly string[], right: number): Markup {
  return coded(
    "MULTICHOICE",
    choices.map((choice, index) => `${index === right ? "=" : ""}${answer(choice, "")}`),
  );
}

function coded(kind: string, answers: readonly string[]): Markup {
  return markup(`{1:${kind}:${answers.join("~")}}`);
}

// Everything except letters, marks, digits and spaces becomes a numeric reference, so that it can't be taken for cloze syntax. Moodle
// resolves the references after parsing the gap, but looks for wildcards only then, so their sign needs a backslash.
function answer(text: string, wildcard: string): string {
  return text.replace(/[^\p{L}\p{M}\p{N} ]/gu, (character) => {
    const code = `&#${character.codePointAt(0)};`;
    return character === wildcard ? `&#92;${code}` : code;
  });
}
