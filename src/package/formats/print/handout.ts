import { html, type Markup } from "../../../shared/html.ts";
import type { Lesson, View } from "../../contents/contents.ts";
import { showsReadings } from "../../contents/lesson-text.ts";
import { rubyText, storyParagraph } from "../../pages/story-text.ts";
import { inStory, languageAttributes } from "../web/bar.ts";

// In letters: a short story is set large, and one that is a little too long for a page smaller; longer ones go on at the usual size.
const roomy = 3_000;
const full = 4_300;
const mostDense = 4_900;
const lettersOfParagraph = 45;
const lettersOfWord = 25;
/** How much higher lines with readings are. */
const linesWithReadings = 1.4;

/** A story with the meanings of its words, for a class to read: one page, unless the story is long. */
export function handoutOf({ lesson, contents }: View, head: Markup): Markup {
  const { direction, paragraphs } = lesson;
  const words = lesson.words.filter(({ used, gloss }) => used && gloss !== null);
  const letters = paragraphs.reduce((sum, { text }) => sum + text.length + lettersOfParagraph, 0);
  // Letters of scripts without spaces between words are twice as wide.
  const wide = letters * (lesson.language.spaces ? 1 : 2) * (showsReadings(lesson) ? linesWithReadings : 1);
  const length = wide + words.length * lettersOfWord;
  const size = length < roomy ? " roomy" : length > full && length < mostDense ? " dense" : "";
  return html`<article class="handout ${direction.dir}${size}">
${head}<h2><span ${languageAttributes(direction)}>${rubyText({ text: lesson.title, readings: lesson.titleReadings }, { direction })}</span></h2>
<div ${languageAttributes(direction, "story")}>
${storyOnPaper(lesson)}</div>
${
  words.length > 0 &&
  html`<dl class="meanings" dir="${direction.dir}">
${words.map((word) => html`<div><dt>${inStory(word, direction)}</dt><dd lang="${contents.reader.bcp47}" dir="auto">${word.gloss}</dd></div>\n`)}</dl>
`
}</article>
`;
}

/** A story's paragraphs. Where it first has a required word, the word is marked: it is in the list behind the story, or at the end of the book. */
export function storyOnPaper({ paragraphs, direction }: Lesson): Markup {
  const seen = new Set<number>();
  const word = (text: Markup, index: number) => {
    if (seen.has(index)) return null;
    seen.add(index);
    return html`<span class="word">${text}</span>`;
  };
  const style = { direction, lineEnd: html`<br>`, word };
  return html`${paragraphs.map((paragraph, number) => html`<p>${storyParagraph(paragraph, number, style)}</p>\n`)}`;
}
