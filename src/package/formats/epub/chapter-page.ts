import { html, type Markup } from "../../../shared/html.ts";
import type { Lesson } from "../../contents/contents.ts";
import { partsToShow, type ReadAlongPart } from "../../contents/read-along.ts";
import { isolateBidi } from "../../pages/isolate-bidi.ts";
import { pictureExtension } from "../../pages/picture.ts";
import { storyParagraph } from "../../pages/story-text.ts";
import { type Book, langOf, ofPlan, soundIn, storyFace, xhtml } from "./xhtml.ts";

/** A lesson as a chapter: title, recording, story. */
export function chapterPage(lesson: Lesson, book: Book): string {
  const { title, subtitle, direction } = lesson;
  const { strings } = book;
  return xhtml(book, {
    title,
    tag: direction.tag,
    dir: direction.dir,
    type: "bodymatter",
    body: html`<section epub:type="chapter" role="doc-chapter" aria-labelledby="title">
<header>
<p class="eyebrow"><span ${langOf(strings.tag)} dir="ltr">${strings.lesson(lesson.number)}</span></p>
<h1 id="title" ${storyFace(direction)}>${isolateBidi(title, direction)}</h1>
${subtitle !== "" && html`<p class="topic">${ofPlan(subtitle)}</p>\n`}</header>
${picture(lesson)}${recording(lesson, book)}${differs(lesson, book)}<div ${storyFace(direction, "story ")}>
${story(lesson, book)}</div>
${prompts(lesson, book)}</section>`,
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
<ul>${questions.map((prompt) => html`<li>${ofPlan(prompt)}</li>\n`)}</ul>
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

// Elements that an overlay highlights need ids; a chapter without its recording in the book needs none. Only a word's first occurrence in a
// chapter is a link: more links would tire readers who listen.
function story(lesson: Lesson, { contents, glossary }: Book): Markup[] {
  const seen = new Set<number>();
  const style = {
    direction: lesson.direction,
    lineEnd: html`<br/>`,
    parts: partsToShow(lesson.unheard, soundIn(lesson, contents) && lesson.readAlong),
    part: (text: Markup, { id }: ReadAlongPart) => html`<span id="${id}">${text}</span>`,
    word: (text: Markup, word: number) => {
      const entry = glossary.entryOf(lesson, word);
      if (entry === undefined || seen.has(entry.number)) return null;
      seen.add(entry.number);
      return html`<a class="word" epub:type="glossref" role="doc-glossref" id="w${entry.number}" href="glossary.xhtml#g${entry.number}">${text}</a>`;
    },
  };
  return lesson.paragraphs.map(
    (paragraph, number) => html`<p>${storyParagraph(paragraph, number, style)}</p>\n`,
  );
}
