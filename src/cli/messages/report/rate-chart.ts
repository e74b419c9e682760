import type { Timeline } from "../../../course/timeline.ts";
import { formatRate, type Rate, shortDuration } from "../../../shared/duration.ts";
import { html, type Markup } from "../../../shared/html.ts";
import { round } from "./stacked-bar.ts";
import { type TimeAxis, timeAxis } from "./time-axis.ts";

const width = 880;
const height = 120;
const top = 14;
/** More points can't be told apart. */
const pointsMost = 600;

/** Uses of one limit: how many were within its window at each time, below the line of what it allows. */
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
  const title = `${name}: at most ${most} within ${shortDuration(rate.windowMs)}, of ${rate.count} allowed`;
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
