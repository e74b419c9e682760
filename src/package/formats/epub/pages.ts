import { html, type Markup } from "../../../shared/html.ts";
import type { Contents, Lesson, VolumeView } from "../../contents/contents.ts";
import type { Glossary, GlossaryEntry } from "../../contents/glossary.ts";
import type { TextDirection } from "../../contents/lesson-words.ts";
import { partsToShow, type ReadAlongPart } from "../../contents/read-along.ts";
import { labelled } from "../../locales/locale.ts";
import { imprintOf, titlePageOf } from "../../pages/book-front.ts";
import { listOfUnknownLanguage, ofUnknownLanguage, pictureExtension } from "../../pages/page.ts";
import {
  backLinkName,
  isolateBidi,
  plainRuby,
  readWord,
  rubyText,
  storyParagraph,
} from "../../pages/story-text.ts";

/** What an EPUB is made from. */
export interface Book extends VolumeView {
  readonly glossary: Glossary;
}

// The formats that every EPUB reader must support. Opus was added to the standard late, and few readers play it.
const playable = new Set(["audio/mpeg", "audio/mp4"]);

/** A lesson's recording, with its address inside the book; null if the book has none. */
export function soundIn({ sound, name }: Lesson, contents: Contents) {
  const mediaType = sound?.part.mediaType ?? "";
  if (sound === null || !contents.soundIn.has("epub") || !playable.has(mediaType)) return null;
  return { ...sound, href: `audio/${name}.${sound.part.extension}`, mediaType };
}

/** The file name of a lesson's chapter in the book. */
export function chapterHref({ name }: Lesson): string {
  return `${name}.xhtml`;
}

interface Document {
  readonly title: string;
  /** The direction of most of it; left out: that of the book's own texts. */
  readonly direction?: Pick<TextDirection, "tag" | "dir">;
  /** `epub:type` of the body, or null. */
  readonly type: string | null;
  readonly body: Markup;
}

/** A document of a book: XHTML without scripts or external resources. If the book is from a rehearsal, the document says so. */
function xhtml({ contents, strings }: Book, { title, direction, type, body }: Document): string {
  const { tag, dir } = direction ?? { tag: strings.tag, dir: "ltr" };
  // On the cover page, the note would push the image to a second page.
  const rehearsal =
    contents.course.rehearsal &&
    type !== "cover" &&
    html`<p class="rehearsal" ${langOf(strings.tag)} dir="ltr">${strings.rehearsal}</p>\n`;
  return html`<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE html>
<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops" ${langOf(tag)} dir="${dir}">
<head>
<title>${title}</title>
<link rel="stylesheet" type="text/css" href="book.css"/>
</head>
<body${type !== null && html` epub:type="${type}"`}>
${rehearsal}${body}
</body>
</html>
`.toString();
}

/** The two attributes that declare a language in XHTML; they must agree. */
function langOf(tag: string): Markup {
  return html`xml:lang="${tag}" lang="${tag}"`;
}

/** The attributes of an element in the lesson's language. */
function storyFace({ tag, dir, script }: TextDirection, role = ""): Markup {
  return html`class="${role}story-face script-${script.toLowerCase()}" ${langOf(tag)} dir="${dir}"`;
}

/** The cover as a full page. */
export function coverPage(book: Book, href: string): string {
  const { strings } = book;
  const alt = strings.epub.cover(book.volume.title);
  return xhtml(book, {
    title: alt,
    type: "cover",
    body: html`<p class="cover"><img src="${href}" alt="${alt}" role="doc-cover"/></p>`,
  });
}

export function titlePage(book: Book): string {
  return xhtml(book, {
    title: book.volume.title,
    type: "frontmatter",
    body: html`<section epub:type="titlepage" class="titlepage" aria-label="${book.strings.epub.titlePage}">
${titlePageOf(book)}</section>`,
  });
}

/** The imprint of the book. */
export function rightsPage(book: Book): string {
  const { rights: title } = book.strings.epub;
  return xhtml(book, {
    title,
    type: "backmatter",
    body: html`<section epub:type="copyright-page" class="rights" aria-labelledby="rights">
<h1 id="rights">${title}</h1>
${imprintOf(book, "epub")}</section>`,
  });
}

