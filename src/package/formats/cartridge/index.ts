import { posix } from "node:path";
import { html, type Markup } from "../../../shared/html.ts";
import { partFile } from "../../books/part-file.ts";
import { type Contents, type Lesson, mayHoldSound, type View, type Volume } from "../../contents/contents.ts";
import type { Course } from "../../contents/course.ts";
import { plainName } from "../../contents/plain-name.ts";
import type { Exercise, HeardItem } from "../../exercises/exercise.ts";
import { labelled, localeFor } from "../../locales/locale.ts";
import { heardHint, heardTimes } from "../../pages/heard-player.ts";
import {
  asXmlText,
  choiceMarkup,
  inPlatformPage,
  type LessonFiles,
  lessonMarkup,
  pictureFile,
  platformText,
  promptList,
  questionMarkup,
  retellMarkup,
} from "../../quiz/lesson-markup.ts";
import { acceptedBy, type ChoiceQuestion, type Question, questionsOf } from "../../quiz/question.ts";
import { heardSounds } from "../../sentence-sounds/sentence-sounds.ts";
import { archiveEntry } from "../../zip/entry.ts";
import type { ZipFile } from "../../zip/zip.ts";
import { type Format, listed } from "../format.ts";
import {
  type CartridgeLesson,
  type CartridgeQuiz,
  type CartridgeVersion,
  cartridgeManifest,
} from "./cartridge-manifest.ts";

const version11: CartridgeVersion = { number: "11", schemaVersion: "1.1.0", tag: "v1p1" };

/** Common Cartridge 1.1: read by Moodle, Canvas, Blackboard and Open edX. */
export const cartridge = formatOf("cartridge", version11);

/** Common Cartridge 1.2: required by Schoology and others; Moodle refuses it. */
export const cartridge12 = formatOf("cartridge12", { number: "12", schemaVersion: "1.2.0", tag: "v1p2" });

/** The cartridge, under the file name that it has in a package for a platform. */
export const platformCartridge = formatOf("cartridge", version11, "");

function formatOf(id: string, version: CartridgeVersion, ending = `-cc${version.number}`): Format {
  return {
    id,
    entries: (volume, contents) => {
      const path = `${volume.folder}/lms/${volume.folder}${ending}.imscc`;
      const isLong = mayHoldSound(["cartridge", "sentences"], volume.lessons, contents);
      const entry = archiveEntry(path, isLong, () => filesOf(version, volume, contents));
      return [listed(`cartridge${version.number}`, entry, { volume })];
    },
  };
}

/**
 * A volume as a Common Cartridge: a module per lesson with the story, a quiz for each version of its exercises and a discussion of its
 * questions. It contains no answers to read, because Open edX shows learners everything in it.
 */
function filesOf(version: CartridgeVersion, volume: Volume, contents: Contents): ZipFile[] {
  const strings = localeFor(contents.reader);
  const lessons = volume.lessons.map((lesson) => cartridgeLesson(lesson, contents));
  return [
    made("imsmanifest.xml", () => cartridgeManifest(version, { volume, contents, strings, lessons })),
    ...lessons.flatMap((part) => {
      const page = { lesson: part.lesson, volume, contents, strings };
      const { sound, picture, discussion } = part;
      // Addresses are relative to the page.
      const files = {
        sound: sound && posix.basename(sound.path),
        picture: picture && posix.basename(picture.path),
      };
      return [
        made(part.page, () => cartridgePage(page, files)),
        ...(discussion === null ? [] : [made(discussion, () => discussionTopic(page, version.tag))]),
        ...part.quizzes.map((quiz) => made(quiz.path, () => assessment(quiz, page))),
        ...[picture, sound].filter((file) => file !== null),
        ...part.sentences,
      ];
    }),
  ];
}

function made(path: string, make: () => { toString(): string }): ZipFile {
  return { path, read: async () => Buffer.from(make().toString()) };
}

function cartridgeLesson(lesson: Lesson, contents: Contents): CartridgeLesson {
  const { name, book } = lesson;
  const recording = contents.soundIn.has("cartridge") ? (book?.sound ?? null) : null;
  const heard = heardSounds(lesson, contents);
  const soundPath = ({ name: file }: { readonly name: string }) => `web_resources/sentences/${file}`;
  return {
    lesson,
    picture: pictureFile(lesson, "web_resources/"),
    discussion: lesson.prompts.length > 0 ? `${name}-discussion/topic.xml` : null,
    page: `web_resources/${name}.html`,
    quizzes: lesson
      .exercises()
      .filter(({ exercises }) => exercises.length > 0)
      .map((sheet) => ({
        sheet,
        path: `${name}-${sheet.version.toLowerCase()}/assessment.xml`,
        soundOf: (item) => {
          const sentence = heard.soundOf(item);
          return sentence && soundPath(sentence);
        },
      })),
    sound: recording && partFile(`web_resources/${posix.basename(recording.path)}`, recording),
    sentences: heard.cutter.sounds.map((sentence) => heard.cutter.file(soundPath(sentence), sentence)),
  };
}

/** A lesson's page. Platforms keep only the contents of the body, so language and direction are repeated there. */
function cartridgePage(part: View, files: LessonFiles): Markup {
  return html`<!DOCTYPE html>
<html lang="${part.strings.tag}">
<head>
<meta charset="utf-8" />
<meta name="viewport" content="width=device-width, initial-scale=1" />
<title>${platformText(part.lesson.title)}</title>
<style>body { overflow-wrap: anywhere; } img { max-width: 100%; height: auto; }</style>
</head>
<body>
${inPlatformPage(part, html`${lessonMarkup(part, files)}${retellMarkup(part)}`)}</body>
</html>
`;
}

