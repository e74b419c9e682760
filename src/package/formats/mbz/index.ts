import type { ZipFile } from "../../../shared/files/zip.ts";
import type { VolumeView } from "../../contents/contents.ts";
import { platformText } from "../../quiz/lesson-markup.ts";
import { filledFile, type TemplateValues } from "../../template.ts";
import { archive, type Format } from "../format.ts";
import { type Activity, categories, nameFor, outlineOf, stampOf } from "./outline.ts";

/**
 * A course that Moodle restores, as a new one or into an existing one: a section per lesson with the story as a page, a quiz for each
 * version of its exercises, whose grades add up, and the lesson as a SCORM package. The questions are in the course's question bank. The backup
 * belongs to the plan's `moodle` format, beside the question file.
 */
export const mbz: Format = (view) => {
  const path = `lms/${view.volume.folder}.mbz`;
  const sounds = ["moodle", "scorm", "sentences"] as const;
  return [archive("mbz", view, { path, sounds, files: () => filesOf(view) })];
};

/**
 * What needs no filling in is in `templates/` as Moodle writes it. 2022112800 is Moodle 4.1, which every later version reads; the `review` numbers of
 * a quiz are bits for what learners see during an attempt, right after it, later, and once the quiz is closed; `$@NULL@$` stands for no value. The
 * author of a question is 0, meaning nobody: Moodle then enters the person who restores the backup. Without a number for the author, Moodle mistakes
 * a question that it already has for a different one.
 */
async function filesOf(view: VolumeView): Promise<ZipFile[]> {
  const { volume, contents } = view;
  const outline = outlineOf(view);
  const { lessons, files, seconds } = outline;
  const { list, files: pool } = await files.pool();
  const { description } = contents.course;
  const made = (path: string, template: string, values: object = {}) =>
    filledFile(path, new URL(`./templates/${template}.xml`, import.meta.url), () => ({
      ...outline,
      ...values,
    }));
  return [
    made("moodle_backup.xml", "moodle_backup", { file: `${volume.folder}.mbz` }),
    made("course/course.xml", "course", { description: description && platformText(description).toString() }),
    made("course/inforef.xml", "inforef", {
      ...noReferences,
      categories: [...Object.values(categories), ...lessons.map(({ category }) => category)],
    }),
    ...lessons.flatMap((lesson) => [
      made(`sections/section_${lesson.section}/section.xml`, "section", {
        ...lesson,
        sequence: lesson.activities.map(({ id }) => id).join(","),
      }),
      made(`sections/section_${lesson.section}/inforef.xml`, "inforef", noReferences),
      ...lesson.activities.flatMap((activity) => {
        const folder = `activities/${activity.kind}_${activity.id}`;
        return [
          made(`${folder}/module.xml`, "module", activity),
          made(`${folder}/${activity.kind}.xml`, activity.kind, { ...activity, ...activity.content }),
          made(`${folder}/grades.xml`, "grades", activity),
          made(`${folder}/inforef.xml`, "inforef", referencesOf(activity, lesson)),
          made(`${folder}/roles.xml`, "roles"),
          made(`${folder}/grade_history.xml`, "grade_history"),
        ];
      }),
    ]),
    made("questions.xml", "questions", { bank: questionBank(view, lessons) }),
    made("files.xml", "files", { seconds, files: list }),
    ...nobody.map(([path, template]) => made(path, template)),
    ...pool,
  ];
}

// What every backup has, and this one has nothing of: people, groups, scales, badges.
const nobody = [
  ["course/roles.xml", "roles"],
  ["course/enrolments.xml", "enrolments"],
  ["course/completiondefaults.xml", "completiondefaults"],
  ["roles.xml", "roles_definition"],
  ["groups.xml", "groups"],
  ["scales.xml", "scales"],
  ["outcomes.xml", "outcomes"],
  ["completion.xml", "completion"],
  ["grade_history.xml", "grade_history"],
] as const;

const noReferences = { files: [], gradeItems: [], categories: [] };

/** What an activity refers to outside its own folder. */
function referencesOf(
  { kind, id, files, best }: Activity,
  { category }: { category: number },
): TemplateValues {
  const { top, course, volume } = categories;
  return {
    files,
    gradeItems: best === null ? [] : [id],
    categories: kind === "quiz" ? [top, course, volume, category] : [],
  };
}

type Lessons = ReturnType<typeof outlineOf>["lessons"];

/** The question bank of the course: a category for each lesson. */
function questionBank({ contents: { course }, volume }: VolumeView, lessons: Lessons): TemplateValues[] {
  const { top, course: ofCourse, volume: ofVolume } = categories;
  const stamp = (kind: string) => stampOf(kind, course.course, volume.folder);
  const above = [
    { id: top, name: "top", parent: 0, stamp: stamp("top") },
    { id: ofCourse, name: nameFor(course.title), parent: top, stamp: stampOf("course", course.course) },
    { id: ofVolume, name: nameFor(volume.level), parent: ofCourse, stamp: stamp("volume") },
  ];
  return [
    ...above.map((category) => ({ ...category, entries: [] })),
    ...lessons.map((lesson) => ({ ...lesson, id: lesson.category, parent: ofVolume })),
  ];
}
