import { html, type Markup } from "../../../shared/html.ts";
import { lessonMarkup } from "../../quiz/lesson-markup.ts";
import { retellMarkup } from "../../quiz/open-tasks.ts";
import { inPlatformPage } from "../../quiz/platform-page.ts";
import { asXmlText } from "../../quiz/platform-text.ts";
import { masteryScore } from "../scorm/mastery.ts";
import { scoId, scoStart } from "../scorm/sco-files.ts";
import { forumXml } from "./forum-xml.ts";
import { nothing } from "./names.ts";
import {
  type Activity,
  type Outline,
  type OutlineLesson,
  type PageActivity,
  type QuizActivity,
  type ScormActivity,
  scoTitle,
} from "./outline.ts";

/** What an activity is, in the file with the name of its kind. */
export function activityXml(activity: Activity, lesson: OutlineLesson, outline: Outline): Markup {
  const { id, contextId, kind } = activity;
  return html`<activity id="${id}" moduleid="${id}" modulename="${kind}" contextid="${contextId}">
${content(activity, lesson, outline)}</activity>
`;
}

function content(activity: Activity, lesson: OutlineLesson, outline: Outline): Markup {
  switch (activity.kind) {
    case "page":
      return page(activity, lesson, outline);
    case "quiz":
      return quiz(activity, outline);
    case "forum":
      return forumXml(activity, lesson, outline);
    case "scorm":
      return scorm(activity, lesson, outline);
  }
}

function page(
  { id, name, sound, picture }: PageActivity,
  lesson: OutlineLesson,
  { seconds }: Outline,
): Markup {
  const address = (file: string | null) => file && `@@PLUGINFILE@@/${file}`;
  const files = { sound: address(sound), picture: address(picture) };
  const story = inPlatformPage(lesson, html`${lessonMarkup(lesson, files)}${retellMarkup(lesson)}`);
  return html`<page id="${id}">
<name>${name}</name>
<intro></intro>
<introformat>1</introformat>
<content>${asXmlText(story)}</content>
<contentformat>1</contentformat>
<legacyfiles>0</legacyfiles>
<legacyfileslast>${nothing}</legacyfileslast>
<display>5</display>
<displayoptions>a:2:{s:10:"printintro";i:0;s:17:"printlastmodified";i:0;}</displayoptions>
<revision>1</revision>
<timemodified>${seconds}</timemodified>
</page>
`;
}

// When learners see what of their attempts: bits for during it, right after it, later, and after the quiz is closed.
const always = 0x11110;
const afterwards = 0x01110;
const bestGrade = "10.00000";

/** A quiz whose questions' marks are their numbers of gaps, and whose total is the sum of these marks. */
function quiz(
  { id, name, contextId, questions }: QuizActivity,
  { seconds, contents, strings }: Outline,
): Markup {
  const total = questions.reduce((sum, { gaps }) => sum + gaps.length, 0);
  const note = contents.course.rehearsal ? html`<p><em>${strings.rehearsal}</em></p>` : html``;
  const slots = questions.map((question, index) => {
    const slot = index + 1;
    return html`<question_instance id="${question.id}">
<quizid>${id}</quizid>
<slot>${slot}</slot>
<page>${slot}</page>
<displaynumber>${nothing}</displaynumber>
<requireprevious>0</requireprevious>
<maxmark>${question.gaps.length}.0000000</maxmark>
<quizgradeitemid>${nothing}</quizgradeitemid>
<question_reference id="${question.id}">
<usingcontextid>${contextId}</usingcontextid>
<component>mod_quiz</component>
<questionarea>slot</questionarea>
<questionbankentryid>${question.id}</questionbankentryid>
<version>${nothing}</version>
</question_reference>
</question_instance>
`;
  });
  return html`<quiz id="${id}">
<name>${name}</name>
<intro>${asXmlText(note)}</intro>
<introformat>1</introformat>
<timeopen>0</timeopen>
<timeclose>0</timeclose>
<timelimit>0</timelimit>
<overduehandling>autosubmit</overduehandling>
<graceperiod>0</graceperiod>
<preferredbehaviour>deferredfeedback</preferredbehaviour>
<canredoquestions>0</canredoquestions>
<attempts_number>0</attempts_number>
<attemptonlast>0</attemptonlast>
<grademethod>1</grademethod>
<decimalpoints>2</decimalpoints>
<questiondecimalpoints>-1</questiondecimalpoints>
<reviewattempt>${always}</reviewattempt>
<reviewcorrectness>${always}</reviewcorrectness>
<reviewmaxmarks>${always}</reviewmaxmarks>
<reviewmarks>${always}</reviewmarks>
<reviewspecificfeedback>${always}</reviewspecificfeedback>
<reviewgeneralfeedback>${always}</reviewgeneralfeedback>
<reviewrightanswer>${always}</reviewrightanswer>
<reviewoverallfeedback>${afterwards}</reviewoverallfeedback>
<questionsperpage>1</questionsperpage>
<navmethod>free</navmethod>
<shuffleanswers>0</shuffleanswers>
<sumgrades>${total}.00000</sumgrades>
<grade>${bestGrade}</grade>
<timecreated>${seconds}</timecreated>
<timemodified>${seconds}</timemodified>
<password></password>
<subnet></subnet>
<browsersecurity>-</browsersecurity>
<delay1>0</delay1>
<delay2>0</delay2>
<showuserpicture>0</showuserpicture>
<showblocks>0</showblocks>
<completionattemptsexhausted>0</completionattemptsexhausted>
<completionminattempts>0</completionminattempts>
<allowofflineattempts>0</allowofflineattempts>
<quiz_grade_items>
</quiz_grade_items>
<question_instances>
${slots}</question_instances>
<sections>
<section id="${id}">
<firstslot>1</firstslot>
<heading></heading>
<shufflequestions>0</shufflequestions>
</section>
</sections>
<feedbacks>
</feedbacks>
<overrides>
</overrides>
<grades>
</grades>
<attempts>
</attempts>
</quiz>
`;
}

