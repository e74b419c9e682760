import { html, type Markup, markup } from "../../../shared/html.ts";
import { asXmlText, platformText } from "../../quiz/platform-text.ts";
import { gapCode } from "../moodle/cloze-code.ts";
import { type BankQuestion, stampOf } from "./bank-question.ts";
import { nameFor, nothing } from "./names.ts";
import { categories, contexts, type Outline, type OutlineLesson } from "./outline.ts";

/** The question bank of the course: a category for each lesson, with a question with embedded answers for each of its exercises. */
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
  return html`<question_category id="${id}">
<name>${name}</name>
<contextid>${contexts.course}</contextid>
<contextlevel>50</contextlevel>
<contextinstanceid>1</contextinstanceid>
<info></info>
<infoformat>0</infoformat>
<stamp>${stamp}</stamp>
<parent>${parent}</parent>
<sortorder>${id}</sortorder>
<idnumber>${nothing}</idnumber>
<question_bank_entries>
${entries}</question_bank_entries>
</question_category>
`;
}

function lessonCategory(lesson: OutlineLesson, outline: Outline): Markup {
  const { course } = outline.contents;
  const id = lesson.category;
  const stamp = stampOf("lesson", course.course, course.edition, lesson.lesson.job);
  const questions = lesson.activities.flatMap((activity) =>
    activity.kind === "quiz" ? activity.questions : [],
  );
  const entries = questions.flatMap((question) => entriesOf(question, lesson, outline.seconds));
  return category({ id, name: lesson.name, parent: categories.volume, stamp }, entries);
}

/** A question, and the questions of its gaps, which Moodle keeps beside it. */
function entriesOf(question: BankQuestion, lesson: OutlineLesson, seconds: number): Markup[] {
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
      text: asXmlText(gapCode(gap)),
      mark: 1,
      penalty: "0.0000000",
      stamp: stampOf(stamp, index),
      ...(gap.kind === "fill" ? toFill(gap) : toChoose(gap)),
    }),
  );
  return [whole, ...parts];
}

type Gap = BankQuestion["gaps"][number];

// Moodle takes `*` for a wildcard in what is typed, unless it is escaped.
function toFill({ id, accepted }: Extract<Gap, { kind: "fill" }>) {
  const answers = accepted.map((spelling, index) =>
    answer(id, index, { text: html`${spelling.replaceAll("*", "\\*")}`, format: 0, isRight: true }),
  );
  return {
    kind: "shortanswer" as const,
    plugin: html`<answers>
${answers}</answers>
<shortanswer id="${id}">
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
      isRight: index === gap.right,
    }),
  );
  return {
    kind: "multichoice" as const,
    plugin: html`<answers>
${answers}</answers>
<multichoice id="${gap.id}">
<layout>0</layout>
<single>1</single>
<shuffleanswers>0</shuffleanswers>
<correctfeedback></correctfeedback>
<correctfeedbackformat>1</correctfeedbackformat>
<partiallycorrectfeedback></partiallycorrectfeedback>
<partiallycorrectfeedbackformat>1</partiallycorrectfeedbackformat>
<incorrectfeedback></incorrectfeedback>
<incorrectfeedbackformat>1</incorrectfeedbackformat>
<answernumbering>none</answernumbering>
<shownumcorrect>0</shownumcorrect>
<showstandardinstruction>0</showstandardinstruction>
</multichoice>
`,
  };
}

// More answers than this to one gap are not asked for.
const mostAnswers = 1_000;

interface Answer {
  readonly text: Markup;
  /** Moodle's number for plain text or HTML. */
  readonly format: 0 | 1;
  readonly isRight: boolean;
}

function answer(question: number, index: number, { text, format, isRight }: Answer): Markup {
  return html`<answer id="${question * mostAnswers + index}">
<answertext>${text}</answertext>
<answerformat>${format}</answerformat>
<fraction>${isRight ? "1.0000000" : "0.0000000"}</fraction>
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

// Moodle puts whoever restores in its place. Without a number, Moodle takes a question that it has for another one.
const nobody = 0;

function entry({ id, kind, ...question }: Entry): Markup {
  const plugin = markup(`plugin_qtype_${kind}_question`);
  return html`<question_bank_entry id="${id}">
<questioncategoryid>${question.category}</questioncategoryid>
<idnumber>${nothing}</idnumber>
<ownerid>${nobody}</ownerid>
<question_version>
<question_versions id="${id}">
<version>1</version>
<status>ready</status>
<questions>
<question id="${id}">
<parent>${question.parent}</parent>
<name>${question.name}</name>
<questiontext>${question.text}</questiontext>
<questiontextformat>1</questiontextformat>
<generalfeedback></generalfeedback>
<generalfeedbackformat>1</generalfeedbackformat>
<defaultmark>${question.mark}.0000000</defaultmark>
<penalty>${question.penalty}</penalty>
<qtype>${kind}</qtype>
<length>1</length>
<stamp>${question.stamp}</stamp>
<timecreated>${question.seconds}</timecreated>
<timemodified>${question.seconds}</timemodified>
<createdby>${nobody}</createdby>
<modifiedby>${nobody}</modifiedby>
<${plugin}>
${question.plugin}</${plugin}>
<question_hints>
</question_hints>
<tags>
</tags>
</question>
</questions>
</question_versions>
</question_version>
</question_bank_entry>
`;
}
