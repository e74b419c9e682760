import { posix } from "node:path";
import type { ZipFile } from "../../../shared/files/zip.ts";
import { html, type Markup } from "../../../shared/html.ts";
import { lessonViews, type View, type VolumeView } from "../../contents/contents.ts";
import type { Course } from "../../contents/course.ts";
import { type ExerciseSheet, type HeardItem, heardItems } from "../../exercises/exercise.ts";
import { labelled } from "../../locales/locale.ts";
import { heardHint, heardTimes } from "../../pages/page.ts";
import {
  type Asking,
  choiceMarkup,
  inPlatformPage,
  lessonMarkup,
  mediaOf,
  plainName,
  platformText,
  promptList,
  questionMarkup,
  retellMarkup,
} from "../../quiz/lesson-markup.ts";
import { acceptedBy, type Question, questionsOf } from "../../quiz/question.ts";
import { heardSounds } from "../../sentence-sounds/sentence-sounds.ts";
import { filledFile, type TemplateValues } from "../../template.ts";
import { archive, type Format } from "../format.ts";

/** Common Cartridge 1.1: read by Moodle, Canvas, Blackboard and Open edX. */
export const cartridge = formatOf(1);

/** Common Cartridge 1.2: required by Schoology and others; Moodle refuses it. */
export const cartridge12 = formatOf(2);

/** The cartridge, under the file name that it has in a package for a platform. */
export const platformCartridge = formatOf(1, "");

/** All versions have the same content; only names differ. */
function formatOf(minor: 1 | 2, ending = `-cc1${minor}`): Format {
  return (view) => {
    const path = `lms/${view.volume.folder}${ending}.imscc`;
    const files = () => filesOf(minor, view);
    return [archive(`cartridge1${minor}`, view, { path, sounds: ["cartridge", "sentences"], files })];
  };
}

function made(path: string, values: () => TemplateValues, template = posix.basename(path)): ZipFile {
  return filledFile(path, new URL(`./templates/${template}`, import.meta.url), values);
}

/**
 * A volume as a Common Cartridge: a module per lesson with the story, a quiz for each version of its exercises and a discussion of its questions. It
 * contains no answers to read, because Open edX shows learners everything in it. Moodle requires the manifest's default namespace within the first
 * 500 bytes, so it comes first. Ids are made of our own names only; titles contain nothing that a platform could read as markup.
 */
function filesOf(minor: 1 | 2, view: VolumeView): ZipFile[] {
  // As in the names of schemas and resource types.
  const tag = `v1p${minor}`;
  const { volume, contents, strings } = view;
  const { course } = contents;
  const lessons = lessonViews(view).map((lesson) => moduleOf(lesson, tag));
  const manifest = () => ({
    tag,
    schemaVersion: `1.${minor}.0`,
    identifier: `M_${course.course}_${volume.folder}`,
    title: plainName(labelled(course.title, volume.level, strings)),
    language: volume.language.bcp47,
    description: course.description && plainName(course.description),
    lessons,
  });
  return [made("imsmanifest.xml", manifest), ...lessons.flatMap(({ files }) => files)];
}

