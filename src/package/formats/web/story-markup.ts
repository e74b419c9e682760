import { html, type Markup } from "../../../shared/html.ts";
import type { Lesson } from "../../contents/contents.ts";
import type { Paragraph } from "../../contents/lesson-words.ts";
import { cutByParts, partsToShow, type ReadAlong, type ReadAlongPart } from "../../contents/read-along.ts";
import type { TextDirection } from "../../contents/text-direction.ts";
import { isolateBidi } from "../../pages/isolate-bidi.ts";

// With a shorter first paragraph, the drop cap would reach into the second.
const openingCharacters = 160;

/**
 * The story's paragraphs, with the required words linked to the glossary and the times for reading along. A word's first occurrence has the
 * id `w<n>` that the glossary links back to.
 */
export function storyMarkup(lesson: Lesson, readAlong: ReadAlong | null): Markup {
  const seen = new Set<number>();
  const parts = partsToShow(lesson, readAlong);
  return html`${lesson.paragraphs.map((paragraph, index) => {
    const opening = index === 0 && opensWithCapital(lesson, paragraph);
    const cut = cutByParts(paragraph, index, parts).map(({ part, ...piece }) => {
      const inner = pieces(piece, { lesson, seen });
      if (part === null) return html`${inner}`;
      return "isUnheard" in part
        ? html`<span class="unheard">${inner}</span>`
        : html`<span class="part" id="${part.id}" ${timeAttributes(part)}>${inner}</span>`;
    });
    return html`<p${opening && html` class="opening"`}>${cut}</p>\n`;
  })}`;
}

/** When an element's text is heard, in ms from the beginning of the recording, for the page's script. */
export function timeAttributes({ startMs, endMs }: Pick<ReadAlongPart, "startMs" | "endMs">): Markup {
  return html`data-from="${startMs}" data-to="${endMs}"`;
}

// Only the Latin script has a tradition of drop caps.
function opensWithCapital(lesson: Lesson, { text }: Paragraph): boolean {
  return (
    lesson.direction.script === "Latn" && text.length >= openingCharacters && /^\p{Lu}\p{Ll}/u.test(text)
  );
}

function pieces(paragraph: Paragraph, context: { lesson: Lesson; seen: Set<number> }): Markup[] {
  const { text } = paragraph;
  const { direction } = context.lesson;
  const parts: Markup[] = [];
  let at = 0;
  for (const mark of paragraph.marks) {
    parts.push(lines(text.slice(at, mark.start), direction));
    parts.push(link(text.slice(mark.start, mark.end), mark.word, context));
    at = mark.end;
  }
  parts.push(lines(text.slice(at), direction));
  return parts;
}

function link(text: string, word: number, context: { lesson: Lesson; seen: Set<number> }): Markup {
  const first = !context.seen.has(word);
  context.seen.add(word);
  const gloss = context.lesson.words[word]?.gloss ?? null;
  const id = first && html` id="w${word + 1}"`;
  const title = gloss !== null && html` title="${gloss}"`;
  return html`<a class="word" href="#g${word + 1}"${id}${title}>${lines(text, context.lesson.direction)}</a>`;
}

function lines(text: string, direction: TextDirection): Markup {
  return html`${text.split("\n").map((line, index) => html`${index > 0 && html`<br>`}${isolateBidi(line, direction)}`)}`;
}
