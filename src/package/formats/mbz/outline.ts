import { posix } from "node:path";
import { type ZipFile, zipBytes, zipPieces } from "../../../shared/files/zip.ts";
import { html } from "../../../shared/html.ts";
import { partFile } from "../../books/part-file.ts";
import {
  type Contents,
  lessonViews,
  mayHoldSound,
  type View,
  type Volume,
  type VolumeView,
} from "../../contents/contents.ts";
import { plainName } from "../../contents/plain-name.ts";
import { releaseSeconds } from "../../contents/release-moment.ts";
import type { ExerciseSheet } from "../../exercises/exercise.ts";
import { labelled } from "../../locales/locale.ts";
import {
  inPlatformPage,
  lessonMarkup,
  pictureFile,
  promptList,
  retellMarkup,
} from "../../quiz/lesson-markup.ts";
import { heardSounds } from "../../sentence-sounds/sentence-sounds.ts";
import type { TemplateValues } from "../../template.ts";
import { masteryScore, scoFiles, scoId } from "../scorm/index.ts";
import { BackupFiles, type FilePlace } from "./backup-files.ts";
import { type BankQuestion, bankQuestion, nameFor } from "./question-bank.ts";

/** A course as Moodle backs it up: its sections and activities with the numbers by which its files refer to each other. */
export interface Outline {
  readonly contents: Contents;
  readonly volume: Volume;
  /** The course's name in the backup. */
  readonly title: string;
  readonly shortTitle: string;
  /** The language and level, as a category of the question bank. */
  readonly volumeName: string;
  /** The release's moment, in place of every time at which Moodle would have written. */
  readonly seconds: number;
  readonly lessons: readonly OutlineLesson[];
  readonly files: BackupFiles;
}

/** A lesson: one section of the course, whose number is also its id, and one category of the question bank. */
export interface OutlineLesson {
  readonly job: string;
  readonly section: number;
  readonly name: string;
  readonly category: number;
  readonly activities: readonly Activity[];
  readonly questions: readonly BankQuestion[];
}

export interface Activity {
  readonly kind: "page" | "quiz" | "forum" | "scorm";
  /** The id of the activity and of its place in the course. */
  readonly id: number;
  readonly contextId: number;
  readonly section: number;
  readonly name: string;
  /** The files of its own, without those of its questions. */
  readonly files: readonly number[];
  /** The most points that it adds to the course's grades; null if it is ungraded. */
  readonly best: number | null;
  /** Further values for the template of its kind. */
  readonly content: TemplateValues;
}

const courseContext = 2;

/** The question bank's categories above those of the lessons. */
export const categories = { top: 1, course: 2, volume: 3 } as const;

interface Numbering {
  readonly files: BackupFiles;
  readonly nextActivity: () => number;
  readonly nextQuestion: () => number;
}

/** Decides what the backup of a volume contains. Pure. */
export function outlineOf(view: VolumeView): Outline {
  const { volume, contents, strings } = view;
  const { course } = contents;
  const files = new BackupFiles();
  const numbering = { files, nextActivity: counter(), nextQuestion: counter() };
  return {
    contents,
    volume,
    volumeName: nameFor(volume.level),
    seconds: releaseSeconds(course),
    title: nameFor(labelled(course.title, volume.level, strings)),
    shortTitle: nameFor(`${course.course} ${volume.folder} ${course.edition}`),
    lessons: lessonViews(view).map((lesson) => lessonOf(lesson, numbering)),
    files,
  };
}

function counter(): () => number {
  let last = 0;
  return () => (last += 1);
}

function lessonOf(view: View, numbering: Numbering): OutlineLesson {
  const { lesson } = view;
  const page = pageOf(view, numbering);
  const quizzes = lesson.exercises().map((sheet) => quizOf(view, sheet, numbering));
  const forum = promptList(view) === null ? [] : [forumOf(view, numbering)];
  return {
    job: lesson.job,
    section: lesson.number,
    name: nameFor(`${lesson.number}. ${lesson.title}`),
    category: categories.volume + lesson.number,
    activities: [page, ...quizzes.map(({ quiz }) => quiz), ...forum, scormOf(view, numbering)],
    questions: quizzes.flatMap(({ questions }) => questions),
  };
}

function base({ lesson }: View, title: string, { nextActivity }: Numbering) {
  const id = nextActivity();
  const name = nameFor(`${lesson.number}. ${title}`);
  return { id, contextId: courseContext + id, section: lesson.number, name, files: [], best: null };
}