/** The words of the volume, grouped by the first lesson that has them; each word links back to every story that contains it. */
export function glossaryPage(book: Book): string {
  const { strings, glossary } = book;
  const say = strings.epub;
  return xhtml(book, {
    title: say.glossary,
    type: "backmatter",
    body: html`<section epub:type="glossary" role="doc-glossary" aria-labelledby="glossary">
<h1 id="glossary">${say.glossary}</h1>
<p class="note">${say.glossaryHint}</p>
${glossary.groups.map((group) => groupOf(group, book))}</section>`,
  });
}

function groupOf({ lesson, entries }: Glossary["groups"][number], book: Book): Markup {
  return html`<h2>${lesson.number}. <span ${storyFace(lesson.direction)}>${isolateBidi(lesson.title, lesson.direction)}</span></h2>
<dl>
${entries.map((entry) => row(entry, book))}</dl>
`;
}

function row({ number, word, reading, glosses, first, usedIn }: GlossaryEntry, book: Book): Markup {
  const { strings, contents } = book;
  const { direction } = first;
  const say = strings.epub;
  const links = usedIn.map(
    ({ lesson, marked }) =>
      html` <a role="doc-backlink" href="${chapterHref(lesson)}${marked && `#w${number}`}" aria-label="${say.toStory(word, lesson.number)}">${lesson.number}</a>`,
  );
  return html`<dt id="g${number}"><dfn ${storyFace(direction)}>${readWord({ word, reading }, { direction, ruby: plainRuby })}</dfn></dt>
${glosses.map((gloss) => html`<dd ${langOf(contents.reader.bcp47)} dir="auto">${gloss}</dd>\n`)}<dd class="note">${
    links.length === 0
      ? strings.notInThisForm
      : html`${labelled(say.inLessons, "", strings).trimEnd()}${links}`
  }</dd>
`;
}

/** The table of contents, which readers also show as their own menu, and the landmarks that they jump to. */
export function navPage(book: Book): string {
  const { volume, strings, glossary } = book;
  const say = strings.epub;
  const first = volume.lessons[0];
  const words = glossary.entries.length > 0 && html`<li><a href="glossary.xhtml">${say.glossary}</a></li>\n`;
  return xhtml(book, {
    title: strings.contents,
    type: "frontmatter",
    body: html`<nav epub:type="toc" role="doc-toc" aria-labelledby="contents">
<h1 id="contents">${strings.contents}</h1>
<ol>
${volume.lessons.map(
  (lesson) =>
    html`<li><a href="${chapterHref(lesson)}"><span ${storyFace(lesson.direction)}>${isolateBidi(lesson.title, lesson.direction)}</span></a></li>\n`,
)}${words}<li><a href="rights.xhtml">${say.rights}</a></li>
</ol>
</nav>
<nav epub:type="landmarks" hidden="hidden" aria-label="${strings.pages}">
<ol>
<li><a epub:type="cover" href="cover.xhtml">${say.cover(book.contents.course.title)}</a></li>
<li><a epub:type="toc" href="nav.xhtml">${strings.contents}</a></li>
${first !== undefined && html`<li><a epub:type="bodymatter" href="${chapterHref(first)}">${strings.lesson(first.number)}</a></li>\n`}${glossary.entries.length > 0 && html`<li><a epub:type="glossary" href="glossary.xhtml">${say.glossary}</a></li>\n`}</ol>
</nav>`,
  });
}

/** A lesson as a chapter: title, recording, story. */
export function chapterPage(lesson: Lesson, book: Book): string {
  const { title, titleReadings, subtitle, direction } = lesson;
  const { strings } = book;
  const { paragraphs, notes } = storyWithNotes(lesson, book);
  return xhtml(book, {
    title,
    direction,
    type: "bodymatter",
    body: html`<section epub:type="chapter" role="doc-chapter" aria-labelledby="title">
<header>
<p class="eyebrow"><span ${langOf(strings.tag)} dir="ltr">${strings.lesson(lesson.number)}</span></p>
<h1 id="title" ${storyFace(direction)}>${rubyText({ text: title, readings: titleReadings }, { direction, ruby: plainRuby })}</h1>
${subtitle !== "" && html`<p class="topic">${ofUnknownLanguage(subtitle)}</p>\n`}</header>
${picture(lesson)}${recording(lesson, book)}${differs(lesson, book)}<div ${storyFace(direction, "story ")}>
${paragraphs}</div>
${prompts(lesson, book)}${
  notes.length > 0 &&
  html`<section class="notes" aria-labelledby="words">
<h2 id="words" ${langOf(strings.tag)} dir="ltr">${strings.words}</h2>
${notes}</section>
`
}</section>`,
  });
}

