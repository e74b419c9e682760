import { posix } from "node:path";
import { partFile } from "../../books/part-file.ts";
import type { Contents, Lesson, Volume } from "../../contents/contents.ts";
import { mayHoldSound } from "../../contents/may-hold-sound.ts";
import { plainName } from "../../contents/plain-name.ts";
import { releaseSeconds } from "../../contents/release-moment.ts";
import type { ExerciseSheet } from "../../exercises/exercise.ts";
import type { Locale } from "../../locales/locale.ts";
import { localeFor } from "../../locales/read-locale.ts";
import { labelled } from "../../pages/labelled.ts";
import { languageName } from "../../pages/language-names.ts";
import type { LessonPart } from "../../quiz/lesson-markup.ts";
import { pictureFile } from "../../quiz/lesson-picture.ts";
import { promptList } from "../../quiz/open-tasks.ts";
import { heardSounds } from "../../sentence-sounds/heard-sounds.ts";
import { scoFiles } from "../scorm/sco-files.ts";
import { BackupFiles, type FilePlace } from "./backup-files.ts";
import { type BankQuestion, QuestionNumbers } from "./bank-question.ts";
import { nameFor } from "./names.ts";
import { scormZip } from "./scorm-zip.ts";

/** A course as Moodle backs it up: its sections and activities with the numbers by which its files refer to each other. */
export interface Outline {
  readonly contents: Contents;
  readonly strings: Locale;
  /** The course's name in the backup. */
  readonly title: string;
  readonly shortTitle: string;
  /** The language and level, as a category of the question bank. */
  readonly volumeName: string;
  readonly volume: Volume;
  /** The release's moment, in place of every time at which Moodle would have written. */
  readonly seconds: number;
  readonly lessons: readonly OutlineLesson[];
  readonly files: BackupFiles;
}

/** A lesson: one section of the course, and one category of the question bank. */
export interface OutlineLesson extends LessonPart {
  /** The section's number in the course, which is also its id. */
  readonly section: number;
  readonly name: string;
  readonly category: number;
  readonly activities: readonly Activity[];
}

interface AnyActivity {
  /** The id of the activity and of its place in the course. */
  readonly id: number;
  readonly contextId: number;
  readonly section: number;
  readonly name: string;
  /** The files of its own, without those of its questions. */
  readonly files: readonly number[];
}

export type Activity = PageActivity | QuizActivity | ForumActivity | ScormActivity;

export interface PageActivity extends AnyActivity {
  readonly kind: "page";
  /** The name of the recording among the page's files; null if it has none. */
  readonly sound: string | null;
  /** The name of the picture among them. */
  readonly picture: string | null;
}

/** A discussion of the lesson's questions. */
export interface ForumActivity extends AnyActivity {
  readonly kind: "forum";
}

export interface QuizActivity extends AnyActivity {
  readonly kind: "quiz";
  readonly questions: readonly BankQuestion[];
}

export interface ScormActivity extends AnyActivity {
  readonly kind: "scorm";
  /** The name of the package among the activity's files. */
  readonly package: string;
}

/** The contexts of the backup, apart from the activities'. */
export const contexts = { system: 1, course: 2 } as const;

/** The categories of the question bank above the lessons'. */
export const categories = { top: 1, course: 2, volume: 3 } as const;

/** Decides what the backup of a volume has. Pure. */
export function outlineOf(volume: Volume, contents: Contents): Outline {
  const strings = localeFor(contents.reader);
  const volumeName = `${languageName(volume.language, strings).text}, ${strings.level(volume.difficulty)}`;
  const files = new BackupFiles();
  const questions = new QuestionNumbers();
  let activities = 0;
  const lessons = volume.lessons.map((lesson): OutlineLesson => {
    const part = { lesson, contents, strings };
    const made = activitiesOf(part, { volume, files, questions, next: () => (activities += 1) });
    return {
      ...part,
      section: lesson.number,
      name: nameFor(`${lesson.number}. ${lesson.title}`),
      category: categories.volume + lesson.number,
      activities: made,
    };
  });
  return {
    contents,
    strings,
    volume,
    volumeName: nameFor(volumeName),
    seconds: releaseSeconds(contents.course),
    title: nameFor(labelled(contents.course.title, volumeName, strings)),
    shortTitle: nameFor(`${contents.course.course} ${volume.folder} ${contents.course.edition}`),
    lessons,
    files,
  };
}

