import { posix } from "node:path";
import { sha256 } from "../../../shared/hash.ts";
import { type Markup, markup } from "../../../shared/html.ts";
import { partFile } from "../../books/part-file.ts";
import { type Contents, type Lesson, mayHoldSound, type View, type Volume } from "../../contents/contents.ts";
import { plainName } from "../../contents/plain-name.ts";
import { releaseSeconds } from "../../contents/release-moment.ts";
import type { Exercise, ExerciseSheet } from "../../exercises/exercise.ts";
import { type Locale, labelled, languageName, localeFor } from "../../locales/locale.ts";
import { pictureFile, promptList } from "../../quiz/lesson-markup.ts";
import type { Question } from "../../quiz/question.ts";
import { type HeardSounds, heardSounds } from "../../sentence-sounds/sentence-sounds.ts";
import { type ZipFile, zipBytes, zipPieces } from "../../zip/zip.ts";
import { exerciseText, gapsOf } from "../moodle/exercise-text.ts";
import { scoFiles } from "../scorm/index.ts";
import { BackupFiles, type FilePlace } from "./backup-files.ts";
import { nameFor } from "./xml.ts";

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
export interface OutlineLesson extends View {
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

/** The contexts of the backup, apart from those of its activities. */
export const contexts = { system: 1, course: 2 } as const;

/** The question bank's categories above those of the lessons. */
export const categories = { top: 1, course: 2, volume: 3 } as const;

/** Decides what the backup of a volume contains. Pure. */
export function outlineOf(volume: Volume, contents: Contents): Outline {
  const strings = localeFor(contents.reader);
  const volumeName = `${languageName(volume.language, strings).text}, ${strings.level(volume.difficulty)}`;
  const files = new BackupFiles();
  const questions = new QuestionNumbers();
  let activities = 0;
  const lessons = volume.lessons.map((lesson): OutlineLesson => {
    const part = { lesson, volume, contents, strings };
    const made = activitiesOf(part, { files, questions, next: () => (activities += 1) });
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
  readonly files: BackupFiles;
  readonly questions: QuestionNumbers;
  readonly next: () => number;
}

function activitiesOf(part: View, numbering: Numbering): Activity[] {
  const { lesson } = part;
  const sheets = lesson.exercises().filter(({ exercises }) => exercises.length > 0);
  return [
    pageOf(part, numbering),
    ...sheets.map((sheet) => quizOf(part, sheet, numbering)),
    ...(promptList(part) === null ? [] : [forumOf(part, numbering)]),
    scormOf(part, numbering),
  ];
}

function base({ lesson }: View, title: string, { next }: Numbering) {
  const id = next();
  return {
    id,
    contextId: contexts.course + id,
    section: lesson.number,
    name: nameFor(`${lesson.number}. ${title}`),
  };
}

function pageOf(part: View, numbering: Numbering): PageActivity {
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

function forumOf(part: View, numbering: Numbering): ForumActivity {
  const { strings, lesson } = part;
  const title = labelled(strings.exercises.prompts.title, lesson.title, strings);
  return { ...base(part, title, numbering), kind: "forum", files: [] };
}

function recordingOf({ lesson, contents }: View) {
  const sound = contents.soundIn.has("moodle") ? (lesson.book?.sound ?? null) : null;
  return sound && partFile(posix.basename(sound.path), sound);
}

function quizOf(part: View, sheet: ExerciseSheet, numbering: Numbering): QuizActivity {
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

function scormOf(part: View, numbering: Numbering): ScormActivity {
  const { strings, contents, lesson } = part;
  const shared = base(part, labelled(strings.quiz.interactive, lesson.title, strings), numbering);
  const { contextId } = shared;
  const made = scoFiles(part);
  const holdsSound = mayHoldSound(["scorm"], [lesson], contents);
  // One that holds a recording is streamed and counts as sound, which it is but for some kilobytes.
  const archive: ZipFile = {
    path: `${lesson.name}.zip`,
    read: () => zipBytes(made),
    ...(holdsSound && { isSound: true, pieces: () => zipPieces(made) }),
  };
  const place = (area: string): FilePlace => ({ contextId, component: "mod_scorm", area, item: 0 });
  const files = [
    numbering.files.add(place("package"), archive),
    ...made.map((file) => numbering.files.add(place("content"), file)),
  ];
  return { ...shared, kind: "scorm", package: archive.path, files };
}

/** The title as it is in the lesson's SCORM package. */
export function scoTitle({ title }: Lesson): string {
  return nameFor(plainName(title));
}

/** An exercise as a question of the bank: its text, with a number where each gap belongs, and a question of its own for each gap. */
export interface BankQuestion {
  readonly id: number;
  readonly name: string;
  /** The same for the same question in every release, so that a second restore finds it instead of adding it again. */
  readonly stamp: string;
  readonly text: Markup;
  readonly gaps: readonly (Question & { readonly id: number })[];
}

interface Asked extends View {
  readonly sheet: ExerciseSheet;
  readonly heard: HeardSounds;
}

/** Numbers the questions of a backup. */
class QuestionNumbers {
  #last = 0;

  question(exercise: Exercise, { sheet, heard, ...part }: Asked): BankQuestion {
    const { lesson, strings } = part;
    const asking = {
      ...part,
      soundOf: (item: Parameters<HeardSounds["soundOf"]>[0]) => heard.soundOf(item)?.name ?? null,
    };
    const kind = strings.exercises.kinds[exercise.kind].title;
    const name = nameFor(`${lesson.number}${sheet.version}. ${labelled(kind, lesson.title, strings)}`);
    const text = exerciseText(exercise, asking, (_, number) => markup(`{#${number}}`));
    const gaps = gapsOf(exercise, asking);
    return {
      id: this.#next(),
      name,
      text,
      stamp: stampOf(lesson.job, name, text.toString(), gaps),
      gaps: gaps.map((gap) => ({ ...gap, id: this.#next() })),
    };
  }

  #next(): number {
    this.#last += 1;
    return this.#last;
  }
}

/** Identifies something in the question bank by its properties. */
export function stampOf(...facts: readonly unknown[]): string {
  return `coursebinder+${sha256(JSON.stringify(facts)).slice(0, 32)}`;
}
