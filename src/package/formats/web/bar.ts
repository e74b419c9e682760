import { html, type Markup, markup } from "../../../shared/html.ts";
import { styleOf } from "../../browser-file.ts";
import type { Lesson, VolumeView } from "../../contents/contents.ts";
import { haveReadings } from "../../contents/lesson-text.ts";
import type { TextDirection } from "../../contents/lesson-words.ts";
import { asBeginning } from "../../exercises/answer.ts";
import type { Item } from "../../exercises/exercise.ts";
import type { Locale } from "../../locales/locale.ts";
import { levelMarkup, ofUnknownLanguage, readingStyles } from "../../pages/page.ts";
import { isolateBidi, type ReadWord, readWord } from "../../pages/story-text.ts";

export function bar({ volume, contents, strings }: VolumeView): Markup {
  return html`<header class="bar">
<nav aria-label="${strings.contents}"><a href="index.html">${strings.contents}</a></nav>
<p>${ofUnknownLanguage(contents.course.title)} <span class="dot">·</span> ${levelMarkup(volume, strings)}</p>
${settings(strings.web, volume.lessons)}</header>
`;
}

/** The head of every page of a reader. The script runs before the first paint, so that night mode never flashes white. */
export const readerHead = html`<link rel="stylesheet" href="reader.css">
<script src="reader.js"></script>`;

/** Allows only the package's own files, whether they are opened from disk or from a web server. */
export const readerPolicy = "style-src 'self'; script-src 'self'; media-src 'self'; img-src 'self'";

export function readerStyle(lessons: readonly Lesson[]): string {
  return styleOf(
    ...(["base", "scripts", "contents", "gaps", "lesson"] as const),
    ...(["player", "read-along", "controls", "exercises", "matching", "result", "heard"] as const),
    ...readingStyles(lessons),
  );
}

/** The hint for the word in a gap: its meaning, or its first letters; null if there is no hint. */
export function gapHint({ gloss, cue }: Item, direction: TextDirection, reader: string): Markup | null {
  if (gloss !== null) return html` <span class="hint" lang="${reader}" dir="auto">(${gloss})</span>`;
  const [letters] = cue;
  return letters === undefined
    ? null
    : html` <span ${languageAttributes(direction, "hint")}>(${asBeginning(letters)}…)</span>`;
}

/** Words to choose from, or to use. */
export function bankOf(words: readonly string[], direction: TextDirection): Markup {
  return html`<ul ${languageAttributes(direction, "bank")}>${words.map((word) => html`<li>${isolateBidi(word, direction)}</li>`)}</ul>`;
}

/** The buttons for text size, night mode and, if there are any, readings. Shown by the script, since they do nothing without it. */
export function settings(say: Locale["web"], lessons: readonly Lesson[]): Markup {
  return html`<div class="settings" role="group" aria-label="${say.display}" hidden>
<button type="button" data-do="smaller" aria-label="${say.smaller}"><span class="small-a" aria-hidden="true">A</span></button>
<button type="button" data-do="larger" aria-label="${say.larger}"><span class="large-a" aria-hidden="true">A</span></button>
<button type="button" data-do="night" aria-label="${say.night}" aria-pressed="false">${icons.moon}</button>
${haveReadings(lessons) && html`<button type="button" data-do="readings" aria-label="${say.readings}" title="${say.readings}" aria-pressed="true"><span class="reading-sign" aria-hidden="true">字</span></button>\n`}</div>
`;
}

/** The icons on the reader's buttons, in the same colour as the buttons' text. */
export const icons = {
  play: filled("M6 3.2v13.6L17.2 10z"),
  pause: filled("M5 3.5h3.6v13H5zM11.4 3.5H15v13h-3.6z"),
  before: filled("M3.6 4h2v12h-2zM16.6 4v12L7 10z"),
  after: filled("M14.4 4h2v12h-2zM3.4 4v12L13 10z"),
  repeat: drawn(
    "M3.5 9.5V8.4a3 3 0 0 1 3-3h9.2M13 2.4l3 3-3 3M16.5 10.5v1.1a3 3 0 0 1-3 3H4.3M7 17.6l-3-3 3-3",
  ),
  shadow: drawn("M3 5h14M3 10h8M3 15h4.5M13 10v6.4M16.6 10v6.4"),
  hear: drawn("M2.6 7.6v4.8h3l4 3.4V4.2l-4 3.4zM12.6 7.4a3.6 3.6 0 0 1 0 5.2M15 5a7 7 0 0 1 0 10"),
  moon: filled("M14.8 12.7A6.6 6.6 0 0 1 7.3 5.2a6.6 6.6 0 1 0 7.5 7.5z"),
} satisfies Record<string, Markup>;

function filled(path: string): Markup {
  return icon(path, 'fill="currentColor"');
}

function drawn(path: string): Markup {
  const line = 'stroke-width="1.7" stroke-linecap="round" stroke-linejoin="round"';
  return icon(path, `fill="none" stroke="currentColor" ${line}`);
}

function icon(path: string, look: string): Markup {
  return markup(
    `<svg viewBox="0 0 20 20" width="18" height="18" aria-hidden="true"><path d="${path}" ${look}/></svg>`,
  );
}

/** The attributes of an element in the lesson's language: typeface of its script, language tag, direction. */
export function languageAttributes({ tag, dir, script }: TextDirection, role?: string): Markup {
  return html`class="${role !== undefined && `${role} `}story-face script-${script.toLowerCase()}" lang="${tag}" dir="${dir}"`;
}

/** A text in the lesson's language, or a word with its reading. */
export function inStory(text: string | ReadWord, direction: TextDirection, role?: string): Markup {
  const content = typeof text === "string" ? isolateBidi(text, direction) : readWord(text, { direction });
  return html`<span ${languageAttributes(direction, role)}>${content}</span>`;
}
