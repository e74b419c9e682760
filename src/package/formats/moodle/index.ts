import { html, type Markup } from "../../../shared/html.ts";
import type { Contents, Lesson, Volume } from "../../contents/contents.ts";
import { plainName } from "../../contents/plain-name.ts";
import type { Exercise, SheetVersion } from "../../exercises/exercise.ts";
import type { Locale } from "../../locales/locale.ts";
import { localeFor } from "../../locales/read-locale.ts";
import { labelled } from "../../pages/labelled.ts";
import { languageName } from "../../pages/language-names.ts";
import type { LessonPart } from "../../quiz/lesson-markup.ts";
import { asXmlText } from "../../quiz/platform-text.ts";
import { titleOf } from "../../quiz/question-markup.ts";
import { madeEntry, type PackageEntry } from "../../zip/entry.ts";
import { type Format, volumeFile } from "../format.ts";
import { exerciseText } from "./exercise-text.ts";

export const moodle: Format = {
  id: "moodle",
  entries,
  describe: (volume) => [
    volumeFile(volume, "lms/moodle-questions.xml", { kind: "moodle", group: "platform" }),
  ],
};

/** The exercises of a volume for Moodle's question bank: each one question with all its gaps in it, in a category for each lesson. */
function entries(volume: Volume, contents: Contents): PackageEntry[] {
  const strings = localeFor(contents.reader);
  return [
    madeEntry(`${volume.folder}/lms/moodle-questions.xml`, () =>
      html`<?xml version="1.0" encoding="UTF-8"?>
<quiz>
${volume.lessons.map((lesson) => lessonQuestions({ lesson, contents, strings }, volume))}</quiz>
`.toString(),
    ),
  ];
}

function lessonQuestions(part: LessonPart, volume: Volume): Markup {
  const { lesson, strings } = part;
  return html`<question type="category"><category>${text(categoryOf(part, volume))}</category></question>
${lesson.exercises.flatMap(({ version, exercises }) =>
  exercises.map(
    (exercise) => html`<question type="cloze">
<name>${text(nameOf(lesson, { exercise, version, strings }))}</name>
<questiontext format="html"><text>${asXmlText(exerciseText(exercise, part))}</text></questiontext>
</question>
`,
  ),
)}`;
}

// Categories are parted by slashes, and a doubled slash is one in a name.
function categoryOf({ lesson, contents }: LessonPart, { language, difficulty }: Volume): string {
  const strings = localeFor(contents.reader);
  const volume = `${languageName(language, strings).text}, ${strings.level(difficulty)}`;
  const names = [contents.course.title, volume, `${lesson.number}. ${lesson.title}`];
  return ["$course$", "top", ...names.map((name) => plainName(name).replaceAll("/", "//"))].join("/");
}

interface Named {
  readonly exercise: Exercise;
  readonly version: SheetVersion;
  readonly strings: Locale;
}

function nameOf(lesson: Lesson, { exercise, version, strings }: Named): string {
  const kind = titleOf(exercise.kind, strings);
  return plainName(`${lesson.number}${version}. ${labelled(kind, lesson.title, strings)}`);
}

function text(content: string): Markup {
  return html`<text>${content}</text>`;
}
