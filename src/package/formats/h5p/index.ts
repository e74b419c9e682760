import { posix } from "node:path";
import { readShipped } from "../../../shared/files/shipped-file.ts";
import type { ZipFile } from "../../../shared/files/zip.ts";
import { html, type Markup, markup } from "../../../shared/html.ts";
import { shorten } from "../../../shared/text.ts";
import { derivedUuid } from "../../../shared/uuid.ts";
import { lessonViews, type View } from "../../contents/contents.ts";
import { madeFile } from "../../entry.ts";
import type { Exercise, ExerciseSheet } from "../../exercises/exercise.ts";
import { kinds } from "../../exercises/kinds.ts";
import { heardHint } from "../../pages/page.ts";
import {
  type Asking,
  choiceMarkup,
  lessonText,
  mediaOf,
  pictureText,
  plainName,
  platformText,
  promptsMarkup,
  questionMarkup,
  wordList,
} from "../../quiz/lesson-markup.ts";
import {
  acceptedBy,
  type ChoiceQuestion,
  type FillQuestion,
  type Question,
  questionsOf,
} from "../../quiz/question.ts";
import { heardSounds } from "../../sentence-sounds/sentence-sounds.ts";
import { archive, type Format } from "../format.ts";
import type shippedTypes from "./content-types.json";

/** A lesson as a Column, without bundled content types, so that a teacher may upload it where these are installed. */
export const h5p: Format = (view) =>
  lessonViews(view).map((of) => {
    const path = `lms/h5p/${of.lesson.name}.h5p`;
    return archive("h5p", of, { path, sounds: ["h5p", "sentences"], files: () => lessonFile(of) });
  });

function lessonFile(view: View): ZipFile[] {
  const { lesson, volume, contents, strings } = view;
  const heard = heardSounds(lesson, contents);
  const scope = `${contents.course.course}/${volume.folder}/${lesson.name}`;
  const part = { ...view, soundOf: heard.nameOf, scope };
  const { sound } = mediaOf(view, "h5p", "content/audios/");
  const { picture } = mediaOf(view, "h5p", "content/images/");
  const elements = [pictureElement(part), storyElement(part)].filter((each) => each !== null);
  if (sound !== null) {
    const mediaType = lesson.sound?.part.mediaType ?? "audio/mpeg";
    elements.unshift(audioElement(lesson.title, { name: posix.basename(sound.path), mediaType }, part));
  }
  for (const sheet of lesson.exercises()) {
    const { version, exercises } = sheet;
    const own = { ...part, scope: `${scope}/${version}` };
    const asked = exercises.flatMap((exercise) => exerciseElements(exercise, own));
    if (asked.length === 0) continue;
    const told = retellElement(sheet, own);
    if (told !== null) asked.push(told);
    const title = strings.quiz.exercises(version);
    elements.push(textElement(title, html`<h2>${title}</h2>`, part), ...asked);
  }
  const prompts = promptsMarkup(part);
  if (prompts !== null) elements.push(textElement(strings.exercises.prompts.title, prompts, part));
  const content = JSON.stringify({
    content: elements.map((each) => ({ content: each, useSeparator: "auto" })),
  });
  const facts = {
    title: titleFor(lesson.title),
    language: languageFor(contents.reader.bcp47),
    mainLibrary: "H5P.Column",
    embedTypes: ["iframe"],
    license: "U",
    defaultLanguage: strings.tag,
    preloadedDependencies: dependenciesOf(content),
  };
  return [
    madeFile("h5p.json", () => JSON.stringify(facts)),
    madeFile("content/content.json", () => content),
    ...[picture, sound].filter((file) => file !== null),
    ...heard.files("content/audios/"),
  ];
}

// H5P takes letters and hyphens only, ten of them at most.
function languageFor(tag: string): string {
  return /^[-a-zA-Z]{1,10}$/.test(tag) ? tag : "und";
}

/**
 * An exercise as words to drag if its choices are words, as blanks if answers are typed or built, otherwise as a choice for each question, with its
 * sound above it.
 */
function exerciseElements(exercise: Exercise, part: ExercisePart): Element[] {
  const { choices, inReader } = kinds[exercise.kind];
  const questions = questionsOf(exercise, part.lesson.language);
  if (choices === "bank" || (choices === "column" && inReader === true)) {
    return dragged(exercise, questions, part);
  }
  const filled = questions.filter((question) => question.kind === "fill");
  if (filled.some(({ heard }) => heard !== null)) {
    return filled.flatMap((question) => blanks(exercise, [question], part));
  }
  return filled.length > 0
    ? blanks(exercise, filled, part)
    : questions.flatMap((question) =>
        question.kind === "choice" ? [choiceElement(exercise, question, part)] : [],
      );
}

