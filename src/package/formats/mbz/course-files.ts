import { html, type Markup } from "../../../shared/html.ts";
import { platformText } from "../../quiz/lesson-markup.ts";
import { type Activity, categories, contexts, type Outline, type OutlineLesson } from "./outline.ts";
import { nothing, xml } from "./xml.ts";

/** The course, for restoring it as a new one; when restoring into an existing course, Moodle uses none of this. */
export function courseXml({ title, shortTitle, contents, seconds }: Outline): Markup {
  const { description } = contents.course;
  const summary = description === null ? "" : html`<p>${platformText(description)}</p>`.toString();
  return xml("course", { contextId: contexts.course, shortTitle, title, summary, seconds });
}

/** A lesson's section of the course. */
export function sectionXml({ section, name, activities }: OutlineLesson, { seconds }: Outline): Markup {
  return html`<section id="${section}">
<number>${section}</number>
<name>${name}</name>
<summary></summary>
<summaryformat>1</summaryformat>
<sequence>${activities.map(({ id }) => id).join(",")}</sequence>
<visible>1</visible>
<availabilityjson>${nothing}</availabilityjson>
<timemodified>${seconds}</timemodified>
</section>
`;
}

// What a backup without people leaves out, in the order in which Moodle writes it.
const settings: Readonly<Record<string, 0 | 1>> = {
  users: 0,
  anonymize: 0,
  role_assignments: 0,
  activities: 1,
  blocks: 0,
  files: 1,
  filters: 0,
  comments: 0,
  badges: 0,
  calendarevents: 0,
  userscompletion: 0,
  logs: 0,
  grade_histories: 0,
  questionbank: 1,
  groups: 0,
  competencies: 0,
  customfield: 0,
  contentbankcontent: 0,
  legacyfiles: 0,
};

/** The backup's description of itself: what it contains, and where. */
export function backupXml(outline: Outline, name: string): Markup {
  const { title, shortTitle, seconds, lessons } = outline;
  const activities = lessons.flatMap((lesson) => lesson.activities);
  return xml("backup", {
    name,
    seconds,
    title,
    shortTitle,
    courseContext: contexts.course,
    systemContext: contexts.system,
    activities: activities.map((activity) =>
      xml("backup-activity", {
        id: activity.id,
        section: activity.section,
        kind: activity.kind,
        name: activity.name,
        folder: folderOf(activity),
      }),
    ),
    sections: lessons.map((lesson) =>
      xml("backup-section", { section: lesson.section, name: lesson.name, folder: sectionFolder(lesson) }),
    ),
    file: setting("root", null, ["filename", name]),
    settings: Object.entries(settings).map(([key, value]) => setting("root", null, [key, value])),
    included: lessons.map((lesson) => [
      ...included("section", `section_${lesson.section}`),
      ...lesson.activities.flatMap(({ kind, id }) => included("activity", `${kind}_${id}`)),
    ]),
  });
}

/** The folder of a lesson's section in the backup. */
export function sectionFolder({ section }: OutlineLesson): string {
  return `sections/section_${section}`;
}

function included(level: "section" | "activity", name: string): Markup[] {
  return [setting(level, name, [`${name}_included`, 1]), setting(level, name, [`${name}_userinfo`, 0])];
}

function setting(
  level: "root" | "section" | "activity",
  of: string | null,
  [name, value]: readonly [string, string | number],
): Markup {
  return html`<setting>
<level>${level}</level>
${of !== null && html`<${level}>${of}</${level}>\n`}<name>${name}</name>
<value>${value}</value>
</setting>
`;
}

/** The folder of an activity in the backup. */
export function folderOf({ kind, id }: Activity): string {
  return `activities/${kind}_${id}`;
}

/** An activity's place in the course. */
export function moduleXml({ id, kind, section }: Activity, { seconds }: Outline): Markup {
  return xml("module", { id, kind, section, seconds });
}

/** What an activity adds to the course's grades: its column in the grade book. */
export function gradesXml(activity: Activity, { seconds }: Outline): Markup {
  return html`<activity_gradebook>
<grade_items>
${isGraded(activity) && gradeItem(activity, activity.kind === "quiz" ? 10 : 100, seconds)}</grade_items>
<grade_letters>
</grade_letters>
</activity_gradebook>
`;
}

function isGraded({ kind }: Activity): boolean {
  return kind === "quiz" || kind === "scorm";
}

function gradeItem({ id, name, kind }: Activity, best: number, seconds: number): Markup {
  return xml("grade-item", { id, name, kind, best, seconds });
}

/** What an activity refers to outside its own folder. */
export function activityReferences(activity: Activity, lesson: OutlineLesson): Markup {
  const { files, kind, id } = activity;
  return html`<inforef>
${references("file", files)}${references("grade_item", isGraded(activity) ? [id] : [])}${references(
  "question_category",
  kind === "quiz" ? [categories.top, categories.course, categories.volume, lesson.category] : [],
)}</inforef>
`;
}

/** What the course itself refers to: all of its question bank. */
export function courseReferences({ lessons }: Outline): Markup {
  const all = [...Object.values(categories), ...lessons.map(({ category }) => category)];
  return html`<inforef>
${references("question_category", all)}</inforef>
`;
}

function references(
  kind: "file" | "grade_item" | "question_category",
  ids: readonly number[],
): Markup | null {
  if (ids.length === 0) return null;
  const each = ids.map((id) => html`<${kind}><id>${id}</id></${kind}>\n`);
  return html`<${kind}ref>
${each}</${kind}ref>
`;
}
