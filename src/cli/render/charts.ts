import { type Phase, phases, type Timeline, type TimelineRow } from "../../course/timeline.ts";
import { formatDuration, formatRate, type Rate, shortDuration } from "../../shared/duration.ts";
import { html, type Markup } from "../../shared/html.ts";
import type { Inline, Table } from "./blocks.ts";

/** A part of a bar. `tone`: the part's colour, from the style sheet. */
export interface BarPart {
  readonly name: string;
  readonly amount: number;
  readonly tone: Tone;
}

type Tone = "a" | "b" | "c" | "d" | "e" | "f";

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

/** Bars that share one scale, one below the other, as wide as the page allows. The numbers are in a table beside them. */
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
function clipped(text: string, most: number): string {
  const signs = [...text];
  return signs.length <= most ? text : `${signs.slice(0, most - 1).join("")}…`;
}

/** A length for a drawing: a tenth of a pixel, or of a percent, is enough. */
function round(length: number): number {
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

/** A stretch of time that is drawn, in ms since 1970, from its place in pixels. */
interface AxisPart {
  readonly from: number;
  readonly to: number;
  readonly x: number;
}

/** Where instants are in a chart whose empty hours and days between runs are left out. */
interface TimeAxis {
  readonly parts: readonly AxisPart[];
  readonly width: number;
  xOf(at: number): number;
}

const gapPixels = 14;
/** A run may be a single instant: it needs some width to be seen. */
const partLeastMs = 1000;

/** An axis of `width` pixels over these stretches of time, in their order; those that touch or overlap are one. */
function timeAxis(
  stretches: readonly { readonly from: number; readonly to: number }[],
  width: number,
): TimeAxis {
  const merged: { from: number; to: number }[] = [];
  for (const { from, to } of [...stretches].sort((a, b) => a.from - b.from)) {
    const last = merged.at(-1);
    const end = Math.max(to, from + partLeastMs);
    if (last !== undefined && from <= last.to + partLeastMs) last.to = Math.max(last.to, end);
    else merged.push({ from, to: end });
  }
  const all = merged.reduce((sum, { from, to }) => sum + (to - from), 0);
  const room = Math.max(1, width - gapPixels * Math.max(0, merged.length - 1));
  const pixelsPerMs = all === 0 ? 0 : room / all;
  let x = 0;
  const parts = merged.map((part): AxisPart => {
    const placed = { ...part, x };
    x += (part.to - part.from) * pixelsPerMs + gapPixels;
    return placed;
  });
  return {
    parts,
    width,
    xOf(at) {
      const part = parts.findLast(({ from }) => from <= at) ?? parts[0];
      if (part === undefined) return 0;
      return part.x + (Math.min(Math.max(at, part.from), part.to) - part.from) * pixelsPerMs;
    },
  };
}

const width = 880;
const height = 120;
const top = 14;
/** More points can't be told apart. */
const pointsMost = 600;

/** Uses of one rate limit: how many fell within the limit's window at each time, with a line for the number that the limit allows. */
export function rateChart(
  name: string,
  { uses, rate, runs }: { uses: readonly number[]; rate: Rate; runs: Timeline["runs"] },
): Markup | null {
  if (uses.length === 0) return null;
  const points = withinWindow(uses, rate.windowMs);
  // Not by spreading: a course of some days has more calls than a call may have arguments.
  const most = points.reduce((highest, { count }) => Math.max(highest, count), 0);
  const stretches = runs.length > 0 ? runs : uses.map((at) => ({ from: at, to: at }));
  const axis = timeAxis(stretches, width);
  const scale = (height - top - 2) / Math.max(most, rate.count);
  const limitAt = round(height - rate.count * scale);
  const title = `${name}: a peak of ${most} within ${shortDuration(rate.windowMs)}; the limit is ${rate.count}`;
  return html`<p>${title}.</p><div class="wide" role="region" tabindex="0" aria-label="${name}"><svg role="img" aria-label="${title}" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">
<path class="c" d="${pathOf(points, axis, scale)}"/>
<line class="limit" x1="0" x2="${width}" y1="${limitAt}" y2="${limitAt}"/><text class="faint" x="2" y="${Math.max(10, limitAt - 4)}">${formatRate(rate)}</text>
</svg></div>`;
}

interface Point {
  readonly at: number;
  readonly count: number;
}

/** After each use: how many there were in the window that ends with it. */
function withinWindow(uses: readonly number[], windowMs: number): Point[] {
  const sorted = [...uses].sort((a, b) => a - b);
  let first = 0;
  return sorted.map((at, index) => {
    while ((sorted[first] ?? at) <= at - windowMs) first += 1;
    return { at, count: index - first + 1 };
  });
}

function pathOf(points: readonly Point[], axis: TimeAxis, scale: number): string {
  const step = Math.max(1, Math.ceil(points.length / pointsMost));
  const columns: string[] = [];
  for (let index = 0; index < points.length; index += step) {
    const some = points.slice(index, index + step);
    const x = axis.xOf(some[0]?.at ?? 0);
    const count = Math.max(...some.map((point) => point.count));
    columns.push(`M${round(x)} ${height}v${round(-count * scale)}h2V${height}z`);
  }
  return columns.join("");
}

const labelWidth = 220;
const chartWidth = 900;
const rowHeight = 14;
const lessonHeight = 9;
const headHeight = 30;
const jobCharacters = 33;
/** So that the frame does not cut the first letter. */
const labelStart = 5;
/** So that a creation, which takes a second of hours, can be seen. */
const leastPixels = 1.5;

const tones: Readonly<Record<Phase, Tone>> = {
  queued: "a",
  creating: "b",
  writing: "c",
  narrating: "d",
  exporting: "e",
};

/** The history of every lesson in the edition, one row per lesson. `at`: the time of the report, in ms since 1970. */
export function timelineChart(timeline: Timeline, at: number): Markup {
  const { rows } = timeline;
  const axis = axisOf(timeline, at);
  const height = headHeight + rows.length * rowHeight + 4;
  const title = `Timeline of ${rows.length} lessons`;
  return html`${legend(phases.map((phase) => [phase, tones[phase]]))}<div class="wide tall" role="region" tabindex="0" aria-label="${title}">
<svg role="img" aria-label="${title}; the table below has its numbers" width="${chartWidth}" height="${height}" viewBox="0 0 ${chartWidth} ${height}">
<g transform="translate(${labelWidth} 0)">${drawAxis(axis, height)}</g>
${rows.map((row, index) => drawRow(row, { axis, at, top: headHeight + index * rowHeight }))}
</svg></div>`;
}

function axisOf({ runs, rows }: Timeline, at: number): TimeAxis {
  const working = rows.flatMap(({ spans }) => spans.map(({ from, to }) => ({ from, to: to ?? from })));
  const now = rows.some(({ spans }) => spans.at(-1)?.to === null) ? [{ from: at, to: at }] : [];
  // What a story takes between two runs is drawn up to the run that saw it.
  return timeAxis([...runs, ...(runs.length === 0 ? working : []), ...now], chartWidth - labelWidth - 8);
}

function drawAxis({ parts, width }: TimeAxis, height: number): Markup {
  return html`${parts.map(({ from, x }, index) => {
    const place = round(x);
    const room = (parts[index + 1]?.x ?? width) - x;
    const label = new Date(from).toISOString();
    const line = html`<line class="${index === 0 ? "grid" : "gap"}" x1="${place}" x2="${place}" y1="${headHeight - 6}" y2="${height}"/>`;
    const isRoomy = room > 60;
    return html`${line}${isRoomy ? html`<text class="faint" x="${place}" y="10">${label.slice(0, 10)}</text><text class="faint" x="${place}" y="22">${label.slice(11, 16)} UTC</text>` : null}`;
  })}`;
}

function drawRow(
  { job, spans }: TimelineRow,
  { axis, at, top }: { axis: TimeAxis; at: number; top: number },
): Markup {
  const bars = spans.map(({ phase, from, to }) => {
    const start = axis.xOf(from);
    const length = Math.max(leastPixels, axis.xOf(to ?? at) - start);
    return html`<rect class="${tones[phase]}" x="${round(labelWidth + start)}" y="${top}" width="${round(length)}" height="${lessonHeight}"/>`;
  });
  return html`<text x="${labelStart}" y="${top + lessonHeight}">${clipped(job, jobCharacters)}</text>${bars}\n`;
}

/** The same data as a table, which is more exact than the chart. */
export function timelineTable({ rows }: Timeline, at: number): Table {
  return {
    kind: "table",
    caption: "When each lesson was made, and how long each step took",
    head: [
      "Job",
      "Begun (UTC)",
      ...phases.map((phase) => `${phase.slice(0, 1).toUpperCase()}${phase.slice(1)}`),
    ],
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
