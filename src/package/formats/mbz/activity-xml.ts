import { html, type Markup } from "../../../shared/html.ts";
import {
  asXmlText,
  inPlatformPage,
  lessonMarkup,
  promptList,
  retellMarkup,
} from "../../quiz/lesson-markup.ts";
import { scoId, scoStart } from "../scorm/index.ts";
import { masteryScore } from "../scorm/sco-page.ts";
import {
  type Activity,
  type ForumActivity,
  type Outline,
  type OutlineLesson,
  type PageActivity,
  type QuizActivity,
  type ScormActivity,
  scoTitle,
} from "./outline.ts";
import { xml } from "./xml.ts";

/** The description of an activity, in the file named after its kind. */
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
      return forum(activity, lesson, outline);
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
  return xml("page", { id, name, content: asXmlText(story), seconds });
}

/** The questions of a lesson as the one discussion of a forum, which Moodle begins as it restores it. Ungraded, and nobody is subscribed. */
function forum({ id, name }: ForumActivity, lesson: OutlineLesson, { seconds }: Outline): Markup {
  const questions = inPlatformPage(lesson, promptList(lesson) ?? html``);
  return xml("forum", { id, name, intro: asXmlText(questions), seconds });
}

/** A quiz whose questions' marks are their numbers of gaps, and whose total is the sum of these marks. */
function quiz(
  { id, name, contextId, questions }: QuizActivity,
  { seconds, contents, strings }: Outline,
): Markup {
  const total = questions.reduce((sum, { gaps }) => sum + gaps.length, 0);
  const note = contents.course.rehearsal ? html`<p><em>${strings.rehearsal}</em></p>` : html``;
  const slots = questions.map((question, index) => {
    const slot = index + 1;
    return xml("quiz-slot", { question: question.id, id, slot, points: question.gaps.length, contextId });
  });
  return xml("quiz", { id, name, intro: asXmlText(note), total, seconds, slots });
}

function scorm(activity: ScormActivity, lesson: OutlineLesson, { seconds }: Outline): Markup {
  const { id, name } = activity;
  const manifest = `M_${scoId(lesson)}`;
  const title = scoTitle(lesson.lesson);
  const [organization, start] = [2 * id - 1, 2 * id];
  return xml("scorm", {
    id,
    name,
    file: activity.package,
    start,
    seconds,
    organizations: sco({
      id: organization,
      manifest,
      title,
      organization: "",
      parent: "/",
      identifier: "O_1",
      isPage: false,
    }),
    pages: sco({
      id: start,
      manifest,
      title,
      organization: "O_1",
      parent: "O_1",
      identifier: "I_1",
      isPage: true,
    }),
  });
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
  return xml("sco", {
    id,
    manifest,
    organization,
    parent,
    identifier,
    launch: isPage && scoStart,
    type: isPage && "sco",
    title,
    order: isPage ? 2 : 1,
    data: Object.entries(facts).map(
      ([key, value], index) =>
        html`<sco_data id="${3 * id + index}"><name>${key}</name><value>${value}</value></sco_data>\n`,
    ),
  });
}
