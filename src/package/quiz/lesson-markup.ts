import { posix } from "node:path";
import { html, type Markup, markup } from "../../shared/html.ts";
import { type Contents, type Lesson, partFile, type View } from "../contents/contents.ts";
import type { SoundFormat } from "../contents/course.ts";
import { madeFile } from "../entry.ts";
import type { HeardItem } from "../exercises/exercise.ts";
import { pictureExtension } from "../pages/page.ts";
import { isolateBidi, linesOf } from "../pages/story-text.ts";
import type { ChoiceQuestion, Question } from "./question.ts";

function inLesson({ direction }: Lesson, content: Markup): Markup {
  return html`<span lang="${direction.tag}" dir="${direction.dir}">${content}</span>`;
}

export function lessonText(lesson: Lesson, text: string): Markup {
  return inLesson(lesson, isolateBidi(text, lesson.direction, platformText));
}

function inReader({ reader }: Contents, content: Markup): Markup {
  return html`<span lang="${reader.bcp47}" dir="auto">${content}</span>`;
}

/** The addresses of a lesson's files; null for a file that the lesson doesn't have, or that isn't beside the page. */
export interface LessonFiles {
  readonly sound: string | null;
  readonly picture: string | null;
}

/** The story and its words as HTML that works inside any platform's page: no classes, no scripts, no URL except those of its files. */
export function lessonMarkup(view: View, { sound, picture }: LessonFiles): Markup {
  const { lesson } = view;
  const { dir, tag } = lesson.direction;
  return html`<h1 lang="${tag}" dir="${dir}">${isolateBidi(lesson.title, lesson.direction, platformText)}</h1>
${recording(view, sound)}${pictureMarkup(lesson, picture)}<div lang="${tag}" dir="${dir}">
${lesson.paragraphs.map(({ text }) => html`<p>${linesOf(text, lesson.direction, html`<br />`, platformText)}</p>\n`)}</div>
${glossary(view)}`;
}

/** The sound, or where it is in the package; null for a lesson without sound. */
function recording({ lesson, strings }: View, sound: string | null): Markup | null {
  if (lesson.sound === null) return null;
  const file = posix.basename(lesson.sound.path);
  if (sound === null) return html`<p>${strings.quiz.recording(file)}</p>\n`;
  // The name occurs only once: Moodle replaces it as often as it occurs, and the replacements would nest.
  return html`<p><audio controls="controls" preload="none" src="${sound}"></audio></p>\n`;
}

function glossary({ lesson, contents, strings }: View): Markup | null {
  if (lesson.words.length === 0) return null;
  const entries = lesson.words.map(
    ({ word, gloss }) => html`<dt>${lessonText(lesson, word)}</dt>
<dd>${gloss !== null && inReader(contents, platformText(gloss))}</dd>
`,
  );
  return html`<h2>${strings.quiz.words}</h2>
<dl>
${entries}</dl>
`;
}

/**
 * Whatever could be a platform's own syntax becomes a numeric reference, which only a browser resolves. Moodle decodes references after sanitizing,
 * and shows the result as HTML: a word joiner keeps text from becoming a tag or a reference, however often it is decoded.
 */
