import { html, type Markup } from "../../../shared/html.ts";
import type { LanguageFacts } from "../../../shared/languages/languages.ts";
import type { Lesson } from "../../contents/contents.ts";
import type { LessonWord } from "../../contents/lesson-words.ts";
import type { Locale } from "../../locales/locale.ts";
import { isolateBidi } from "../../pages/isolate-bidi.ts";
import { languageAttributes } from "./language-attributes.ts";

// A longer word would break where two columns share a phone's width, so it gets a line of its own.
const longestInColumn = 12;

interface Glossary {
  readonly lesson: Lesson;
  /** The language of the glosses. */
  readonly reader: LanguageFacts;
  readonly strings: Locale;
}

/** The required words with their glosses; each word in the story links to its entry and back. Null without words. */
export function glossary({ lesson, reader, strings }: Glossary): Markup | null {
  if (lesson.words.length === 0) return null;
  const marked = new Set(lesson.paragraphs.flatMap(({ marks }) => marks.map(({ word }) => word)));
  return html`<aside class="glossary" aria-labelledby="words">
<h2 class="eyebrow" id="words">${strings.words}</h2>
<dl>
${lesson.words.map((word, index) => entry({ word, number: index + 1, isMarked: marked.has(index), lesson, reader, strings }))}</dl>
</aside>
`;
}

function entry(what: Glossary & { word: LessonWord; number: number; isMarked: boolean }): Markup {
  const { word, number, isMarked, lesson, reader, strings } = what;
  const text = html`<span ${languageAttributes(lesson.direction)}>${isolateBidi(word.word, lesson.direction)}</span>`;
  const term = isMarked
    ? html`<a href="#w${number}" aria-label="${strings.backToStory(word.word)}">${text}</a>`
    : text;
  const isLong = word.word.split(/\s/u).some((part) => part.length > longestInColumn);
  return html`<div id="g${number}"${isLong && html` class="wide"`}>
<dt>${term}</dt>
${word.gloss !== null && html`<dd lang="${reader.bcp47}" dir="auto">${word.gloss}</dd>\n`}${word.gloss === null && word.used && html`<dd>–</dd>\n`}${!word.used && html`<dd class="note">${strings.notInThisForm}</dd>\n`}</div>
`;
}