function choiceElement(exercise: Exercise, question: ChoiceQuestion, part: ExercisePart): Element {
  const { strings } = part;
  const { title, task } = strings.exercises.kinds[exercise.kind];
  const params = {
    question: html`<p>${task}</p><p>${questionMarkup(question, html``, part)}</p>`.toString(),
    answers: question.choices.map((choice, index) => ({
      text: choiceMarkup(choice, question, part).toString(),
      correct: index === question.right,
      tipsAndFeedback: { tip: "", chosenFeedback: "", notChosenFeedback: "" },
    })),
    behaviour: contentTypes["H5P.MultiChoice"].behaviour,
    UI: {
      checkAnswerButton: strings.quiz.check,
      tryAgainButton: strings.quiz.again,
      showSolutionButton: strings.exercises.answers,
    },
  };
  return element("H5P.MultiChoice", title, params, part);
}

/** Blanks with all accepted spellings, of the questions whose answers H5P can hold. */
function blanks(exercise: Exercise, questions: readonly FillQuestion[], part: ExercisePart): Element[] {
  const asked = questions.flatMap((question) => {
    const accepted = acceptedBy(question, part.contents.course).filter((spelling) => isPlain(spelling));
    return accepted.length === 0 ? [] : [{ ...question, accepted }];
  });
  if (asked.length === 0) return [];
  const { strings } = part;
  const [first] = asked;
  const sound = first?.heard == null ? null : part.soundOf(first.heard);
  const hint = first?.heard != null && sound === null && html` ${heardHint(first.heard, strings.exercises)}`;
  const { title, task } = strings.exercises.kinds[exercise.kind];
  const params = {
    ...(sound !== null && {
      media: {
        type: audioElement(sound, { name: sound, mediaType: "audio/mpeg" }, part),
        disableImageZooming: false,
      },
    }),
    text: html`<p>${task}${hint}</p>`.toString(),
    questions: asked.map((question) => html`<p>${blank(question, part)}</p>`.toString()),
    behaviour: {
      ...contentTypes["H5P.Blanks"].behaviour,
      acceptSpellingErrors: part.contents.course.almost === "full",
    },
    checkAnswer: strings.quiz.check,
    tryAgain: strings.quiz.again,
    showSolutions: strings.exercises.answers,
  };
  return [element("H5P.Blanks", title, params, part)];
}

function blank(question: FillQuestion, part: ExercisePart): Markup {
  const gap = markup(`*${question.accepted.join("/")}*`);
  const text = questionMarkup(question, gap, part);
  return question.shown === null ? html`${text} ${gap}` : text;
}

/** Words to drag to their places, of the questions whose answers H5P can hold, with those that fit nowhere. */
function dragged(exercise: Exercise, questions: readonly Question[], part: ExercisePart): Element[] {
  const asked = questions.flatMap((question) => {
    const answer = question.kind === "choice" ? (question.choices[question.right] ?? "") : "";
    return isPlain(answer) ? [{ question, answer }] : [];
  });
  if (asked.length === 0) return [];
  const rights = new Set(exercise.items.map(({ correct }) => correct));
  const spare = exercise.choices.filter((word, index) => !rights.has(index) && isPlain(word));
  const { strings } = part;
  const { title, task } = strings.exercises.kinds[exercise.kind];
  const params = {
    taskDescription: html`<p>${task}</p>`.toString(),
    textField: asked.map(({ question, answer }) => line(question, answer, part)).join("\n"),
    distractors: spare.map((word) => `*${word}*`).join(" "),
    behaviour: contentTypes["H5P.DragText"].behaviour,
    checkAnswer: strings.quiz.check,
    tryAgain: strings.quiz.again,
    showSolution: strings.exercises.answers,
  };
  return [element("H5P.DragText", title, params, part)];
}

// Plain text here; what could be one of H5P's own signs is a numeric reference, which only the browser resolves.
function line({ before, shown, after, gloss }: Question, answer: string, { lesson }: ExercisePart): string {
  const text = (part: string) => platformText(part.replace(/\s+/gu, " ")).toString();
  if (shown === null) return `${text(before)} *${answer}*`;
  // The content type lays out its lines from left to right: without marks, the signs at the ends of a line in Arabic are on the wrong side.
  const mark = lesson.direction.dir === "rtl" ? "\u200f" : "";
  return `${mark}${text(before)}*${answer}*${text(after)}${mark}${gloss === null ? "" : text(` (${gloss})`)}`;
}

