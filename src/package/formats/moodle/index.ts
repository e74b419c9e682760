import { html, type Markup, markup } from "../../../shared/html.ts";
import { lessonViews, mayHoldSound, type View, type VolumeView } from "../../contents/contents.ts";
import type { Course } from "../../contents/course.ts";
import { piecesEntry } from "../../entry.ts";
import type { Exercise, HeardItem } from "../../exercises/exercise.ts";
import { kinds } from "../../exercises/kinds.ts";
import { labelled } from "../../locales/locale.ts";
import { heardHint } from "../../pages/page.ts";
import { type Asking, lessonText, plainName, questionMarkup, wordList } from "../../quiz/lesson-markup.ts";
import { almostPoints, type FillQuestion, type Question, questionsOf } from "../../quiz/question.ts";
import { heardSounds } from "../../sentence-sounds/sentence-sounds.ts";
import { filled, type TemplateValues } from "../../template.ts";
import { type Format, listed } from "../format.ts";

/** Each exercise is one question with all its gaps, in a category per lesson, with the sounds of its sentences if the course has them. */
export const moodle: Format = (view) => {
  const { volume, contents } = view;
  const path = `${volume.folder}/lms/moodle-questions.xml`;
  const mayBeLong = mayHoldSound(["sentences"], volume.lessons, contents);
  return [
    listed(
      "moodle",
      piecesEntry(path, mayBeLong, (count) => questionPieces(view, count)),
      view,
    ),
  ];
};

/** `count` receives the number of bytes of the file that are sound. */
async function* questionPieces(of: VolumeView, count: (bytes: number) => void): AsyncGenerator<Buffer> {
  const { contents, strings } = of;
  yield Buffer.from(`<?xml version="1.0" encoding="UTF-8"?>\n<quiz>\n`);
  for (const view of lessonViews(of)) {
    const { lesson } = view;
    yield question("category", { category: categoryOf(view) });
    const heard = heardSounds(lesson, contents);
    const asking = { ...view, soundOf: heard.nameOf };
    for (const { version, exercises, retell } of lesson.exercises()) {
      const named = (kind: string) =>
        plainName(`${lesson.number}${version}. ${labelled(kind, lesson.title, strings)}`);
      for (const exercise of exercises) {
        const files = [];
        for (const sound of heard.soundsOf(exercise))
          files.push({ name: sound.name, base64: (await heard.cutter.read(sound)).toString("base64") });
        count(files.reduce((sum, { base64 }) => sum + base64.length, 0));
        const asked = exerciseText(exercise, asking, (gap) => gapCode(gap, contents.course));
        const name = named(strings.exercises.kinds[exercise.kind].title);
        yield question("cloze", { name, asked: asked.toString(), files });
      }
      if (retell.length === 0) continue;
      // The story to be written in the learner's own words, which a teacher reads.
      const asked = html`<p>${strings.print.writeWith}</p>\n${wordList(retell, view)}`;
      yield question("essay", { name: named(strings.exercises.retell.title), asked: asked.toString() });
    }
  }
  yield Buffer.from("</quiz>\n");
}

function question(template: "category" | "cloze" | "essay", values: TemplateValues): Buffer {
  return Buffer.from(filled(new URL(`./templates/${template}.xml`, import.meta.url), values).toString());
}

// Slashes separate categories; a doubled slash is a literal one.
function categoryOf({ lesson, contents, volume }: View): string {
  const names = [contents.course.title, volume.level, `${lesson.number}. ${lesson.title}`];
  return ["$course$", "top", ...names.map((name) => plainName(name).replaceAll("/", "//"))].join("/");
}

export function gapsOf(exercise: Exercise, { lesson }: Asking): Question[] {
  return questionsOf(exercise, lesson.language, true);
}

/** `gapMarkup` says what stands in each gap's place, from 1. Special characters are numeric references, so that no content is mistaken for a gap. */
export function exerciseText(
  exercise: Exercise,
  part: Asking,
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
function player(item: HeardItem, { soundOf, strings }: Asking): Markup {
  const name = soundOf(item);
  if (name === null) return heardHint(item, strings.exercises);
  return html`<audio controls="controls" src="@@PLUGINFILE@@/${name}"></audio>`;
}

/** A question's gap in Moodle's code for embedded answers. */
export function gapCode(gap: Question, course: Course): Markup {
  if (gap.kind === "choice") {
    const choices = gap.choices.map((choice, index) => (index === gap.right ? "=" : "") + answer(choice, ""));
    return coded("MULTICHOICE", choices);
  }
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
