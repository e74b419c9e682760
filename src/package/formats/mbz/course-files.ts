import { html, type Markup } from "../../../shared/html.ts";
import { platformText } from "../../quiz/platform-text.ts";
import { folderOf } from "./activity-files.ts";
import { nothing } from "./names.ts";
import { contexts, type Outline, type OutlineLesson } from "./outline.ts";

/** The course, for a restore as a new one; into an existing course Moodle takes nothing of it. */
export function courseXml({ title, shortTitle, contents, seconds }: Outline): Markup {
  const { description } = contents.course;
  const summary = description === null ? "" : html`<p>${platformText(description)}</p>`.toString();
  return html`<course id="1" contextid="${contexts.course}">
<shortname>${shortTitle}</shortname>
<fullname>${title}</fullname>
<idnumber></idnumber>
<summary>${summary}</summary>
<summaryformat>1</summaryformat>
<format>topics</format>
<showgrades>1</showgrades>
<newsitems>0</newsitems>
<startdate>${seconds}</startdate>
<enddate>0</enddate>
<marker>0</marker>
<maxbytes>0</maxbytes>
<legacyfiles>0</legacyfiles>
<showreports>0</showreports>
<visible>1</visible>
<groupmode>0</groupmode>
<groupmodeforce>0</groupmodeforce>
<defaultgroupingid>0</defaultgroupingid>
<lang></lang>
<theme></theme>
<timecreated>${seconds}</timecreated>
<timemodified>${seconds}</timemodified>
<requested>0</requested>
<enablecompletion>0</enablecompletion>
<completionnotify>0</completionnotify>
<category id="1">
<name>coursebinder</name>
<description>${nothing}</description>
</category>
<tags>
</tags>
<customfields>
</customfields>
<courseformatoptions>
</courseformatoptions>
</course>
`;
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

// Moodle warns of a backup from a version newer than its own, so it says the oldest that is read as it is written.
const version = { number: 2022112800, release: "4.1" };

/** What the backup says of itself: what is in it, and where. */
export function backupXml(outline: Outline, name: string): Markup {
  const { title, shortTitle, seconds, lessons } = outline;
  const activities = lessons.flatMap((lesson) => lesson.activities);
  return html`<moodle_backup>
<information>
<name>${name}</name>
<moodle_version>${version.number}</moodle_version>
<moodle_release>${version.release}</moodle_release>
<backup_version>${version.number}</backup_version>
<backup_release>${version.release}</backup_release>
<backup_date>${seconds}</backup_date>
<mnet_remoteusers>0</mnet_remoteusers>
<include_files>1</include_files>
<include_file_references_to_external_content>0</include_file_references_to_external_content>
<original_wwwroot></original_wwwroot>
<original_site_identifier_hash>coursebinder</original_site_identifier_hash>
<original_course_id>1</original_course_id>
<original_course_format>topics</original_course_format>
<original_course_fullname>${title}</original_course_fullname>
<original_course_shortname>${shortTitle}</original_course_shortname>
<original_course_startdate>${seconds}</original_course_startdate>
<original_course_enddate>0</original_course_enddate>
<original_course_contextid>${contexts.course}</original_course_contextid>
<original_system_contextid>${contexts.system}</original_system_contextid>
<details>
<detail backup_id="coursebinder">
<type>course</type>
<format>moodle2</format>
<interactive>1</interactive>
<mode>10</mode>
<execution>1</execution>
<executiontime>0</executiontime>
</detail>
</details>
<contents>
<activities>
${activities.map(
  (activity) => html`<activity>
<moduleid>${activity.id}</moduleid>
<sectionid>${activity.section}</sectionid>
<modulename>${activity.kind}</modulename>
<title>${activity.name}</title>
<directory>${folderOf(activity)}</directory>
<insubsection></insubsection>
</activity>
`,
)}</activities>
<sections>
${lessons.map(
  (lesson) => html`<section>
<sectionid>${lesson.section}</sectionid>
<title>${lesson.name}</title>
<directory>${sectionFolder(lesson)}</directory>
<parentcmid></parentcmid>
<modname></modname>
</section>
`,
)}</sections>
<course>
<courseid>1</courseid>
<title>${shortTitle}</title>
<directory>course</directory>
</course>
</contents>
<settings>
${setting("root", null, ["filename", name])}${Object.entries(settings).map(([key, value]) =>
  setting("root", null, [key, value]),
)}${lessons.map((lesson) => [
  ...included("section", `section_${lesson.section}`),
  ...lesson.activities.flatMap(({ kind, id }) => included("activity", `${kind}_${id}`)),
])}</settings>
</information>
</moodle_backup>
`;
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
