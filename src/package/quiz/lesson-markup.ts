import { posix } from "node:path";
import { html, type Markup } from "../../shared/html.ts";
import type { Contents, Lesson } from "../contents/contents.ts";
import type { TextDirection } from "../contents/text-direction.ts";
import type { Locale } from "../locales/locale.ts";
import { isolateBidi } from "../pages/isolate-bidi.ts";
import { pictureMarkup } from "./lesson-picture.ts";
import { platformText } from "./platform-text.ts";

export interface LessonPart {
  readonly lesson: Lesson;
  readonly contents: Contents;
  readonly strings: Locale;
}

/** Content of the lesson in its own language and direction. */
export function inLesson({ direction }: Lesson, content: Markup): Markup {
  return html`<span lang="${direction.tag}" dir="${direction.dir}">${content}</span>`;
}

/** A text of the lesson, in its own language and direction. */
export function lessonText(lesson: Lesson, text: string): Markup {
  return inLesson(lesson, isolateBidi(text, lesson.direction, platformText));
}

/** A gloss in the reader's language. */
export function inReader({ reader }: Contents, content: Markup): Markup {
  return html`<span lang="${reader.bcp47}" dir="auto">${content}</span>`;
}

/** The addresses of a lesson's files; null for what it has not, or what is not beside the page. */
export interface LessonFiles {
  readonly sound: string | null;
  readonly picture: string | null;
}

/** The story and its words as HTML that works inside any platform's page: no classes, no scripts, no URL except those of its files. */
export function lessonMarkup(
  { lesson, contents, strings }: LessonPart,
  { sound, picture }: LessonFiles,
): Markup {
  const { dir, tag } = lesson.direction;
  return html`<h1 lang="${tag}" dir="${dir}">${isolateBidi(lesson.title, lesson.direction, platformText)}</h1>
${recording({ lesson, contents, strings }, sound)}${pictureMarkup(lesson, picture)}<div lang="${tag}" dir="${dir}">
${lesson.paragraphs.map(({ text }) => html`<p>${lines(text, lesson.direction)}</p>\n`)}</div>
${glossary({ lesson, contents, strings })}`;
}

/** The sound, or where it is in the package; null for a lesson without sound. */
function recording({ lesson, strings }: LessonPart, sound: string | null): Markup | null {
  if (lesson.book?.sound == null) return null;
  const file = posix.basename(lesson.book.sound.path);
  if (sound === null) return html`<p>${strings.quiz.recording(file)}</p>\n`;
  // The name occurs only once: Moodle replaces it as often as it occurs, and the replacements would nest.
  return html`<p><audio controls="controls" preload="none" src="${sound}"></audio></p>\n`;
}

function lines(text: string, direction: TextDirection): Markup {
  return html`${text.split("\n").map((line, index) => html`${index > 0 && html`<br />`}${isolateBidi(line, direction, platformText)}`)}`;
}

function glossary({ lesson, contents, strings }: LessonPart): Markup | null {
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