interface Numbering {
  readonly volume: Volume;
  readonly files: BackupFiles;
  readonly questions: QuestionNumbers;
  readonly next: () => number;
}

function activitiesOf(part: LessonPart, numbering: Numbering): Activity[] {
  const { lesson } = part;
  const sheets = lesson.exercises().filter(({ exercises }) => exercises.length > 0);
  return [
    pageOf(part, numbering),
    ...sheets.map((sheet) => quizOf(part, sheet, numbering)),
    ...(promptList(part) === null ? [] : [forumOf(part, numbering)]),
    scormOf(part, numbering),
  ];
}

function base({ lesson }: LessonPart, title: string, { next }: Numbering) {
  const id = next();
  return {
    id,
    contextId: contexts.course + id,
    section: lesson.number,
    name: nameFor(`${lesson.number}. ${title}`),
  };
}

function pageOf(part: LessonPart, numbering: Numbering): PageActivity {
  const shared = base(part, part.lesson.title, numbering);
  const { files } = numbering;
  const place: FilePlace = {
    contextId: shared.contextId,
    component: "mod_page",
    area: "content",
    item: 0,
  };
  const [sound, picture] = [recordingOf(part), pictureFile(part.lesson, "")];
  const own = [sound, picture].filter((file) => file !== null);
  return {
    ...shared,
    kind: "page",
    sound: sound?.path ?? null,
    picture: picture?.path ?? null,
    files: own.map((file) => files.add(place, file)),
  };
}

function forumOf(part: LessonPart, numbering: Numbering): ForumActivity {
  const { strings, lesson } = part;
  const title = labelled(strings.exercises.prompts.title, lesson.title, strings);
  return { ...base(part, title, numbering), kind: "forum", files: [] };
}

function recordingOf({ lesson, contents }: LessonPart) {
  const sound = contents.soundIn.has("moodle") ? (lesson.book?.sound ?? null) : null;
  return sound && partFile(posix.basename(sound.path), sound);
}

function quizOf(part: LessonPart, sheet: ExerciseSheet, numbering: Numbering): QuizActivity {
  const { strings, contents, lesson } = part;
  const title = labelled(strings.quiz.exercises(sheet.version), lesson.title, strings);
  const shared = base(part, title, numbering);
  const heard = heardSounds(lesson, contents);
  const asked = sheet.exercises.map((exercise) => {
    const question = numbering.questions.question(exercise, { ...part, sheet, heard });
    const place: FilePlace = {
      contextId: contexts.course,
      component: "question",
      area: "questiontext",
      item: question.id,
    };
    for (const sound of heard.soundsOf(exercise))
      numbering.files.add(place, heard.cutter.file(sound.name, sound));
    return question;
  });
  return { ...shared, kind: "quiz", files: [], questions: asked.filter(({ gaps }) => gaps.length > 0) };
}

function scormOf(part: LessonPart, numbering: Numbering): ScormActivity {
  const { strings, contents, lesson } = part;
  const shared = base(part, labelled(strings.quiz.interactive, lesson.title, strings), numbering);
  const { contextId } = shared;
  const made = scoFiles(part, numbering.volume);
  const holdsSound = mayHoldSound(["scorm"], [lesson], contents);
  const archive = scormZip(`${lesson.name}.zip`, made, holdsSound);
  const place = (area: string): FilePlace => ({ contextId, component: "mod_scorm", area, item: 0 });
  const files = [
    numbering.files.add(place("package"), archive),
    ...made.map((file) => numbering.files.add(place("content"), file)),
  ];
  return { ...shared, kind: "scorm", package: archive.path, files };
}

/** The title as the lesson's SCORM package has it. */
export function scoTitle({ title }: Lesson): string {
  return nameFor(plainName(title));
}
