import { html, type Markup } from "../../../shared/html.ts";
import { plainName } from "../../contents/plain-name.ts";
import type { HeardItem } from "../../exercises/exercise.ts";
import { heardHint, heardTimes } from "../../pages/heard-player.ts";
import { labelled } from "../../pages/labelled.ts";
import type { LessonPart } from "../../quiz/lesson-markup.ts";
import { asXmlText, platformText } from "../../quiz/platform-text.ts";
import { type ChoiceQuestion, type FillQuestion, type Question, questionsOf } from "../../quiz/question.ts";
import { choiceMarkup, questionMarkup, taskOf, titleOf } from "../../quiz/question-markup.ts";
import type { CartridgeQuiz } from "./cartridge-parts.ts";

/** A quiz in the cartridge's profile of QTI 1.2: multiple-choice and fill-in questions, one per gap. */
export function assessment({ sheet, soundOf }: CartridgeQuiz, lessonPart: LessonPart): Markup {
  const part = { ...lessonPart, soundOf };
  const { lesson, strings } = part;
  const ident = `${lesson.name}-${sheet.version}`;
  const asking = { language: lesson.language, strings: strings.exercises };
  const questions = sheet.exercises.flatMap((exercise) => questionsOf(exercise, asking));
  return html`<?xml version="1.0" encoding="UTF-8"?>
<questestinterop xmlns="http://www.imsglobal.org/xsd/ims_qtiasiv1p2">
<assessment ident="${ident}" title="${plainName(labelled(lesson.title, strings.quiz.exercises(sheet.version), strings))}">
${metadata("cc.exam.v0p1")}
<section ident="${ident}-section">
${questions.map((question, index) => item(question, `${ident}-${index + 1}`, part))}</section>
</assessment>
</questestinterop>
`;
}

type QuizPart = LessonPart & Pick<CartridgeQuiz, "soundOf">;

// A link, not a player: Moodle finds only linked files and makes a player of the link; Canvas shows one beside it. The address is relative
// to the quiz's folder. If the sound is not in the cartridge, the times say where it is in the lesson's recording.
function played(item: HeardItem, { soundOf, strings }: QuizPart): Markup {
  const path = soundOf(item);
  if (path === null) return heardHint(item, strings.exercises);
  return html`<a href="$IMS-CC-FILEBASE$../${path}">${heardTimes(item, strings.exercises)}</a>`;
}

function metadata(profile: string): Markup {
  return html`<qtimetadata><qtimetadatafield><fieldlabel>cc_profile</fieldlabel><fieldentry>${profile}</fieldentry></qtimetadatafield></qtimetadata>`;
}

function item(question: Question, ident: string, part: QuizPart): Markup {
  const profile = question.kind === "choice" ? "cc.multiple_choice.v0p1" : "cc.fib.v0p1";
  const task = html`<p>${taskOf(question.exercise, part.strings)}</p>`;
  const heard = question.heard !== null && html`<p>${played(question.heard, part)}</p>`;
  const asked = html`${task}${heard}<p>${askedMarkup(question, part)}</p>`;
  return html`<item ident="${ident}" title="${titleOf(question.exercise, part.strings)}">
<itemmetadata>${metadata(profile)}</itemmetadata>
<presentation><material>${hypertext(asked)}</material>
${question.kind === "choice" ? choice(question, part) : gap}</presentation>
<resprocessing><outcomes><decvar varname="SCORE" vartype="Decimal" minvalue="0" maxvalue="100"/></outcomes>
${conditions(question).map(
  (
    answers,
  ) => html`<respcondition continue="No"><conditionvar>${answers}</conditionvar><setvar action="Set" varname="SCORE">100</setvar></respcondition>
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

/**
 * The conditions for a right answer. Moodle and Open edX read only the first condition, with every spelling in it. An engine that follows
 * QTI strictly requires all spellings of that condition at once, which never holds, and goes on to the conditions for the single spellings.
 */
function conditions(question: ChoiceQuestion | FillQuestion): Markup[] {
  if (question.kind === "choice")
    return [html`<varequal respident="answer">C${question.right + 1}</varequal>`];
  const spellings = question.accepted.map(
    (spelling) => html`<varequal respident="answer" case="No">${spelling}</varequal>`,
  );
  return spellings.length === 1 ? spellings : [html`${spellings}`, ...spellings];
}

// Platforms put their own input field in the gap's place or below the question, where given letters would be apart from it.
function askedMarkup(question: Question, part: LessonPart): Markup {
  const gap = html`______`;
  if (question.shown === null || question.shown === "") return questionMarkup(question, gap, part);
  const hint = html`${gap} (${platformText(question.shown)}…)`;
  return questionMarkup({ ...question, shown: "" }, hint, part);
}
