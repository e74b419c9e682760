import type { Timeline } from "../../../course/timeline.ts";
import type { Rate } from "../../../shared/duration.ts";
import { html, type Markup } from "../../../shared/html.ts";
import { blocksToHtml } from "../blocks/blocks-html.ts";
import { rateChart } from "./rate-chart.ts";
import { timelineChart, timelineTable } from "./timeline-chart.ts";

/** The limits that a run kept to, and the calls that it made, each in ms since 1970. */
export interface CallsMade {
  readonly calls: readonly number[];
  readonly limits: { readonly calls: Rate; readonly starts: Rate };
}

/** When everything happened: every lesson's timeline, and the paid starts and calls against their limits. */
export function paceSection(
  timeline: Timeline,
  { made, at }: { made: CallsMade; at: number },
): Markup | null {
  if (timeline.rows.length === 0) return null;
  const { runs, starts } = timeline;
  const ofStarts = rateChart("Paid starts of this edition", { uses: starts, rate: made.limits.starts, runs });
  const ofCalls = rateChart("Calls of this run", { uses: made.calls, rate: made.limits.calls, runs: [] });
  const table = {
    kind: "details" as const,
    summary: "The timeline as a table",
    blocks: [timelineTable(timeline, at)],
  };
  return html`<h2>Timeline</h2>
<p class="under">By this ledger's record: a step is seen to end when the service is next asked. Dashed lines stand for the time between two runs.</p>
${timelineChart(timeline, at)}
${blocksToHtml([table])}
${ofStarts === null && ofCalls === null ? null : html`<h2>Starts and calls against the limits</h2>`}
${ofStarts}${ofCalls}`;
}
