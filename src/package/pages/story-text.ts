import { html, type Markup } from "../../shared/html.ts";
import type { Compound, Paragraph } from "../contents/lesson-words.ts";
import { cutByParts, type ReadAlongPart, type UnheardPart } from "../contents/read-along.ts";
import type { TextDirection } from "../contents/text-direction.ts";
import { isolateBidi } from "./isolate-bidi.ts";

/** How a format writes the paragraphs of a story. */
interface StoryStyle {
  readonly direction: TextDirection;
  /** The end of a line inside a paragraph: HTML and XHTML write it in different ways. */
  readonly lineEnd: Markup;
  /** A required word, by its index in the lesson's list; null: here it is text as any other. */
  readonly word: (text: Markup, word: number) => Markup | null;
  /** A compound with such a word as a part. Left out: text as any other. */
  readonly compound?: (text: Markup, mark: Compound) => Markup;
  /** What is heard at a time of its own, or not heard as it is written. Left out: nothing is told apart. */
  readonly parts?: readonly (ReadAlongPart | UnheardPart)[];
  readonly part?: (text: Markup, part: ReadAlongPart) => Markup;
}

/** A paragraph of a story as every format has it, without the element around it. `number`: from 0, within the story. */
export function storyParagraph(paragraph: Paragraph, number: number, style: StoryStyle): Markup {
  const { parts = [], part: write = (text: Markup) => text } = style;
  return html`${cutByParts(paragraph, number, parts).map(({ part, ...piece }) => {
    const text = withWords(piece, style);
    if (part === null) return text;
    return "isUnheard" in part ? html`<span class="unheard">${text}</span>` : write(text, part);
  })}`;
}

function withWords({ text, marks }: Paragraph, { direction, lineEnd, word, compound }: StoryStyle): Markup {
  const lines = (from: number, to?: number) => linesOf(text.slice(from, to), direction, lineEnd);
  const pieces: Markup[] = [];
  let at = 0;
  for (const mark of marks) {
    const own = lines(mark.start, mark.end);
    const { parts } = mark;
    const written = parts === undefined ? word(own, mark.word) : compound?.(own, { ...mark, parts });
    if (written == null) continue;
    pieces.push(lines(at, mark.start), written);
    at = mark.end;
  }
  return html`${pieces}${lines(at)}`;
}

/** A text with the given markup at its line breaks. `write`: see `isolateBidi`. */
export function linesOf(
  text: string,
  direction: TextDirection,
  lineEnd: Markup,
  write?: (text: string) => Markup,
): Markup {
  return html`${text.split("\n").map((line, index) => html`${index > 0 && lineEnd}${isolateBidi(line, direction, write)}`)}`;
}
