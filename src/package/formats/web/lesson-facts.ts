import { html, type Markup } from "../../../shared/html.ts";
import type { Lesson } from "../../contents/contents.ts";
import type { Locale } from "../../locales/locale.ts";

/** The line under a title: length, reading time, and whether there is sound. */
export function lessonFacts(lesson: Lesson, strings: Locale): Markup {
  const { unit, count, minutes } = lesson.size;
  const dot = html` <span class="dot">·</span> `;
  const length = unit === "words" ? strings.wordCount(count) : strings.characterCount(count);
  const sound = lesson.book?.sound != null && html`${dot}<span class="sound">${strings.withAudio}</span>`;
  return html`${length}${dot}${strings.minutes(minutes)}${sound}`;
}
