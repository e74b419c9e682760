import { html, type Markup } from "../../../../shared/html.ts";
import type { Lesson } from "../../../contents/contents.ts";
import type { Paragraph } from "../../../contents/lesson-words.ts";
import type { TextDirection } from "../../../contents/text-direction.ts";
import { isolateBidi } from "../../../pages/isolate-bidi.ts";

/** A story's paragraphs. Where it first has a required word, the word is marked: it is in the list at the end of the book. */
export function storyOnPaper({ paragraphs, direction }: Lesson): Markup {
  const seen = new Set<number>();
  return html`${paragraphs.map((paragraph) => html`<p>${marked(paragraph, direction, seen)}</p>\n`)}`;
}

function marked({ text, marks }: Paragraph, direction: TextDirection, seen: Set<number>): Markup[] {
  const pieces: Markup[] = [];
  let at = 0;
  for (const { start, end, word } of marks) {
    if (seen.has(word)) continue;
    seen.add(word);
    pieces.push(lines(text.slice(at, start), direction));
    pieces.push(html`<span class="word">${lines(text.slice(start, end), direction)}</span>`);
    at = end;
  }
  return [...pieces, lines(text.slice(at), direction)];
}

function lines(text: string, direction: TextDirection): Markup {
  return html`${text.split("\n").map((line, index) => html`${index > 0 && html`<br>`}${isolateBidi(line, direction)}`)}`;
}
