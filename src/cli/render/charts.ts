import { type Phase, phases, type Timeline, type TimelineRow } from "../../course/timeline.ts";
import { formatDuration } from "../../shared/duration.ts";
import { html, type Markup } from "../../shared/html.ts";
import type { Block, Inline, Table } from "./blocks.ts";

/** A colour, from the style sheet. */
type Tone = "a" | "b" | "c" | "d" | "e" | "f";

export interface BarPart {
  readonly name: string;
  readonly amount: number;
  readonly tone: Tone;
}

interface Bar {
  readonly name: string;
  readonly parts: readonly BarPart[];
  /** A line that the bar should not pass; null: none. */
  readonly limit: number | null;
}

const barHeight = 16;
const rowHeight = 40;
/** Leaves room for the line of a limit at the end. */
const widthPercent = 99;
/** As many characters of a label as fit on a phone. */
const labelCharacters = 40;

/** Bars that share one scale, one below the other, as wide as the page allows, with what the colours mean. */
export function bars(title: string, all: readonly Bar[], meanings: Meanings = []): Block {
  const longest = Math.max(1, ...all.map(({ parts, limit }) => Math.max(sumOf(parts), limit ?? 0)));
  const scale = widthPercent / longest;
  const drawn = html`${legend(meanings)}<svg class="bars" role="img" aria-label="${title}" width="100%" height="${all.length * rowHeight + 4}">${all.map(
    (bar, row) => drawBar(bar, { top: row * rowHeight + 16, scale }),
  )}</svg>\n`;
  return { kind: "drawing", drawn };
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
  return html`<text x="0" y="${top - 5}">${clipped(name, labelCharacters)}</text>${limit === null ? null : room}${drawn}${limit === null ? null : line}`;
}

/** A text that fits beside a drawing. */
function clipped(text: string, most: number): string {
  const signs = [...text];
  return signs.length <= most ? text : `${signs.slice(0, most - 1).join("")}…`;
}

/** A length for a drawing: a tenth of a pixel, or of a percent, is enough. */
function round(length: number): number {
  return Math.round(length * 10) / 10;
}

type Meanings = readonly (readonly [name: string, tone: Tone])[];

function legend(meanings: Meanings): Markup | null {
  if (meanings.length === 0) return null;
  return html`<ul class="legend">${meanings.map(
    ([name, tone]) =>
      html`<li><svg aria-hidden="true" width="12" height="12"><rect class="${tone}" width="12" height="12"/></svg>${name}</li>`,
  )}</ul>`;
}

function sumOf(parts: readonly BarPart[]): number {
  return parts.reduce((sum, { amount }) => sum + amount, 0);
}

/** The most of these instants that fall within any window of this length. */
export function peakWithin(instants: readonly number[], windowMs: number): number {
  const sorted = [...instants].sort((a, b) => a - b);
  let first = 0;
  let peak = 0;
  for (const [index, at] of sorted.entries()) {
    while ((sorted[first] ?? at) <= at - windowMs) first += 1;
    peak = Math.max(peak, index - first + 1);
  }
  return peak;
}

const labelWidth = 220;
const chartWidth = 900;
const lessonTop = 14;
const lessonHeight = 9;
const headHeight = 30;
const jobCharacters = 33;
/** So that the frame does not cut the first letter. */
const labelStart = 5;
/** So that a creation, which takes a second of hours, can be seen. */
const leastPixels = 1.5;
const gapPixels = 14;
/** Below this an axis has no room for a date. */
const datePixels = 60;
/** A run may be a single instant: it needs some width to be seen. */
const partLeastMs = 1000;

const tones: Readonly<Record<Phase, Tone>> = {
  queued: "a",
  creating: "b",
  writing: "c",
  narrating: "d",
  exporting: "e",
};

/** The history of every lesson in the edition, one row per lesson. `at`: the time of the report, in ms since 1970. */
export function timelineChart(timeline: Timeline, at: number): Block {
  const { rows } = timeline;
  const axis = axisOf(timeline, at);
  const height = headHeight + rows.length * lessonTop + 4;
  const title = `Timeline of ${rows.length} lessons`;
  const drawn = html`${legend(phases.map((phase) => [phase, tones[phase]]))}<div class="wide tall" role="region" tabindex="0" aria-label="${title}">
<svg role="img" aria-label="${title}; the table below has its numbers" width="${chartWidth}" height="${height}" viewBox="0 0 ${chartWidth} ${height}">
<g transform="translate(${labelWidth} 0)">${drawAxis(axis, height)}</g>
${rows.map((row, index) => drawRow(row, { axis, at, top: headHeight + index * lessonTop }))}
</svg></div>\n`;
  return { kind: "drawing", drawn };
}

