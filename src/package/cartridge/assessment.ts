import { html, type Markup } from "../../shared/html.ts";
import { labelled } from "../pages/labelled.ts";
import { plainName } from "../plain-name.ts";
import type { LessonPart } from "../quiz/lesson-markup.ts";
import { asXmlText } from "../quiz/platform-text.ts";
import { type ChoiceQuestion, type FillQuestion, type Question, questionsOf } from "../quiz/question.ts";
import { choiceMarkup, questionMarkup, taskOf, titleOf } from "../quiz/question-markup.ts";
import type { CartridgeQuiz } from "./cartridge-parts.ts";

/** A quiz in the cartridge's profile of QTI 1.2: multiple choice, and gaps to fill in, each a question of its own. */
export function assessment({ sheet }: CartridgeQuiz, part: LessonPart): Markup {
  const { lesson, strings } = part;
  const ident = `${lesson.name}-${sheet.version}`;
  const questions = sheet.exercises.flatMap((exercise) => questionsOf(exercise, lesson.language));
  return html`<?xml version="1.0" encoding="UTF-8"?>
<questestinterop xmlns="http://www.imsglobal.org/xsd/ims_qtiasiv1p2">
<assessment ident="${ident}" title="${plainName(labelled(lesson.title, strings.exercises(sheet.version), strings))}">
${metadata("cc.exam.v0p1")}
<section ident="${ident}-section">
${questions.map((question, index) => item(question, `${ident}-${index + 1}`, part))}</section>
</assessment>
</questestinterop>
`;
}

function metadata(profile: string): Markup {
  return html`<qtimetadata><qtimetadatafield><fieldlabel>cc_profile</fieldlabel><fieldentry>${profile}</fieldentry></qtimetadatafield></qtimetadata>`;
}

function item(question: Question, ident: string, part: LessonPart): Markup {
  const profile = question.kind === "choice" ? "cc.multiple_choice.v0p1" : "cc.fib.v0p1";
  const task = html`<p>${taskOf(question.exercise, part.strings)}</p>`;
  const asked = html`${task}<p>${questionMarkup(question, html`______`, part)}</p>`;
  return html`<item ident="${ident}" title="${titleOf(question.exercise, part.strings)}">
<itemmetadata>${metadata(profile)}</itemmetadata>
<presentation><material>${hypertext(asked)}</material>
${question.kind === "choice" ? choice(question, part) : gap}</presentation>
<resprocessing><outcomes><decvar varname="SCORE" vartype="Decimal" minvalue="0" maxvalue="100"/></outcomes>
${rightAnswers(question).map(
  (
    answer,
  ) => html`<respcondition continue="No"><conditionvar>${answer}</conditionvar><setvar action="Set" varname="SCORE">100</setvar></respcondition>
`,
)}</resprocessing>
</item>
`;
}

const gap = html`<response_str ident="answer" rcardinality="Single"><render_fib prompt="Dashline"/></response_str>
`;

function hypertext(content: Markup): Markup {
  return html`<mattext texttype="text/html">${asXmlText(content)}</mattext>`;
}

function choice({ choices, choicesAre }: ChoiceQuestion, part: LessonPart): Markup {
  return html`<response_lid ident="answer" rcardinality="Single"><render_choice>
${choices.map(
  (
    each,
    index,
  ) => html`<response_label ident="C${index + 1}"><material>${hypertext(choiceMarkup(each, choicesAre, part))}</material></response_label>
`,
)}</render_choice></response_lid>
`;
}

// One condition for each spelling; a platform takes the first that holds.
function rightAnswers(question: ChoiceQuestion | FillQuestion): Markup[] {
  if (question.kind === "choice")
    return [html`<varequal respident="answer">C${question.right + 1}</varequal>`];
  return question.accepted.map(
    (spelling) => html`<varequal respident="answer" case="No">${spelling}</varequal>`,
  );
}
