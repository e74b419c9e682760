import { html, type Markup } from "../../../shared/html.ts";
import { type Book, chapterHref } from "../../contents/book.ts";
import type { Lesson } from "../../contents/contents.ts";
import type { GlossaryEntry } from "../../contents/glossary.ts";
import { isolateBidi } from "../../pages/isolate-bidi.ts";
import { labelled } from "../../pages/labelled.ts";
import { langOf, storyFace, xhtml } from "./xhtml.ts";

/** The words of the volume, grouped by the lesson that first has them; each links back to every story that contains it. */
export function glossaryPage(book: Book): string {
  const { strings, say, glossary, volume } = book;
  const groups = volume.lessons
    .map((lesson) => ({ lesson, entries: glossary.entries.filter(({ first }) => first === lesson) }))
    .filter(({ entries }) => entries.length > 0);
  return xhtml(book, {
    title: say.glossary,
    tag: strings.tag,
    dir: "ltr",
    type: "backmatter",
    body: html`<section epub:type="glossary" role="doc-glossary" aria-labelledby="glossary">
<h1 id="glossary">${say.glossary}</h1>
<p class="note">${say.glossaryHint}</p>
${groups.map((group) => groupOf(group, book))}</section>`,
  });
}

interface Group {
  readonly lesson: Lesson;
  readonly entries: readonly GlossaryEntry[];
}

function groupOf({ lesson, entries }: Group, book: Book): Markup {
  return html`<h2>${lesson.number}. <span ${storyFace(lesson.direction)}>${isolateBidi(lesson.title, lesson.direction)}</span></h2>
<dl>
${entries.map((entry) => row(entry, book))}</dl>
`;
}

function row({ number, word, glosses, first, usedIn }: GlossaryEntry, book: Book): Markup {
  const { strings, say, contents } = book;
  const links = usedIn.map(
    ({ lesson, marked }) =>
      html` <a role="doc-backlink" href="${chapterHref(lesson)}${marked && `#w${number}`}" aria-label="${say.toStory(word, lesson.number)}">${lesson.number}</a>`,
  );
  return html`<dt id="g${number}"><dfn ${storyFace(first.direction)}>${isolateBidi(word, first.direction)}</dfn></dt>
${glosses.map((gloss) => html`<dd ${langOf(contents.reader.bcp47)} dir="auto">${gloss}</dd>\n`)}<dd class="note">${
    links.length === 0
      ? strings.notInThisForm
      : html`${labelled(say.inLessons, "", strings).trimEnd()}${links}`
  }</dd>
`;
}
