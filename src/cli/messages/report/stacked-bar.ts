import { html, type Markup } from "../../../shared/html.ts";

/** A part of a bar. `tone`: its colour, from the style sheet. */
export interface BarPart {
  readonly name: string;
  readonly amount: number;
  readonly tone: Tone;
}

export type Tone = "a" | "b" | "c" | "d" | "e" | "f";

export interface Bar {
  readonly name: string;
  readonly parts: readonly BarPart[];
  /** A line that the bar should not pass; null: none. */
  readonly limit: number | null;
}

const barHeight = 16;
const gap = 10;
const labelHeight = 14;
/** Leaves room for the line of a limit at the end. */
const widthPercent = 99;

/** Bars that share one scale, one below the other, as wide as the page allows. The numbers are in a table beside it. */
export function stackedBars(title: string, bars: readonly Bar[]): Markup {
  const above = bars.every(({ name }) => name === "") ? 0 : labelHeight;
  const lengths = bars.map(({ parts, limit }) => Math.max(sumOf(parts), limit ?? 0));
  const scale = widthPercent / Math.max(1, ...lengths);
  const rowHeight = above + barHeight + gap;
  return html`<svg class="bars" role="img" aria-label="${title}" width="100%" height="${bars.length * rowHeight + 4}">${bars.map(
    (bar, row) => drawBar(bar, { top: row * rowHeight + above + 2, scale }),
  )}</svg>`;
}

function drawBar({ name, parts, limit }: Bar, { top, scale }: { top: number; scale: number }): Markup {
  let x = 0;
  const drawn = parts.map(({ amount, tone }) => {
    const length = amount * scale;
    const part = html`<rect class="${tone}" x="${round(x)}%" y="${top}" width="${round(length)}%" height="${barHeight}"/>`;
    x += length;
    return amount <= 0 ? null : part;
  });
  const end = round((limit ?? 0) * scale);
  const room = html`<rect class="room" x="0" y="${top}" width="${end}%" height="${barHeight}"/>`;
  const line = html`<line class="limit" x1="${end}%" x2="${end}%" y1="${top - 2}" y2="${top + barHeight + 2}"/>`;
  const label = name !== "" && html`<text x="0" y="${top - 5}">${clipped(name, labelCharacters)}</text>`;
  return html`${label}${limit === null ? null : room}${drawn}${limit === null ? null : line}`;
}

/** As many as fit on a phone. */
const labelCharacters = 40;

/** A text that fits beside a drawing. */
export function clipped(text: string, most: number): string {
  const signs = [...text];
  return signs.length <= most ? text : `${signs.slice(0, most - 1).join("")}…`;
}

/** A length for a drawing: a tenth of a pixel, or of a percent, is enough. */
export function round(length: number): number {
  return Math.round(length * 10) / 10;
}

/** What the colours mean. */
export function legend(names: readonly (readonly [name: string, tone: Tone])[]): Markup {
  return html`<ul class="legend">${names.map(
    ([name, tone]) =>
      html`<li><svg aria-hidden="true" width="12" height="12"><rect class="${tone}" width="12" height="12"/></svg>${name}</li>`,
  )}</ul>`;
}

function sumOf(parts: readonly BarPart[]): number {
  return parts.reduce((sum, { amount }) => sum + amount, 0);
}
