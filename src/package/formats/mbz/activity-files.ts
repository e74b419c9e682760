import { html, type Markup } from "../../../shared/html.ts";
import { nothing } from "./names.ts";
import { type Activity, categories, type Outline, type OutlineLesson } from "./outline.ts";

// Moodle 4.1: every later version reads it, and knows the shape of the question bank from it.
const moduleVersion = 2022112800;

/** The folder of an activity in the backup. */
export function folderOf({ kind, id }: Activity): string {
  return `activities/${kind}_${id}`;
}

/** An activity's place in the course. */
export function moduleXml({ id, kind, section }: Activity, { seconds }: Outline): Markup {
  return html`<module id="${id}" version="${moduleVersion}">
<modulename>${kind}</modulename>
<sectionid>${section}</sectionid>
<sectionnumber>${section}</sectionnumber>
<idnumber></idnumber>
<added>${seconds}</added>
<score>0</score>
<indent>0</indent>
<visible>1</visible>
<visibleoncoursepage>1</visibleoncoursepage>
<visibleold>1</visibleold>
<groupmode>0</groupmode>
<groupingid>0</groupingid>
<completion>0</completion>
<completiongradeitemnumber>${nothing}</completiongradeitemnumber>
<completionpassgrade>0</completionpassgrade>
<completionview>0</completionview>
<completionexpected>0</completionexpected>
<availability>${nothing}</availability>
<showdescription>0</showdescription>
<downloadcontent>1</downloadcontent>
<lang>${nothing}</lang>
<tags>
</tags>
</module>
`;
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
  return html`<grade_item id="${id}">
<categoryid>${nothing}</categoryid>
<itemname>${name}</itemname>
<itemtype>mod</itemtype>
<itemmodule>${kind}</itemmodule>
<iteminstance>${id}</iteminstance>
<itemnumber>0</itemnumber>
<iteminfo>${nothing}</iteminfo>
<idnumber></idnumber>
<calculation>${nothing}</calculation>
<gradetype>1</gradetype>
<grademax>${best}.00000</grademax>
<grademin>0.00000</grademin>
<scaleid>${nothing}</scaleid>
<outcomeid>${nothing}</outcomeid>
<gradepass>0.00000</gradepass>
<multfactor>1.00000</multfactor>
<plusfactor>0.00000</plusfactor>
<aggregationcoef>0.00000</aggregationcoef>
<aggregationcoef2>0.00000</aggregationcoef2>
<weightoverride>0</weightoverride>
<sortorder>${id}</sortorder>
<display>0</display>
<decimals>${nothing}</decimals>
<hidden>0</hidden>
<locked>0</locked>
<locktime>0</locktime>
<needsupdate>1</needsupdate>
<timecreated>${seconds}</timecreated>
<timemodified>${seconds}</timemodified>
<grade_grades>
</grade_grades>
</grade_item>
`;
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