/** Where instants are in the chart: the empty hours and days between runs are left out. */
interface TimeAxis {
  /** The stretches that are drawn, in ms since 1970, each from its place in pixels. */
  readonly parts: readonly { readonly from: number; readonly to: number; readonly x: number }[];
  readonly width: number;
  xOf(at: number): number;
}

function axisOf({ runs, rows }: Timeline, at: number): TimeAxis {
  const working = rows.flatMap(({ spans }) => spans.map(({ from, to }) => ({ from, to: to ?? from })));
  const now = rows.some(({ spans }) => spans.at(-1)?.to === null) ? [{ from: at, to: at }] : [];
  // What a story takes between two runs is drawn up to the run that saw it.
  const stretches = [...runs, ...(runs.length === 0 ? working : []), ...now];
  const merged: { from: number; to: number }[] = [];
  for (const { from, to } of stretches.sort((a, b) => a.from - b.from)) {
    const last = merged.at(-1);
    const end = Math.max(to, from + partLeastMs);
    if (last !== undefined && from <= last.to + partLeastMs) last.to = Math.max(last.to, end);
    else merged.push({ from, to: end });
  }
  const width = chartWidth - labelWidth - 8;
  const allMs = merged.reduce((sum, { from, to }) => sum + (to - from), 0);
  const pixelsPerMs = Math.max(1, width - gapPixels * (merged.length - 1)) / Math.max(1, allMs);
  let x = 0;
  const parts = merged.map((part) => {
    const placed = { ...part, x };
    x += (part.to - part.from) * pixelsPerMs + gapPixels;
    return placed;
  });
  const xOf = (instant: number): number => {
    const part = parts.findLast(({ from }) => from <= instant) ?? parts[0];
    if (part === undefined) return 0;
    return part.x + (Math.min(Math.max(instant, part.from), part.to) - part.from) * pixelsPerMs;
  };
  return { parts, width, xOf };
}

function drawAxis({ parts, width }: TimeAxis, height: number): Markup {
  return html`${parts.map(({ from, x }, index) => {
    const place = round(x);
    const isRoomy = (parts[index + 1]?.x ?? width) - x > datePixels;
    const label = new Date(from).toISOString();
    const line = html`<line class="${index === 0 ? "grid" : "gap"}" x1="${place}" x2="${place}" y1="${headHeight - 6}" y2="${height}"/>`;
    return html`${line}${isRoomy ? html`<text class="faint" x="${place}" y="10">${label.slice(0, 10)}</text><text class="faint" x="${place}" y="22">${label.slice(11, 16)} UTC</text>` : null}`;
  })}`;
}

function drawRow(
  { job, spans }: TimelineRow,
  { axis, at, top }: { axis: TimeAxis; at: number; top: number },
): Markup {
  const drawn = spans.map(({ phase, from, to }) => {
    const start = axis.xOf(from);
    const length = Math.max(leastPixels, axis.xOf(to ?? at) - start);
    return html`<rect class="${tones[phase]}" x="${round(labelWidth + start)}" y="${top}" width="${round(length)}" height="${lessonHeight}"/>`;
  });
  return html`<text x="${labelStart}" y="${top + lessonHeight}">${clipped(job, jobCharacters)}</text>${drawn}\n`;
}

/** The same data as a table, which is more exact than the chart. */
export function timelineTable({ rows }: Timeline, at: number): Table {
  const named = phases.map((phase) => `${phase.slice(0, 1).toUpperCase()}${phase.slice(1)}`);
  return {
    kind: "table",
    caption: "When each lesson was made, and how long each step took",
    head: ["Job", "Begun (UTC)", ...named],
    rows: rows.map(({ job, spans }): Inline[] => [
      { content: job },
      new Date(spans[0]?.from ?? at).toISOString().slice(0, 16).replace("T", " "),
      ...phases.map((phase) => describePhase(spans, phase, at)),
    ]),
    right: phases.map((_, index) => index + 2),
  };
}

/** How long a step took, in all attempts; "so far" while it lasts. */
function describePhase(spans: TimelineRow["spans"], phase: Phase, at: number): string {
  const own = spans.filter((span) => span.phase === phase);
  if (own.length === 0) return "";
  const ms = own.reduce((sum, { from, to }) => sum + ((to ?? at) - from), 0);
  return `${formatDuration(ms)}${own.some(({ to }) => to === null) ? " so far" : ""}`;
}
