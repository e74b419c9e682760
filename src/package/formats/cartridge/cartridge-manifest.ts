import { html, type Markup } from "../../../shared/html.ts";
import type { Contents, Lesson, VolumeView } from "../../contents/contents.ts";
import { plainName } from "../../contents/plain-name.ts";
import { type ExerciseSheet, type HeardItem, heardItems } from "../../exercises/exercise.ts";
import { type Locale, labelled, languageName, localeFor } from "../../locales/locale.ts";
import type { ZipFile } from "../../zip/zip.ts";

/** All cartridge versions have the same content; only names differ. */
export interface CartridgeVersion {
  /** As in the file's name. */
  readonly number: "11" | "12";
  readonly schemaVersion: string;
  /** As in the names of schemas and resource types. */
  readonly tag: "v1p1" | "v1p2";
}

/** The files of a lesson in a cartridge; paths are relative to the cartridge. */
export interface CartridgeLesson {
  readonly lesson: Lesson;
  readonly page: string;
  readonly quizzes: readonly CartridgeQuiz[];
  readonly sound: ZipFile | null;
  readonly picture: ZipFile | null;
  /** The path of the discussion of its questions; null if it has none. */
  readonly discussion: string | null;
  /** The sounds of single sentences that its quizzes play. */
  readonly sentences: readonly ZipFile[];
}

export interface CartridgeQuiz {
  readonly sheet: ExerciseSheet;
  readonly path: string;
  /** The path in the cartridge of the sound for a sentence that a question plays; null if there is none. */
  readonly soundOf: (item: HeardItem) => string | null;
}

interface ManifestSource extends VolumeView {
  readonly lessons: readonly CartridgeLesson[];
}

/**
 * The manifest: one module per lesson. Moodle requires the default namespace within the first 500 bytes, so it comes first. Ids are made of
 * our own names only; titles contain nothing that a platform could read as markup.
 */
export function cartridgeManifest(version: CartridgeVersion, source: ManifestSource): Markup {
  const { volume, lessons, contents } = source;
  const { tag } = version;
  return html`<?xml version="1.0" encoding="UTF-8"?>
<manifest xmlns="http://www.imsglobal.org/xsd/imscc${tag}/imscp_v1p1" xmlns:lomm="http://ltsc.ieee.org/xsd/imscc${tag}/LOM/manifest" identifier="M_${contents.course.course}_${volume.folder}">
<metadata>
<schema>IMS Common Cartridge</schema>
<schemaversion>${version.schemaVersion}</schemaversion>
<lomm:lom><lomm:general><lomm:title><lomm:string>${titleOf(source)}</lomm:string></lomm:title><lomm:language>${volume.language.bcp47}</lomm:language>${description(contents)}</lomm:general></lomm:lom>
</metadata>
<organizations>
<organization identifier="O_1" structure="rooted-hierarchy">
<item identifier="I_root">
${lessons.map((lesson) => module(lesson, source.strings))}</item>
</organization>
</organizations>
<resources>
${lessons.map((lesson) => resources(lesson, version))}</resources>
</manifest>
`;
}

function titleOf({ volume, contents }: ManifestSource): string {
  const strings = localeFor(contents.reader);
  const name = languageName(volume.language, strings).text;
  return plainName(labelled(contents.course.title, `${name}, ${strings.level(volume.difficulty)}`, strings));
}

function description({ course }: Contents): Markup | null {
  if (course.description === null) return null;
  return html`<lomm:description><lomm:string>${plainName(course.description)}</lomm:string></lomm:description>`;
}

const idOf = (kind: string, { lesson }: CartridgeLesson) => `${kind}_${lesson.number}`;
const quizId = (part: CartridgeLesson, { sheet }: CartridgeQuiz) => `${idOf("Q", part)}_${sheet.version}`;

function module(part: CartridgeLesson, strings: Locale): Markup {
  const { lesson, quizzes, discussion } = part;
  return html`<item identifier="${idOf("I", part)}">
<title>${numbered(lesson, lesson.title)}</title>
${item(idOf("R", part), numbered(lesson, lesson.title))}${quizzes.map((quiz) =>
  item(quizId(part, quiz), numbered(lesson, strings.quiz.exercises(quiz.sheet.version))),
)}${discussion !== null && item(idOf("D", part), numbered(lesson, strings.exercises.prompts.title))}</item>
`;
}

// Every title names its lesson: Moodle drops the modules' titles, and its grade book lists the quizzes of all lessons together.
function numbered({ number }: Lesson, title: string): string {
  return plainName(`${number}. ${title}`);
}

function item(resource: string, title: string): Markup {
  return html`<item identifier="I_${resource}" identifierref="${resource}"><title>${title}</title></item>
`;
}

function resources(part: CartridgeLesson, { tag }: CartridgeVersion): Markup {
  const { page, quizzes, sound, sentences, picture, discussion } = part;
  const dependency = html`${sound && html`<dependency identifierref="${idOf("A", part)}"/>`}${picture && html`<dependency identifierref="${idOf("P", part)}"/>`}`;
  return html`<resource identifier="${idOf("R", part)}" type="webcontent" href="${page}"><file href="${page}"/>${dependency}</resource>
${sound && html`<resource identifier="${idOf("A", part)}" type="webcontent" href="${sound.path}"><file href="${sound.path}"/></resource>\n`}${picture && html`<resource identifier="${idOf("P", part)}" type="webcontent" href="${picture.path}"><file href="${picture.path}"/></resource>\n`}${discussion && html`<resource identifier="${idOf("D", part)}" type="imsdt_xml${tag}"><file href="${discussion}"/></resource>\n`}${sentences.map(
  ({ path }, index) =>
    html`<resource identifier="${idOf("S", part)}_${index + 1}" type="webcontent" href="${path}"><file href="${path}"/></resource>\n`,
)}${quizzes.map(
  (
    quiz,
  ) => html`<resource identifier="${quizId(part, quiz)}" type="imsqti_xmlv1p2/imscc_xml${tag}/assessment"><file href="${quiz.path}"/>${sentencesOf(quiz, part)}</resource>
`,
)}`;
}

/** The sounds that a quiz plays, as dependencies. */
function sentencesOf({ sheet, soundOf }: CartridgeQuiz, part: CartridgeLesson): Markup[] {
  const played = new Set(sheet.exercises.flatMap(heardItems).map(soundOf));
  return part.sentences.flatMap(({ path }, index) =>
    played.has(path) ? [html`<dependency identifierref="${idOf("S", part)}_${index + 1}"/>`] : [],
  );
}