function scorm(activity: ScormActivity, lesson: OutlineLesson, { seconds, volume }: Outline): Markup {
  const { id, name } = activity;
  const manifest = `M_${scoId(lesson, volume)}`;
  const title = scoTitle(lesson.lesson);
  const [organization, start] = [2 * id - 1, 2 * id];
  return html`<scorm id="${id}">
<name>${name}</name>
<scormtype>local</scormtype>
<reference>${activity.package}</reference>
<intro></intro>
<introformat>1</introformat>
<version>SCORM_1.2</version>
<maxgrade>100</maxgrade>
<grademethod>1</grademethod>
<whatgrade>0</whatgrade>
<maxattempt>0</maxattempt>
<forcecompleted>0</forcecompleted>
<forcenewattempt>0</forcenewattempt>
<lastattemptlock>0</lastattemptlock>
<masteryoverride>1</masteryoverride>
<displayattemptstatus>1</displayattemptstatus>
<displaycoursestructure>0</displaycoursestructure>
<updatefreq>0</updatefreq>
<sha1hash></sha1hash>
<md5hash></md5hash>
<revision>1</revision>
<launch>${start}</launch>
<skipview>2</skipview>
<hidebrowse>1</hidebrowse>
<hidetoc>3</hidetoc>
<nav>0</nav>
<navpositionleft>-100</navpositionleft>
<navpositiontop>-100</navpositiontop>
<auto>0</auto>
<popup>0</popup>
<options></options>
<width>100</width>
<height>500</height>
<timeopen>0</timeopen>
<timeclose>0</timeclose>
<timemodified>${seconds}</timemodified>
<completionstatusrequired>${nothing}</completionstatusrequired>
<completionscorerequired>${nothing}</completionscorerequired>
<completionstatusallscos>0</completionstatusallscos>
<autocommit>0</autocommit>
<scoes>
${sco({ id: organization, manifest, title, organization: "", parent: "/", identifier: "O_1", isPage: false })}${sco(
  {
    id: start,
    manifest,
    title,
    organization: "O_1",
    parent: "O_1",
    identifier: "I_1",
    isPage: true,
  },
)}</scoes>
</scorm>
`;
}

interface Sco {
  readonly id: number;
  readonly manifest: string;
  readonly title: string;
  readonly organization: string;
  readonly parent: string;
  readonly identifier: string;
  readonly isPage: boolean;
}

/** A part of a SCORM package, as Moodle reads it from the manifest. */
function sco({ id, manifest, title, organization, parent, identifier, isPage }: Sco): Markup {
  const facts = isPage ? { isvisible: "true", parameters: "", masteryscore: String(masteryScore) } : {};
  return html`<sco id="${id}">
<manifest>${manifest}</manifest>
<organization>${organization}</organization>
<parent>${parent}</parent>
<identifier>${identifier}</identifier>
<launch>${isPage && scoStart}</launch>
<scormtype>${isPage && "sco"}</scormtype>
<title>${title}</title>
<sortorder>${isPage ? 2 : 1}</sortorder>
<sco_datas>
${Object.entries(facts).map(
  ([key, value], index) =>
    html`<sco_data id="${3 * id + index}"><name>${key}</name><value>${value}</value></sco_data>\n`,
)}</sco_datas>
</sco>
`;
}