export function platformText(text: string): Markup {
  const disarmed = text.replace(/<|&(?=#|[a-z])/gi, (sign) => `${sign}${wordJoiner}`);
  const unsafe = /[^\p{L}\p{M}\p{N}\s.,!?…،؛؟。、！？「」『』—–’“”«»¿¡-]/gu;
  return markup(disarmed.replace(unsafe, (character) => `&#${character.codePointAt(0)};`));
}

const wordJoiner = "\u2060";

/**
 * A lesson's recording, if the course wants it in such files, and its picture, if its topic has one, as files in a folder of an archive. `folder`
 * ends with a slash, or is empty.
 */
export function mediaOf({ lesson, contents }: View, format: SoundFormat, folder: string) {
  const { sound: recording, name, image } = lesson;
  const sound =
    recording !== null && contents.soundIn.has(format)
      ? partFile(`${folder}${posix.basename(recording.path)}`, recording)
      : null;
  const picture = image && madeFile(`${folder}${name}.${pictureExtension(image)}`, () => image.bytes);
  return { sound, picture, files: [picture, sound].filter((file) => file !== null) };
}

function pictureMarkup({ image }: Lesson, address: string | null): Markup | null {
  if (image === null || address === null) return null;
  return html`<p><img src="${address}" alt="${pictureText(image.alt)}" /></p>
`;
}

/** The description of a picture, without quotation marks: Moodle also decodes references in attributes, and a quotation mark would end the attribute. */
export function pictureText(alt: string): Markup {
  return platformText(plainName(alt).replaceAll('"', "”"));
}

/** A lesson whose questions are asked, and the name of the file with the sound for each sentence that one plays; null if there is none. */
export interface Asking extends View {
  readonly soundOf: (item: HeardItem) => string | null;
}

/** A question with `gap` where its answer belongs, or without a gap. Does not include the instructions. */
export function questionMarkup(question: Question, gap: Markup, { lesson, contents }: View): Markup {
  const { before, shown, after, gloss } = question;
  const given = shown !== null && html`${platformText(shown)}${gap}`;
  const text = inLesson(
    lesson,
    html`${isolateBidi(before, lesson.direction, platformText)}${given}${isolateBidi(after, lesson.direction, platformText)}`,
  );
  return html`${text}${gloss !== null && html` (${inReader(contents, platformText(gloss))})`}`;
}

export function choiceMarkup(
  choice: string,
  { choicesAre }: Pick<ChoiceQuestion, "choicesAre">,
  { lesson, contents }: View,
): Markup {
  return choicesAre === "story" ? lessonText(lesson, choice) : inReader(contents, platformText(choice));
}

/** The words for retelling the story, on a platform's page: those of version A, because a page belongs to no version. Null: too few. */
export function retellMarkup(part: View): Markup | null {
  const words = part.lesson.exercises().find(({ retell }) => retell.length > 0)?.retell ?? [];
  if (words.length === 0) return null;
  const { title, task } = part.strings.exercises.retell;
  return html`<h2>${title}</h2>
<p>${task}</p>
${wordList(words, part)}`;
}

export function wordList(words: readonly string[], { lesson }: View): Markup {
  return html`<ul dir="${lesson.direction.dir}">
${words.map((word) => html`<li>${lessonText(lesson, word)}</li>\n`)}</ul>
`;
}

/** The plan's questions to talk about, with their heading. Null: none. */
export function promptsMarkup(part: View): Markup | null {
  const list = promptList(part);
  return list && html`<h2>${part.strings.exercises.prompts.title}</h2>\n${list}`;
}

/** The plan's questions without the heading, for a discussion, which has a title of its own. */
export function promptList({ lesson: { prompts } }: View): Markup | null {
  if (prompts.length === 0) return null;
  return html`<ul lang="" dir="auto">
${prompts.map((prompt) => html`<li>${platformText(prompt)}</li>\n`)}</ul>
`;
}

/** The body of a page inside a platform's own page, which keeps neither the language nor the direction of ours. */
export function inPlatformPage({ contents, strings }: Omit<View, "lesson">, body: Markup): Markup {
  return html`<div lang="${strings.tag}" dir="ltr">
${contents.course.rehearsal && html`<p><em>${strings.rehearsal}</em></p>\n`}${body}</div>
`;
}

// Invisible characters that make a name unsearchable: soft hyphens, fillers, direction marks, joiners with nothing to join.
const invisible = /(?![\u200c\u200d]|\p{Variation_Selector})\p{Default_Ignorable_Code_Point}/gu;

// Persian and the Indic scripts spell with joiners, and emoji families and flags are made of them.
const joiner =
  /(?<![\p{M}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Mongolian}\p{Extended_Pictographic}\p{Emoji_Modifier}])[\u200c\u200d]|[\u200c\u200d](?![\p{L}\p{M}\p{Extended_Pictographic}])/gu;

/**
 * A name for places that some programs read as HTML and others as plain text, and that people search. It reads the same in both: plain spaces only,
 * nothing invisible, no look-alikes, round brackets instead of any that could be markup, and no ampersand that begins an entity.
 */
export function plainName(name: string): string {
  return name
    .replace(invisible, "")
    .replace(joiner, "")
    .replace(/\s+/gu, " ")
    .trim()
    .replaceAll("<", "(")
    .replaceAll(">", ")")
    .replace(/&(?=\S)/g, "& ");
}
