import { type Phase, phases, type Timeline, type TimelineRow } from "../../../course/timeline.ts";
import { formatDuration } from "../../../shared/duration.ts";
import { html, type Markup } from "../../../shared/html.ts";
import type { Inline, Table } from "../blocks/block.ts";
import { clipped, legend, round, type Tone } from "./stacked-bar.ts";
import { type TimeAxis, timeAxis } from "./time-axis.ts";

const labelWidth = 220;
const chartWidth = 900;
const rowHeight = 14;
const barHeight = 9;
const headHeight = 30;
const labelCharacters = 33;
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

/** What every lesson of the edition went through, one row a lesson. `at`: the time of the report, in ms since 1970. */
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
    return html`<rect class="${tones[phase]}" x="${round(labelWidth + start)}" y="${top}" width="${round(length)}" height="${barHeight}"/>`;
  });
  return html`<text x="${labelStart}" y="${top + barHeight}">${clipped(job, labelCharacters)}</text>${bars}\n`;
}

/** The same as a table, which tells more exactly what the chart shows. */
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