/** The story, with its recording and picture if the backup holds them. */
function pageOf(view: View, numbering: Numbering): Activity {
  const { lesson, contents } = view;
  const shared = base(view, lesson.title, numbering);
  const place = { contextId: shared.contextId, component: "mod_page", area: "content", item: 0 } as const;
  const recording = contents.soundIn.has("moodle") ? lesson.sound : null;
  const sound = recording && partFile(posix.basename(recording.path), recording);
  const picture = pictureFile(lesson, "");
  const address = (file: ZipFile | null) => file && `@@PLUGINFILE@@/${file.path}`;
  const story = lessonMarkup(view, { sound: address(sound), picture: address(picture) });
  const own = [sound, picture].filter((file) => file !== null);
  return {
    ...shared,
    kind: "page",
    files: own.map((file) => numbering.files.add(place, file)),
    content: { content: inPlatformPage(view, html`${story}${retellMarkup(view)}`).toString() },
  };
}

/** The questions of a lesson as the one discussion of a forum, which Moodle begins as it restores it. Ungraded, and nobody is subscribed. */
function forumOf(view: View, numbering: Numbering): Activity {
  const { strings, lesson } = view;
  const title = labelled(strings.exercises.prompts.title, lesson.title, strings);
  const intro = inPlatformPage(view, promptList(view) ?? html``).toString();
  return { ...base(view, title, numbering), kind: "forum", content: { intro } };
}

/** A quiz whose questions' marks are their numbers of gaps, and whose total is the sum of these marks. */
function quizOf(
  view: View,
  { version, exercises }: ExerciseSheet,
  numbering: Numbering,
): { quiz: Activity; questions: BankQuestion[] } {
  const { strings, contents, lesson } = view;
  const shared = base(view, labelled(strings.quiz.exercises(version), lesson.title, strings), numbering);
  const heard = heardSounds(lesson, contents);
  const all = exercises.map((exercise) => {
    const question = bankQuestion(exercise, { ...view, version, heard, next: numbering.nextQuestion });
    const place = {
      contextId: courseContext,
      component: "question",
      area: "questiontext",
      item: question.id,
    } as const;
    for (const sound of heard.soundsOf(exercise))
      numbering.files.add(place, heard.cutter.file(sound.name, sound));
    return question;
  });
  const questions = all.filter(({ gaps }) => gaps.length > 0);
  const content = {
    intro: contents.course.rehearsal ? html`<p><em>${strings.rehearsal}</em></p>`.toString() : "",
    total: questions.reduce((sum, { gaps }) => sum + gaps.length, 0),
    quiz: shared.id,
    slots: questions.map(({ id, gaps }, index) => ({ question: id, slot: index + 1, points: gaps.length })),
  };
  return { quiz: { ...shared, kind: "quiz", best: 10, content }, questions };
}

/** A lesson's SCORM package, its files, and its manifest as Moodle reads it. */
function scormOf(view: View, numbering: Numbering): Activity {
  const { strings, contents, lesson } = view;
  const shared = base(view, labelled(strings.quiz.interactive, lesson.title, strings), numbering);
  const made = scoFiles(view);
  const holdsSound = mayHoldSound(["scorm"], [lesson], contents);
  // One that holds a recording is streamed and counts as sound, which it is but for some kilobytes.
  const archive: ZipFile = {
    path: `${lesson.name}.zip`,
    read: () => zipBytes(made),
    ...(holdsSound && { isSound: true, pieces: () => zipPieces(made) }),
  };
  const place = (area: string): FilePlace => ({
    contextId: shared.contextId,
    component: "mod_scorm",
    area,
    item: 0,
  });
  const files = [
    numbering.files.add(place("package"), archive),
    ...made.map((file) => numbering.files.add(place("content"), file)),
  ];
  const start = 2 * shared.id;
  const facts = { isvisible: "true", parameters: "", masteryscore: masteryScore };
  const content = {
    file: archive.path,
    organization: start - 1,
    start,
    manifest: `M_${scoId(view)}`,
    scoTitle: nameFor(plainName(lesson.title)),
    data: Object.entries(facts).map(([name, value], index) => ({ id: 3 * start + index, name, value })),
  };
  return { ...shared, kind: "scorm", files, best: 100, content };
}
