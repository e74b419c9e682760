import { html, type Markup } from "../../shared/html.ts";
import { type LessonPart, lessonText } from "./lesson-markup.ts";
import { platformText } from "./platform-text.ts";

/** What a lesson has for talking and writing, without answers to mark: its questions, then words to retell the story with. Null: nothing. */
export function openTasks(part: LessonPart): Markup | null {
  const tasks = [promptsMarkup(part), retellMarkup(part)].filter((task) => task !== null);
  return tasks.length === 0 ? null : html`${tasks}`;
}

/** The words to retell the story with, for a platform's page; version A's, because a page belongs to no version. Null: too few. */
export function retellMarkup(part: LessonPart): Markup | null {
  const words = retellOf(part.lesson);
  if (words.length === 0) return null;
  const { title, task } = part.strings.exercises.retell;
  return html`<h2>${title}</h2>
<p>${task}</p>
${wordList(words, part)}`;
}

/** The words to retell a story with; empty if there are too few. */
function retellOf({ exercises }: LessonPart["lesson"]): readonly string[] {
  return exercises().find(({ retell }) => retell.length > 0)?.retell ?? [];
}

/** Words in their order. */
export function wordList(words: readonly string[], { lesson }: LessonPart): Markup {
  return html`<ul dir="${lesson.direction.dir}">
${words.map((word) => html`<li>${lessonText(lesson, word)}</li>\n`)}</ul>
`;
}

/** The plan's questions to talk about, with their heading. Null: none. */
export function promptsMarkup(part: LessonPart): Markup | null {
  const list = promptList(part);
  return list && html`<h2>${part.strings.exercises.prompts.title}</h2>\n${list}`;
}

/** The same without the heading, for a discussion, which has a title. */
export function promptList({ lesson: { prompts } }: LessonPart): Markup | null {
  if (prompts.length === 0) return null;
  return html`<ul lang="" dir="auto">
${prompts.map((prompt) => html`<li>${platformText(prompt)}</li>\n`)}</ul>
`;
}