/** The questions of a lesson as a topic of a discussion. `tag`: of the cartridge's version. */
function discussionTopic(part: View, tag: string): Markup {
  const { lesson, strings } = part;
  // As its item is called: some platforms show the one, some the other.
  const title = plainName(`${lesson.number}. ${strings.exercises.prompts.title}`);
  return html`<?xml version="1.0" encoding="UTF-8"?>
<topic xmlns="http://www.imsglobal.org/xsd/imscc${tag}/imsdt_${tag}">
<title>${title}</title>
<text texttype="text/html">${asXmlText(inPlatformPage(part, promptList(part) ?? html``))}</text>
</topic>
`;
}

/** A quiz in the cartridge's profile of QTI 1.2: multiple-choice and fill-in questions, one per gap. */
function assessment({ sheet, soundOf }: CartridgeQuiz, lessonPart: View): Markup {
  const part = { ...lessonPart, soundOf };
  const { lesson, strings } = part;
  const ident = `${lesson.name}-${sheet.version}`;
  const questions = sheet.exercises.flatMap((exercise) =>
    questionsOf(exercise, lesson.language).map((question) => ({ question, kind: exercise.kind })),
  );
  return html`<?xml version="1.0" encoding="UTF-8"?>
<questestinterop xmlns="http://www.imsglobal.org/xsd/ims_qtiasiv1p2">
<assessment ident="${ident}" title="${plainName(labelled(lesson.title, strings.quiz.exercises(sheet.version), strings))}">
${metadata("cc.exam.v0p1")}
<section ident="${ident}-section">
${questions.map(({ question, kind }, index) => item(question, { kind, ident: `${ident}-${index + 1}` }, part))}</section>
</assessment>
</questestinterop>
`;
}

type QuizPart = View & Pick<CartridgeQuiz, "soundOf">;

// A link, not a player: Moodle finds only linked files and makes a player of the link; Canvas shows one beside it. The address is relative
// to the quiz's folder. If the sound is not in the cartridge, the times say where it is in the lesson's recording.
function played(item: HeardItem, { soundOf, strings }: QuizPart): Markup {
  const path = soundOf(item);
  if (path === null) return heardHint(item, strings.exercises);
  return html`<a href="$IMS-CC-FILEBASE$../${path}">${heardTimes(item, strings.exercises)}</a>`;
}

function metadata(profile: string): Markup {
  return html`<qtimetadata><qtimetadatafield><fieldlabel>cc_profile</fieldlabel><fieldentry>${profile}</fieldentry></qtimetadatafield></qtimetadata>`;
}

interface ItemName extends Pick<Exercise, "kind"> {
  readonly ident: string;
}

function item(question: Question, { kind, ident }: ItemName, part: QuizPart): Markup {
  const profile = question.kind === "choice" ? "cc.multiple_choice.v0p1" : "cc.fib.v0p1";
  const { title, task } = part.strings.exercises.kinds[kind];
  const heard = question.heard !== null && html`<p>${played(question.heard, part)}</p>`;
  const asked = html`<p>${task}</p>${heard}<p>${askedMarkup(question, part)}</p>`;
  return html`<item ident="${ident}" title="${title}">
<itemmetadata>${metadata(profile)}</itemmetadata>
<presentation><material>${hypertext(asked)}</material>
${question.kind === "choice" ? choice(question, part) : gap}</presentation>
<resprocessing><outcomes><decvar varname="SCORE" vartype="Decimal" minvalue="0" maxvalue="100"/></outcomes>
${conditions(question, part.contents.course).map(
  (
    answers,
  ) => html`<respcondition continue="No"><conditionvar>${answers}</conditionvar><setvar action="Set" varname="SCORE">100</setvar></respcondition>
`,
)}</resprocessing>
</item>
`;
}

const gap = html`<response_str ident="answer" rcardinality="Single"><render_fib prompt="Dashline"/></response_str>
`;

function hypertext(content: Markup): Markup {
  return html`<mattext texttype="text/html">${asXmlText(content)}</mattext>`;
}

function choice(question: ChoiceQuestion, part: View): Markup {
  return html`<response_lid ident="answer" rcardinality="Single"><render_choice>
${question.choices.map(
  (
    each,
    index,
  ) => html`<response_label ident="C${index + 1}"><material>${hypertext(choiceMarkup(each, question, part))}</material></response_label>
`,
)}</render_choice></response_lid>
`;
}

/**
 * The conditions for a right answer. Moodle and Open edX read only the first condition, with every spelling in it. An engine that follows
 * QTI strictly requires all spellings of that condition at once, which never holds, and goes on to the conditions for the single spellings.
 */
function conditions(question: Question, course: Course): Markup[] {
  if (question.kind === "choice")
    return [html`<varequal respident="answer">C${question.right + 1}</varequal>`];
  const spellings = acceptedBy(question, course).map(
    (spelling) => html`<varequal respident="answer" case="No">${spelling}</varequal>`,
  );
  return spellings.length === 1 ? spellings : [html`${spellings}`, ...spellings];
}

// Platforms put their own input field in the gap's place or below the question, where given letters would be apart from it.
function askedMarkup(question: Question, part: View): Markup {
  const gap = html`______`;
  if (question.shown === null || question.shown === "") return questionMarkup(question, gap, part);
  const hint = html`${gap} (${platformText(question.shown)})`;
  return questionMarkup({ ...question, shown: "" }, hint, part);
}