function storyElement(part: ExercisePart): Element {
  const { lesson, contents, strings } = part;
  const text = html`${contents.course.rehearsal && html`<p><em>${strings.rehearsal}</em></p>\n`}<h2>${lessonText(lesson, lesson.title)}</h2>
${lesson.paragraphs.map((paragraph) => html`<p dir="${lesson.direction.dir}">${lessonText(lesson, paragraph.text)}</p>\n`)}${
  lesson.words.length > 0 &&
  html`<h3>${strings.quiz.words}</h3>
<ul>${lesson.words.map(({ word, gloss }) => html`<li><strong>${lessonText(lesson, word)}</strong>${gloss !== null && html` – ${platformText(gloss)}`}</li>`)}</ul>
`
}`;
  return textElement(lesson.title, text, part);
}

/** A task to read, not H5P's essay: that always adds a point of its own, so that the score would be another one than elsewhere. Null if there are no words. */
function retellElement({ retell }: ExerciseSheet, part: ExercisePart): Element | null {
  if (retell.length === 0) return null;
  const { title } = part.strings.exercises.retell;
  const text = html`<h2>${title}</h2>
<p>${part.strings.print.writeWith}</p>
${wordList(retell, part)}`;
  return textElement(title, text, part);
}

function pictureElement(part: ExercisePart): Element | null {
  const { image } = part.lesson;
  const file = mediaOf(part, "h5p", "images/").picture;
  if (image === null || file === null) return null;
  const params = {
    file: { path: file.path, mime: image.mediaType, copyright: { license: "U" } },
    alt: pictureText(image.alt).toString(),
    decorative: false,
    contentName: "Image",
  };
  return element("H5P.Image", part.lesson.title, params, part);
}

/** A lesson whose exercises become H5P contents. */
interface ExercisePart extends Asking {
  readonly scope: string;
}

// What H5P's blanks and words to drag can't hold: their own signs, which can't be escaped, and what a browser would read as markup.
const special = /[*/:\\<>\p{Cc}\p{Zl}\p{Zp}]|&[#\p{L}]/u;

/** Whether H5P takes a text for nothing but an answer. */
function isPlain(text: string): boolean {
  return text !== "" && !special.test(text);
}

/** A content inside another one. */
type Element = ReturnType<typeof element>;

type Library = keyof typeof shippedTypes;

/**
 * The content types that our files name, in the versions that the Column 1.18 in use asks for. A platform takes a file without bundled
 * content types only if it has exactly these versions, whatever newer ones it has besides. Choices are shuffled already, in the same way as everywhere.
 */
const contentTypes: typeof shippedTypes = JSON.parse(
  readShipped(new URL("./content-types.json", import.meta.url)).toString("utf8"),
);

/** What `h5p.json` lists for a Column with this content: the Column, and every type that the content names. */
function dependenciesOf(content: string) {
  return Object.entries(contentTypes)
    .filter(([library]) => library === "H5P.Column" || content.includes(`"library":"${library} `))
    .map(([machineName, { major, minor }]) => ({ machineName, majorVersion: major, minorVersion: minor }));
}

/** An H5P element of a given type; `scope` makes its id, which is the same whenever it is made, differ from that of the same element elsewhere. */
function element(library: Library, title: string, params: object, { scope }: { readonly scope: string }) {
  const { name, major, minor } = contentTypes[library];
  return {
    library: `${library} ${major}.${minor}`,
    params,
    subContentId: derivedUuid(JSON.stringify([scope, library, title, params])),
    metadata: { contentType: name, license: "U", title: titleFor(title) },
  };
}

function textElement(title: string, text: Markup, of: { readonly scope: string }): Element {
  return element("H5P.AdvancedText", title, { text: text.toString() }, of);
}

// H5P counts bytes: 255 of them at most, and a character may take three.
const longestTitle = 80;

/** A title that H5P accepts: plain, short and never empty. */
function titleFor(title: string): string {
  return shorten(plainName(title), longestTitle) || "–";
}

/** An audio player. `name`: of its file in the H5P file. */
function audioElement(
  title: string,
  { name, mediaType }: { readonly name: string; readonly mediaType: string },
  of: { readonly scope: string },
): Element {
  const files = [{ path: `audios/${name}`, mime: mediaType, copyright: { license: "U" } }];
  const params = { playerMode: "full", fitToWrapper: false, controls: true, autoplay: false, files };
  return element("H5P.Audio", title, params, of);
}
