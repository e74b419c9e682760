import { rightToLeftSigns } from "../../lessons/text/scripts.ts";
import { html, type Markup } from "../../shared/html.ts";
import { type Ruby, rubyOf } from "../../shared/languages/ruby.ts";
import type { Compound, Paragraph, TextDirection } from "../contents/lesson-words.ts";
import { cutByParts, type ReadAlongPart, type UnheardPart } from "../contents/read-along.ts";
import type { Item } from "../exercises/exercise.ts";

/** How a format writes the paragraphs of a story. */
interface StoryStyle {
  readonly direction: TextDirection;
  /** The end of a line inside a paragraph: HTML and XHTML write it in different ways. */
  readonly lineEnd: Markup;
  /** A text with its reading above it. Left out: as HTML has it. */
  readonly ruby?: (text: string, reading: string) => Markup;
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

function withWords({ text, marks, readings = [] }: Paragraph, style: StoryStyle): Markup {
  const { word, compound } = style;
  const lines = (from: number, to = text.length) => rubyText({ text, readings, from, to }, style);
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

/** A text, or a part of it, with its readings, but for those that go beyond the part. */
export function rubyText(
  { text, readings, from = 0, to = text.length }: RubyPart,
  { direction, lineEnd = html``, ruby = rubyMarkup }: RubyStyle,
): Markup {
  const pieces: Markup[] = [];
  let at = from;
  for (const one of readings) {
    if (one.from < at || one.to > to) continue;
    pieces.push(linesOf(text.slice(at, one.from), direction, lineEnd));
    pieces.push(ruby(text.slice(one.from, one.to), one.reading));
    at = one.to;
  }
  return html`${pieces}${linesOf(text.slice(at, to), direction, lineEnd)}`;
}

interface RubyPart extends Partial<Pick<Ruby, "from" | "to">> {
  readonly text: string;
  readonly readings: readonly Ruby[];
}

type RubyStyle = Pick<StoryStyle, "direction" | "ruby"> & Partial<Pick<StoryStyle, "lineEnd">>;

function rubyMarkup(text: string, reading: string): Markup {
  return html`<ruby>${text}<rt>${reading}</rt></ruby>`;
}

/** The same for e-books: programs that don't know readings show them in parentheses. */
export function plainRuby(text: string, reading: string): Markup {
  return html`<ruby>${text}<rp>(</rp><rt>${reading}</rt><rp>)</rp></ruby>`;
}

export interface ReadWord {
  readonly word: string;
  readonly reading?: string | undefined;
}

/** A word with its reading, if it has one. */
export function readWord({ word, reading = "" }: ReadWord, style: RubyStyle): Markup {
  return rubyText({ text: word, readings: rubyOf(word, reading) }, style);
}

/** What the link back from a word's entry is called. A name must contain what the link shows, so a word with a reading above it is its link's name. */
export function backLinkName(name: string, { word, reading = "" }: ReadWord): Markup {
  return rubyOf(word, reading).length === 0 ? html`aria-label="${name}"` : html`title="${name}"`;
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

type Direction = "ltr" | "rtl";

const rtlLetter = new RegExp(`(?=\\p{L})[${rightToLeftSigns}]`, "u");
const ltrLetter = new RegExp(`(?=\\p{L})[^${rightToLeftSigns}]`, "u");

// Symbols that belong to the word beside them; brackets, quotation marks and full stops belong to the sentence.
const heldBefore = /[-\u2010\u2011#@+$€£¥%&*~_=/\\.]+$/u;
const heldAfter = /^[-\u2010\u2011#+%*°]+/u;

interface Run {
  readonly text: string;
  /** Whether it must be isolated, in the other direction. */
  readonly apart: boolean;
}

/** Words of the other direction that begin or end with a neutral character are isolated, or that character would be at the wrong end of its word. */
function runsOf(text: string, dir: Direction): Run[] {
  const own = dir === "rtl" ? rtlLetter : ltrLetter;
  const other = dir === "rtl" ? ltrLetter : rtlLetter;
  if (!other.test(text)) return [{ text, apart: false }];
  if (!own.test(text)) return [{ text, apart: !/^\p{L}(?:.*[\p{L}\p{M}\p{N}])?$/su.test(text) }];
  const runs: Run[] = [];
  for (const piece of piecesOf(text, (token) => other.test(token) && !own.test(token))) {
    const [, lead = "", core = "", trail = ""] =
      /^([^\p{L}\p{M}\p{N}]*)(.*?)([^\p{L}\p{M}\p{N}]*)$/su.exec(piece.text) ?? [];
    const before = piece.isOther ? (heldBefore.exec(lead)?.[0] ?? "") : "";
    const after = piece.isOther ? (heldAfter.exec(trail)?.[0] ?? "") : "";
    if (before + after === "") runs.push({ text: piece.text, apart: false });
    else {
      runs.push({ text: lead.slice(0, lead.length - before.length), apart: false });
      runs.push({ text: before + core + after, apart: true });
      runs.push({ text: trail.slice(after.length), apart: false });
    }
  }
  return runs;
}

/** Splits a text at its spaces, but keeps consecutive words of the other direction together. */
function piecesOf(
  text: string,
  isOtherWord: (token: string) => boolean,
): { text: string; isOther: boolean }[] {
  const pieces: { text: string; isOther: boolean }[] = [];
  for (const token of text.split(/(\s+)/u)) {
    const last = pieces.at(-1);
    const isSpace = token.trim() === "";
    const isOther = !isSpace && isOtherWord(token);
    const beforeLast = pieces.at(-2);
    const goesOn =
      /[\p{L}\p{M}\p{N}#+%*°-]$/u.test(beforeLast?.text ?? "") && /^[\p{L}\p{N}#@+$€£¥%&*~_=-]/u.test(token);
    if (isOther && last?.text === " " && beforeLast?.isOther === true && goesOn) {
      pieces.splice(-2, 2, { text: `${beforeLast.text} ${token}`, isOther: true });
    } else pieces.push({ text: token, isOther });
  }
  return pieces;
}

/** Content for a line of the given direction, with words of the other direction isolated. `write` is for places that need more than HTML escaping. */
export function isolateBidi(
  text: string,
  { dir }: { readonly dir: Direction },
  write: (text: string) => Markup = (run) => html`${run}`,
): Markup {
  const other = dir === "rtl" ? "ltr" : "rtl";
  return html`${runsOf(text, dir).map((run) =>
    run.apart ? html`<span dir="${other}">${write(run.text)}</span>` : write(run.text),
  )}`;
}

/** Isolates a text with invisible control characters, for places without elements, such as the options of a list. */
export function setPlain(text: string, { dir }: { readonly dir: Direction }): string {
  return runsOf(text, dir)
    .map((run) => (run.apart ? `\u2068${run.text}\u2069` : run.text))
    .join("");
}

/** A sentence with the content of its gap. Punctuation that touches the gap stays on the same line. */
export function aroundGap(
  { before, after }: Pick<Item, "before" | "after">,
  gap: Markup,
  direction: TextDirection,
): Markup {
  const opening = /[^\s\p{L}\p{M}\p{N}]*$/u.exec(before)?.[0] ?? "";
  const closing = /^[^\s\p{L}\p{M}\p{N}]*/u.exec(after)?.[0] ?? "";
  const head = before.slice(0, before.length - opening.length);
  const held = html`<span class="held">${opening}${gap}${closing}</span>`;
  return html`${isolateBidi(head, direction)}${held}${isolateBidi(after.slice(closing.length), direction)}`;
}