/** Where a lesson's picture is in the book. */
export function pictureHref({ name, image }: Lesson): string | null {
  return image === null ? null : `images/${name}.${pictureExtension(image)}`;
}

function picture(lesson: Lesson): Markup | null {
  const { image } = lesson;
  if (image === null) return null;
  return html`<p class="picture"><img src="${pictureHref(lesson)}" alt="${image.alt}"/></p>\n`;
}

function prompts({ prompts: questions }: Lesson, { strings }: Book): Markup | null {
  if (questions.length === 0) return null;
  return html`<section class="prompts" aria-labelledby="prompts">
<h2 id="prompts" ${langOf(strings.tag)} dir="ltr">${strings.exercises.prompts.title}</h2>
${listOfUnknownLanguage(questions)}
</section>
`;
}

/** The recording if the book contains it, else where it is in the package; nothing for a lesson without one. */
function recording(lesson: Lesson, { contents, strings }: Book): Markup | null {
  const inside = soundIn(lesson, contents);
  const lang = langOf(strings.tag);
  const say = strings.epub;
  if (inside !== null) {
    return html`<p class="recording" ${lang} dir="ltr"><audio controls="controls" preload="none" src="${inside.href}" aria-label="${strings.listen}">${say.recordingMissing}</audio></p>\n`;
  }
  if (lesson.sound === null) return null;
  return html`<p class="recording"><span ${lang} dir="ltr">${say.recordingBeside} <code>${lesson.sound.path}</code></span></p>\n`;
}

function differs(lesson: Lesson, { strings }: Book): Markup | null {
  if (lesson.unheard.length === 0) return null;
  return html`<p class="note" ${langOf(strings.tag)} dir="ltr">${strings.recordingDiffers}</p>\n`;
}

/**
 * A story, and the meanings of its words: programs that know notes show one beside its word and hide the list, others jump to it and back. Elements
 * that an overlay highlights need ids; a chapter without its recording in the book needs none. Only a word's first occurrence in a chapter is a link:
 * more links would tire readers who listen.
 */
function storyWithNotes(lesson: Lesson, { contents, strings, glossary }: Book) {
  const { direction } = lesson;
  const notes = new Map<number, Markup>();
  const style = {
    direction,
    lineEnd: html`<br/>`,
    ruby: plainRuby,
    parts: partsToShow(lesson.unheard, soundIn(lesson, contents) && lesson.readAlong),
    part: (text: Markup, { id }: ReadAlongPart) => html`<span id="${id}">${text}</span>`,
    word: (text: Markup, index: number) => {
      const entry = glossary.entryOf(lesson, index);
      if (entry === undefined || notes.has(entry.number)) return null;
      const { number, word, reading, glosses } = entry;
      const meaning =
        glosses.length > 0 &&
        html` <span ${langOf(contents.reader.bcp47)} dir="auto">${glosses.join("; ")}</span>`;
      notes.set(
        number,
        html`<aside epub:type="footnote" role="doc-footnote" id="n${number}"><p><a role="doc-backlink" href="#w${number}" ${backLinkName(strings.backToStory(word), { word, reading })}><dfn ${storyFace(direction)}>${readWord({ word, reading }, style)}</dfn></a>${meaning}</p></aside>\n`,
      );
      return html`<a class="word" epub:type="noteref" role="doc-noteref" id="w${number}" href="#n${number}">${text}</a>`;
    },
  };
  const paragraphs = lesson.paragraphs.map(
    (paragraph, number) => html`<p>${storyParagraph(paragraph, number, style)}</p>\n`,
  );
  return { paragraphs, notes: [...notes.values()] };
}
