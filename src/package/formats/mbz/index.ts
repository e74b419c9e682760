import { html, type Markup } from "../../../shared/html.ts";
import { type Contents, mayHoldSound, type Volume } from "../../contents/contents.ts";
import { archiveEntry } from "../../zip/entry.ts";
import type { ZipFile } from "../../zip/zip.ts";
import { type Format, type FormatEntry, listed } from "../format.ts";
import { activityXml } from "./activity-xml.ts";
import {
  activityReferences,
  backupXml,
  courseReferences,
  courseXml,
  folderOf,
  gradesXml,
  moduleXml,
  sectionFolder,
  sectionXml,
} from "./course-files.ts";
import { type Outline, outlineOf } from "./outline.ts";
import { questionBank } from "./question-bank.ts";

/** A Moodle backup of a volume. The backup belongs to the plan's `moodle` format, beside the question file. */
export const mbz: Format = {
  id: "moodle",
  entries,
};

/**
 * A course that Moodle restores, as a new one or into an existing one: a section per lesson with the story as a page, a quiz for each
 * version of its exercises, whose grades add up, and the lesson as a SCORM package. The questions are in the course's question bank.
 */
function entries(volume: Volume, contents: Contents): FormatEntry[] {
  const isLong = mayHoldSound(["moodle", "scorm", "sentences"], volume.lessons, contents);
  return [
    listed(
      "mbz",
      archiveEntry(`${volume.folder}/lms/${volume.folder}.mbz`, isLong, () =>
        filesOf(outlineOf(volume, contents)),
      ),
      { volume },
    ),
  ];
}

async function filesOf(outline: Outline): Promise<ZipFile[]> {
  const { lessons, files, volume, seconds } = outline;
  const { list, files: pool } = await files.pool(seconds);
  const documents: [path: string, content: Markup][] = [
    ["moodle_backup.xml", backupXml(outline, `${volume.folder}.mbz`)],
    ["course/course.xml", courseXml(outline)],
    ["course/inforef.xml", courseReferences(outline)],
    ...lessons.flatMap((lesson): [string, Markup][] => [
      [`${sectionFolder(lesson)}/section.xml`, sectionXml(lesson, outline)],
      [`${sectionFolder(lesson)}/inforef.xml`, html`<inforef>\n</inforef>\n`],
      ...lesson.activities.flatMap((activity): [string, Markup][] => {
        const folder = folderOf(activity);
        return [
          [`${folder}/module.xml`, moduleXml(activity, outline)],
          [`${folder}/${activity.kind}.xml`, activityXml(activity, lesson, outline)],
          [`${folder}/grades.xml`, gradesXml(activity, outline)],
          [`${folder}/inforef.xml`, activityReferences(activity, lesson)],
          [`${folder}/roles.xml`, noRoles],
          [`${folder}/grade_history.xml`, noHistory],
        ];
      }),
    ]),
    ["questions.xml", questionBank(outline)],
    ["files.xml", list],
    ...nobody,
  ];
  return [...documents.map(([path, content]) => xmlFile(path, content)), ...pool];
}

const noRoles = html`<roles>
<role_overrides>
</role_overrides>
<role_assignments>
</role_assignments>
</roles>
`;

const noHistory = html`<grade_history>
<grade_grades>
</grade_grades>
</grade_history>
`;

// What every backup has, and this one has nothing of: people, groups, scales, badges.
const nobody: readonly [path: string, content: Markup][] = [
  ["course/roles.xml", noRoles],
  ["course/enrolments.xml", html`<enrolments>\n<enrols>\n</enrols>\n</enrolments>\n`],
  ["course/completiondefaults.xml", html`<course_completion_defaults>\n</course_completion_defaults>\n`],
  ["roles.xml", html`<roles_definition>\n</roles_definition>\n`],
  ["groups.xml", html`<groups>\n<groupings>\n</groupings>\n</groups>\n`],
  ["scales.xml", html`<scales_definition>\n</scales_definition>\n`],
  ["outcomes.xml", html`<outcomes_definition>\n</outcomes_definition>\n`],
  ["completion.xml", html`<course_completion>\n</course_completion>\n`],
  ["grade_history.xml", noHistory],
];

function xmlFile(path: string, content: Markup): ZipFile {
  return {
    path,
    read: async () => Buffer.from(html`<?xml version="1.0" encoding="UTF-8"?>\n${content}`.toString()),
  };
}
