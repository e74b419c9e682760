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

const width = 640;
const namesWidth = 120;
const barHeight = 16;
const rowHeight = 26;

/** Bars that share one scale, one below the other. The numbers are in a table beside it. */
export function stackedBars(title: string, bars: readonly Bar[]): Markup {
  const labelWidth = bars.every(({ name }) => name === "") ? 0 : namesWidth;
  const lengths = bars.map(({ parts, limit }) => Math.max(sumOf(parts), limit ?? 0));
  const most = Math.max(1, ...lengths);
  const scale = (width - labelWidth - 8) / most;
  const height = bars.length * rowHeight + 4;
  return html`<svg role="img" aria-label="${title}" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${bars.map(
    (bar, row) => drawBar(bar, { top: row * rowHeight + 2, scale, labelWidth }),
  )}</svg>`;
}

function drawBar(
  { name, parts, limit }: Bar,
  { top, scale, labelWidth }: { top: number; scale: number; labelWidth: number },
): Markup {
  let x = labelWidth;
  const drawn = parts.map(({ amount, tone }) => {
    const length = round(amount * scale);
    const part = html`<rect class="${tone}" x="${round(x)}" y="${top}" width="${length}" height="${barHeight}"/>`;
    x += length;
    return amount <= 0 ? null : part;
  });
  const end = round(labelWidth + (limit ?? 0) * scale);
  const room = html`<rect class="room" x="${labelWidth}" y="${top}" width="${round(end - labelWidth)}" height="${barHeight}"/>`;
  const line = html`<line class="limit" x1="${end}" x2="${end}" y1="${top - 2}" y2="${top + barHeight + 2}"/>`;
  const label = html`<text x="0" y="${top + 12}">${clipped(name, labelCharacters)}</text>`;
  return html`${label}${limit === null ? null : room}${drawn}${limit === null ? null : line}`;
}

const labelCharacters = 18;

/** A text that fits beside a drawing. */
export function clipped(text: string, most: number): string {
  const signs = [...text];
  return signs.length <= most ? text : `${signs.slice(0, most - 1).join("")}…`;
}

/** A length for a drawing: a tenth of a pixel is enough. */
export function round(pixels: number): number {
  return Math.round(pixels * 10) / 10;
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
