import { html, type Markup, markup } from "../../../shared/html.ts";
import type { Course } from "../../contents/course.ts";
import { asXmlText, platformText } from "../../quiz/lesson-markup.ts";
import { gapCode, spellingsFor } from "../moodle/exercise-text.ts";
import {
  type BankQuestion,
  categories,
  contexts,
  type Outline,
  type OutlineLesson,
  stampOf,
} from "./outline.ts";
import { nameFor, xml } from "./xml.ts";

/** The question bank of the course: a category for each lesson, containing one question with embedded answers for each of the lesson's exercises. */
export function questionBank(outline: Outline): Markup {
  const { contents, volume, volumeName, lessons } = outline;
  const { course } = contents;
  const scope = [course.course, volume.folder];
  return html`<question_categories>
${category({ id: categories.top, name: "top", parent: 0, stamp: stampOf("top", ...scope) }, [])}${category(
  {
    id: categories.course,
    name: nameFor(course.title),
    parent: categories.top,
    stamp: stampOf("course", course.course),
  },
  [],
)}${category(
  {
    id: categories.volume,
    name: volumeName,
    parent: categories.course,
    stamp: stampOf("volume", ...scope),
  },
  [],
)}${lessons.map((lesson) => lessonCategory(lesson, outline))}</question_categories>
`;
}

interface Category {
  readonly id: number;
  readonly name: string;
  readonly parent: number;
  readonly stamp: string;
}

function category({ id, name, parent, stamp }: Category, entries: readonly Markup[]): Markup {
  return xml("question-category", { id, name, contextId: contexts.course, stamp, parent, entries });
}

function lessonCategory(lesson: OutlineLesson, outline: Outline): Markup {
  const { course } = outline.contents;
  const id = lesson.category;
  const stamp = stampOf("lesson", course.course, course.edition, lesson.lesson.job);
  const questions = lesson.activities.flatMap((activity) =>
    activity.kind === "quiz" ? activity.questions : [],
  );
  const entries = questions.flatMap((question) => entriesOf(question, lesson, outline));
  return category({ id, name: lesson.name, parent: categories.volume, stamp }, entries);
}

/** A question, and the questions of its gaps, which Moodle keeps beside it. */
function entriesOf(
  question: BankQuestion,
  lesson: OutlineLesson,
  { seconds, contents: { course } }: Outline,
): Markup[] {
  const { id, gaps, text, stamp, name } = question;
  const shared = { name, seconds, category: lesson.category };
  const whole = entry({
    ...shared,
    id,
    parent: 0,
    text: asXmlText(text),
    mark: gaps.length,
    penalty: "0.3333333",
    stamp,
    kind: "multianswer",
    plugin: html`<answers>
</answers>
<multianswer id="${id}">
<question>${id}</question>
<sequence>${gaps.map((gap) => gap.id).join(",")}</sequence>
</multianswer>
`,
  });
  const parts = gaps.map((gap, index) =>
    entry({
      ...shared,
      id: gap.id,
      parent: id,
      text: asXmlText(gapCode(gap, course)),
      mark: 1,
      penalty: "0.0000000",
      stamp: stampOf(stamp, index),
      ...(gap.kind === "fill" ? toFill(gap, course) : toChoose(gap)),
    }),
  );
  return [whole, ...parts];
}

type Gap = BankQuestion["gaps"][number];

// Moodle takes `*` for a wildcard in what is typed, unless it is escaped.
function toFill(gap: Extract<Gap, { kind: "fill" }>, course: Course) {
  const answers = spellingsFor(gap, course).map(({ text, points }, index) =>
    answer(gap.id, index, { text: html`${text.replaceAll("*", "\\*")}`, format: 0, points }),
  );
  return {
    kind: "shortanswer" as const,
    plugin: html`<answers>
${answers}</answers>
<shortanswer id="${gap.id}">
<usecase>0</usecase>
</shortanswer>
`,
  };
}

function toChoose(gap: Extract<Gap, { kind: "choice" }>) {
  const answers = gap.choices.map((choice, index) =>
    answer(gap.id, index, {
      text: asXmlText(platformText(choice)),
      format: 1,
      points: index === gap.right ? 1 : 0,
    }),
  );
  return {
    kind: "multichoice" as const,
    plugin: xml("multichoice", { answers, id: gap.id }),
  };
}

// More answers than this to one gap are not asked for.
const mostAnswers = 1_000;

interface Answer {
  readonly text: Markup;
  /** Moodle's number for plain text or HTML. */
  readonly format: 0 | 1;
  readonly points: number;
}

function answer(question: number, index: number, { text, format, points }: Answer): Markup {
  return html`<answer id="${question * mostAnswers + index}">
<answertext>${text}</answertext>
<answerformat>${format}</answerformat>
<fraction>${points.toFixed(7)}</fraction>
<feedback></feedback>
<feedbackformat>1</feedbackformat>
</answer>
`;
}

interface Entry {
  readonly id: number;
  readonly parent: number;
  readonly category: number;
  readonly name: string;
  readonly text: Markup;
  readonly mark: number;
  readonly penalty: string;
  readonly stamp: string;
  readonly seconds: number;
  readonly kind: "multianswer" | "multichoice" | "shortanswer";
  readonly plugin: Markup;
}

function entry({ id, kind, ...question }: Entry): Markup {
  const plugin = markup(`plugin_qtype_${kind}_question`);
  return xml("question", {
    id,
    category: question.category,
    parent: question.parent,
    name: question.name,
    text: question.text,
    mark: question.mark,
    penalty: question.penalty,
    kind,
    stamp: question.stamp,
    seconds: question.seconds,
    pluginName: plugin,
    plugin: question.plugin,
  });
}
