import { posix } from "node:path";
import { html, type Markup } from "../../../shared/html.ts";
import type { Lesson } from "../../contents/contents.ts";
import type { Locale } from "../../locales/locale.ts";
import { labelled } from "../../pages/labelled.ts";

const speeds = ["0.75", "0.9", "1", "1.25"] as const;

/**
 * The recording, with its speeds and a step back where scripts run; a link to an exported book that holds no sound; nothing without a
 * book. `key` is what a browser keeps the place by.
 */
export function player(lesson: Lesson, strings: Locale, key: string): Markup | null {
  const { book } = lesson;
  if (book === null) return null;
  if (book.sound === null) {
    return (
      book.kept &&
      html`<p class="player"><a href="${hrefOf(book.kept.path)}" download>${strings.bookFile}</a></p>\n`
    );
  }
  const href = hrefOf(book.sound.path);
  return html`<div class="player" data-key="${key}">
<audio controls preload="metadata" src="${href}" aria-label="${labelled(strings.listen, lesson.title, strings)}"><a href="${href}">${strings.saveRecording}</a></audio>
<p class="speeds" role="group" aria-label="${strings.speed}" hidden><button type="button" class="back" aria-label="${strings.web.back}"></button>${speeds.map(
    (speed) =>
      html`<button type="button" value="${speed}" aria-pressed="${String(speed === "1")}">${speed}×</button>`,
  )}</p>
</div>
`;
}

function hrefOf(path: string): string {
  return `../audio/${posix.basename(path)}`;
}
