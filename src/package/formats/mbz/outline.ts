import { createHash } from "node:crypto";
import { type ZipFile, zipBytes, zipPieces } from "../../../shared/files/zip.ts";
import { sha256 } from "../../../shared/hash.ts";
import { html, markup } from "../../../shared/html.ts";
import { shorten } from "../../../shared/text.ts";
import { lessonViews, mayHoldSound, type View, type VolumeView } from "../../contents/contents.ts";
import type { Course } from "../../contents/course.ts";
import { releaseSeconds } from "../../contents/release.ts";
import type { ExerciseSheet } from "../../exercises/exercise.ts";
import { labelled } from "../../locales/locale.ts";
import {
  inPlatformPage,
  lessonMarkup,
  mediaOf,
  plainName,
  platformText,
  promptList,
  retellMarkup,
} from "../../quiz/lesson-markup.ts";
import type { Question } from "../../quiz/question.ts";
import { heardSounds } from "../../sentence-sounds/sentence-sounds.ts";
import type { TemplateValues } from "../../template.ts";
import { exerciseText, gapCode, gapsOf, spellingsFor } from "../moodle/index.ts";
import { masteryScore, scoFiles, scoId } from "../scorm/index.ts";

/** Where Moodle keeps a file, which depends on what the file belongs to. */
export interface FilePlace {
  readonly contextId: number;
  readonly component: "mod_page" | "mod_scorm" | "question";
  readonly area: string;
  readonly item: number;
}

// Moodle determines the type again, by the name, when it serves a file.
const mediaTypes: Readonly<Record<string, string>> = {
  css: "text/css",
  html: "text/html",
  jpg: "image/jpeg",
  js: "application/x-javascript",
  m4a: "audio/mp4",
  mp3: "audio/mp3",
  ogg: "audio/ogg",
  png: "image/png",
  wav: "audio/wav",
  xml: "application/xml",
  zip: "application/zip",
};

/** The files of a backup. Equal contents are kept once, in a pool, under their SHA-1. */
class BackupFiles {
  readonly #files: { readonly place: FilePlace; readonly file: ZipFile }[] = [];

  /** Adds a file with the name of `file`, and returns its number. */
  add(place: FilePlace, file: ZipFile): number {
    return this.#files.push({ place, file });
  }

  /** Reads every file once for its sum; resolves with the list of the files, and the pool. */
  async pool(): Promise<{ list: TemplateValues[]; files: ZipFile[] }> {
    const list: TemplateValues[] = [];
    const pool = new Map<string, ZipFile>();
    for (const [index, { place, file }] of this.#files.entries()) {
      const { sha1, bytes } = await contentOf(file);
      const path = `files/${sha1.slice(0, 2)}/${sha1}`;
      if (!pool.has(path)) pool.set(path, { ...file, path });
      const type = mediaTypes[file.path.slice(file.path.lastIndexOf(".") + 1)] ?? "document/unknown";
      list.push({ ...place, id: index + 1, sha1, bytes, type, name: file.path });
    }
    return { list, files: [...pool.values()] };
  }
}