/** What a cartridge has of a lesson: its resources, the items that show them, and their files. */
function moduleOf(view: View, tag: string) {
  const { lesson, contents, strings } = view;
  const { name, number } = lesson;
  const { sound, picture, files } = mediaOf(view, "cartridge", "web_resources/");
  const heard = heardSounds(lesson, contents);
  const folder = "web_resources/sentences/";
  const soundOf = (item: HeardItem) => {
    const file = heard.nameOf(item);
    return file && folder + file;
  };
  const sentences = heard.files(folder);
  // Every title names its lesson: Moodle drops the modules' titles, and its grade book lists the quizzes of all lessons together.
  const numbered = (title: string) => plainName(`${number}. ${title}`);
  // `needs`: the ids of the resources that it shows or plays. What is no page can't be shown as it is.
  const web = (id: string, path: string, needs: readonly string[] = []) => {
    return { id, type: "webcontent", path, isPage: true, needs };
  };
  const beside = [
    ...(sound ? [web(`A_${number}`, sound.path)] : []),
    ...(picture ? [web(`P_${number}`, picture.path)] : []),
  ];
  const spoken = sentences.map(({ path }, index) => web(`S_${number}_${index + 1}`, path));
  const quizzes = lesson.exercises().map((sheet) => {
    const played = new Set(sheet.exercises.flatMap(heardItems).map(soundOf));
    return {
      sheet,
      title: numbered(strings.quiz.exercises(sheet.version)),
      id: `Q_${number}_${sheet.version}`,
      type: `imsqti_xmlv1p2/imscc_xml${tag}/assessment`,
      path: `${name}-${sheet.version.toLowerCase()}/assessment.xml`,
      isPage: false,
      needs: spoken.filter(({ path }) => played.has(path)).map(({ id }) => id),
    };
  });
  // Named like its item: some platforms show one name, some the other.
  const topics = lesson.prompts.slice(0, 1).map(() => ({
    title: numbered(strings.exercises.prompts.title),
    id: `D_${number}`,
    type: `imsdt_xml${tag}`,
    path: `${name}-discussion/topic.xml`,
    isPage: false,
    needs: [],
  }));
  const page = web(
    `R_${number}`,
    `web_resources/${name}.html`,
    beside.map(({ id }) => id),
  );
  // Addresses are relative to the page.
  const addresses = {
    sound: sound && posix.basename(sound.path),
    picture: picture && posix.basename(picture.path),
  };
  return {
    number,
    title: numbered(lesson.title),
    items: [{ id: page.id, title: numbered(lesson.title) }, ...quizzes, ...topics].map(({ id, title }) => ({
      resource: id,
      title,
    })),
    resources: [page, ...beside, ...topics, ...spoken, ...quizzes],
    files: [
      // Platforms keep only the contents of the body, so language and direction are repeated there.
      made(
        page.path,
        () => ({
          language: strings.tag,
          title: platformText(lesson.title),
          content: inPlatformPage(view, html`${lessonMarkup(view, addresses)}${retellMarkup(view)}`),
        }),
        "page.xml",
      ),
      ...topics.map(({ path, title }) => {
        const content = () => inPlatformPage(view, promptList(view) ?? html``).toString();
        return made(path, () => ({ tag, title, content: content() }));
      }),
      ...quizzes.map(({ path, sheet }) => made(path, () => assessment(sheet, { ...view, soundOf }))),
      ...files,
      ...sentences,
    ],
  };
}

/** A quiz in the cartridge's profile of QTI 1.2: multiple-choice and fill-in questions, one per gap. */
function assessment({ version, exercises }: ExerciseSheet, part: Asking): TemplateValues {
  const { lesson, strings, contents } = part;
  const questions = exercises.flatMap(({ kind, ...exercise }) =>
    questionsOf({ kind, ...exercise }, lesson.language).map((question) => {
      const { title, task } = strings.exercises.kinds[kind];
      const heard = question.heard !== null && html`<p>${played(question.heard, part)}</p>`;
      return { question, title, asked: html`<p>${task}</p>${heard}<p>${askedMarkup(question, part)}</p>` };
    }),
  );
  return {
    ident: `${lesson.name}-${version}`,
    title: plainName(labelled(lesson.title, strings.quiz.exercises(version), strings)),
    items: questions.map(({ question, title, asked }, index) => ({
      number: index + 1,
      title,
      profile: question.kind === "choice" ? "cc.multiple_choice.v0p1" : "cc.fib.v0p1",
      asked: asked.toString(),
      choices:
        question.kind === "choice"
          ? question.choices.map((choice, place) => ({
              place: place + 1,
              text: choiceMarkup(choice, question, part).toString(),
            }))
          : [],
      conditions: conditions(question, contents.course),
    })),
  };
}

// A link, not a player: Moodle finds only linked files and makes a player of the link; Canvas shows one beside it. The address is relative
// to the quiz's folder. If the sound is not in the cartridge, the times say where it is in the lesson's recording.
function played(item: HeardItem, { soundOf, strings }: Asking): Markup {
  const path = soundOf(item);
  if (path === null) return heardHint(item, strings.exercises);
  return html`<a href="$IMS-CC-FILEBASE$../${path}">${heardTimes(item, strings.exercises)}</a>`;
}

/**
 * The conditions for a right answer. Moodle and Open edX read only the first condition, with every spelling in it. An engine that follows
 * QTI strictly requires all spellings of that condition at once, which never holds, and goes on to the conditions for the single spellings.
 */
function conditions(question: Question, course: Course): TemplateValues[] {
  if (question.kind === "choice") return [{ answers: [`C${question.right + 1}`], isTyped: false }];
  const spellings = acceptedBy(question, course);
  const single = spellings.map((spelling) => ({ answers: [spelling], isTyped: true }));
  return spellings.length === 1 ? single : [{ answers: spellings, isTyped: true }, ...single];
}

// Platforms put their own input field in the gap's place or below the question, where given letters would be apart from it.
function askedMarkup(question: Question, part: View): Markup {
  const gap = html`______`;
  if (question.shown === null || question.shown === "") return questionMarkup(question, gap, part);
  const hint = html`${gap} (${platformText(question.shown)})`;
  return questionMarkup({ ...question, shown: "" }, hint, part);
}