async function contentOf({ read, pieces }: ZipFile): Promise<{ sha1: string; bytes: number }> {
  const hash = createHash("sha1");
  let bytes = 0;
  for await (const piece of pieces === undefined ? [await read()] : pieces()) {
    hash.update(piece);
    bytes += piece.length;
  }
  return { sha1: hash.digest("hex"), bytes };
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

function counter(): () => number {
  let last = 0;
  return () => (last += 1);
}

/** A volume as Moodle backs up a course: its sections and activities, with the numbers by which its files refer to each other. Pure. */
export function outlineOf(view: VolumeView) {
  const { volume, contents, strings } = view;
  const { course } = contents;
  const files = new BackupFiles();
  const numbering = { files, nextActivity: counter(), nextQuestion: counter() };
  return {
    title: nameFor(labelled(course.title, volume.level, strings)),
    shortTitle: nameFor(`${course.course} ${volume.folder} ${course.edition}`),
    // The release's moment, in place of every time at which Moodle would have written.
    seconds: releaseSeconds(course),
    lessons: lessonViews(view).map((lesson) => lessonOf(lesson, numbering)),
    files,
  };
}

/** A lesson: one section of the course, whose number is also its id, and one category of the question bank, which `stamp` identifies. */
function lessonOf(view: View, numbering: Numbering) {
  const { lesson, contents } = view;
  const { course, edition } = contents.course;
  const page = pageOf(view, numbering);
  const quizzes = lesson.exercises().map((sheet) => quizOf(view, sheet, numbering));
  const forum = promptList(view) === null ? [] : [forumOf(view, numbering)];
  return {
    section: lesson.number,
    name: nameFor(`${lesson.number}. ${lesson.title}`),
    category: categories.volume + lesson.number,
    stamp: stampOf("lesson", course, edition, lesson.job),
    activities: [page, ...quizzes.map(({ quiz }) => quiz), ...forum, scormOf(view, numbering)],
    entries: quizzes.flatMap(({ entries }) => entries),
  };
}

// Moodle's columns for names. A longer one ends the restore with an error of the database.
const longestName = 255;

/** A name of a section, an activity, a question or a category: plain, and no longer than Moodle allows. */
export function nameFor(name: string): string {
  return shorten(plainName(name), longestName);
}

/** Identifies something in the question bank by its properties: a second restore finds it instead of adding it again. */
export function stampOf(...facts: readonly unknown[]): string {
  return `coursebinder+${sha256(JSON.stringify(facts)).slice(0, 32)}`;
}

function base({ lesson }: View, title: string, { nextActivity }: Numbering) {
  const id = nextActivity();
  const name = nameFor(`${lesson.number}. ${title}`);
  return { id, contextId: courseContext + id, section: lesson.number, name, files: [], best: null };
}

/** The story, with its recording and picture if the backup holds them. */
function pageOf(view: View, numbering: Numbering): Activity {
  const { lesson } = view;
  const shared = base(view, lesson.title, numbering);
  const place = { contextId: shared.contextId, component: "mod_page", area: "content", item: 0 } as const;
  const { sound, picture } = mediaOf(view, "moodle", "");
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

/** A quiz whose questions' marks are their numbers of gaps, and whose total is the sum of these marks; and its entries in the question bank. */
function quizOf(view: View, { version, exercises }: ExerciseSheet, numbering: Numbering) {
  const { strings, contents, lesson } = view;
  const shared = base(view, labelled(strings.quiz.exercises(version), lesson.title, strings), numbering);
  const heard = heardSounds(lesson, contents);
  const asking = { ...view, soundOf: heard.nameOf };
  const all = exercises.map((exercise) => {
    const id = numbering.nextQuestion();
    const kind = strings.exercises.kinds[exercise.kind].title;
    const name = nameFor(`${lesson.number}${version}. ${labelled(kind, lesson.title, strings)}`);
    const text = exerciseText(exercise, asking, (_, number) => markup(`{#${number}}`)).toString();
    const gaps = gapsOf(exercise, asking).map((gap) => ({ gap, id: numbering.nextQuestion() }));
    const place = {
      contextId: courseContext,
      component: "question",
      area: "questiontext",
      item: id,
    } as const;
    for (const sound of heard.soundsOf(exercise))
      numbering.files.add(place, heard.cutter.file(sound.name, sound));
    return { id, name, text, gaps };
  });
  const questions = all.filter(({ gaps }) => gaps.length > 0);
  const content = {
    intro: contents.course.rehearsal ? html`<p><em>${strings.rehearsal}</em></p>`.toString() : "",
    total: questions.reduce((sum, { gaps }) => sum + gaps.length, 0),
    quiz: shared.id,
    slots: questions.map(({ id, gaps }, index) => ({ question: id, slot: index + 1, points: gaps.length })),
  };
  const quiz: Activity = { ...shared, kind: "quiz", best: 10, content };
  return { quiz, entries: questions.flatMap((question) => entriesOf(question, view)) };
}

interface BankQuestion {
  readonly id: number;
  readonly name: string;
  /** With a number where each gap belongs. */
  readonly text: string;
  /** Each is a question of its own. */
  readonly gaps: readonly { readonly gap: Question; readonly id: number }[];
}

/** A question's entry in the bank, and those of its gaps, which Moodle keeps beside it. */
function entriesOf({ id, gaps, text, name }: BankQuestion, { lesson, contents }: View): TemplateValues[] {
  const stamp = stampOf(
    lesson.job,
    name,
    text,
    gaps.map(({ gap }) => gap),
  );
  const whole = {
    id,
    parent: 0,
    name,
    text,
    mark: gaps.length,
    penalty: "0.3333333",
    stamp,
    kind: "multianswer",
    sequence: gaps.map((gap) => gap.id).join(","),
    answers: [],
    isTyped: false,
    isChosen: false,
  };
  const parts = gaps.map(({ gap, id: own }, index) => ({
    id: own,
    parent: id,
    name,
    text: gapCode(gap, contents.course).toString(),
    mark: 1,
    penalty: "0.0000000",
    stamp: stampOf(stamp, index),
    kind: gap.kind === "fill" ? "shortanswer" : "multichoice",
    sequence: null,
    answers: answersTo(gap, contents.course).map((answer, place) => ({
      id: own * mostAnswers + place,
      ...answer,
    })),
    isTyped: gap.kind === "fill",
    isChosen: gap.kind === "choice",
  }));
  return [whole, ...parts];
}

// More answers than this to one gap are not asked for.
const mostAnswers = 1_000;

// The answers are in one of two of Moodle's formats, plain text or HTML. Moodle takes `*` for a wildcard in what is typed, unless it is escaped.
function answersTo(gap: Question, course: Course): TemplateValues[] {
  if (gap.kind === "fill") {
    return spellingsFor(gap, course).map(({ text, points }) => ({
      text: text.replaceAll("*", "\\*"),
      format: 0,
      fraction: points.toFixed(7),
    }));
  }
  return gap.choices.map((choice, index) => ({
    text: platformText(choice).toString(),
    format: 1,
    fraction: (index === gap.right ? 1 : 0).toFixed(7),
  }));
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
