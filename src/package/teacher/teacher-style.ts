import { baseStyle } from "../pages/base-style.ts";
import { inlineStyle } from "../pages/inline-style.ts";
import { scriptStyle } from "../pages/script-style.ts";

/** The style of the teacher's pages, on screens and on paper. */
export const teacherStyle =
  inlineStyle(`${baseStyle}${scriptStyle}.sheet { max-width: 64rem; margin: 0 auto; padding: 1.5rem 1.5rem 4rem; }
.tabs { display: flex; flex-wrap: wrap; gap: 0.25rem 1.5rem; padding: 0.5rem 0; border-bottom: 1px solid var(--line); font-size: 0.9375rem; }
.tabs a { padding: 0.4rem 0; text-decoration: none; }
.tabs a[aria-current] { color: var(--ink); font-weight: 600; box-shadow: 0 2px var(--accent); }
.cover { padding: clamp(1.5rem, 5vw, 3rem) 0 1.5rem; }
.cover h1 { margin: 0.4rem 0 0.75rem; font: 500 clamp(2rem, 1.5rem + 2.4vw, 3rem)/1.15 var(--serif); text-wrap: balance; }
.cover p:not(.eyebrow) { max-width: 44rem; color: var(--soft); }
h2 { font: 500 1.375rem/1.35 var(--serif); }
.week { display: grid; grid-template-columns: 6.5rem minmax(0, 1fr); gap: 0 1.5rem; padding: 1.4rem 0; border-top: 1px solid var(--line); break-inside: avoid; }
.week h2 .story-face { font-size: 1.25em; line-height: 1.4; }
.week dl { display: grid; grid-template-columns: 7.5rem minmax(0, 1fr); gap: 0.35rem 1rem; margin-top: 0.6rem; font-size: 0.9375rem; }
.week dt, .soft, .facts { color: var(--soft); }
.week ul { display: flex; flex-wrap: wrap; gap: 0.1rem 1.2rem; padding: 0; margin: 0; list-style: none; }
.week li { max-width: 100%; }
.scroll { overflow-x: auto; margin-top: 1.5rem; }
.scroll:focus-visible { outline: 3px solid var(--accent); outline-offset: 3px; }
table { width: 100%; border-collapse: collapse; font-size: 0.9375rem; }
caption { text-align: start; color: var(--soft); padding-bottom: 0.4rem; }
th, td { padding: 0.45rem 0.9rem 0.45rem 0; border-top: 1px solid var(--line); text-align: start; vertical-align: baseline; }
thead th { border-top: 0; color: var(--soft); font-size: 0.8125rem; font-weight: 600; vertical-align: bottom; }
tbody th { font-weight: 600; }
.count { font-variant-numeric: tabular-nums; white-space: nowrap; }
.mark { display: inline-block; padding: 0 0.45em; border: 1px solid var(--bad); border-radius: 1em; color: var(--bad); font-size: 0.8125rem; font-weight: 600; white-space: nowrap; }
.chart { display: block; width: 100%; max-width: 40rem; height: auto; margin-top: 0.75rem; }
.chart.bars { max-width: 30rem; }
.chart text { fill: var(--ink); font: 14px var(--sans); text-anchor: middle; }
.chart text.axis { fill: var(--soft); }
.chart path.axis { stroke: var(--line); }
.chart path.median { stroke: var(--soft); stroke-dasharray: 4 4; }
.weak { fill: var(--soft); }
.chart.bars .weak, .chart .strong { fill: var(--accent); }
.chart.bars .strong { fill: var(--good); }
.strip { display: block; width: 15rem; height: 0.875rem; }
.strip .ground { fill: var(--leaf); }
.strip path { fill: var(--accent); }
.measures { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 26rem), 1fr)); gap: 1.75rem 3rem; margin-top: 1rem; }
.measures h2 { font-size: 1.125rem; }
@media (max-width: 38rem) {
  .week { display: block; }
  .week dl { display: block; }
  .week dt { margin-top: 0.5rem; }
}
@media print {
  .tabs { display: none; }
  .sheet { max-width: none; padding: 0; }
  .scroll { overflow: visible; }
  tr { break-inside: avoid; }
  .strip .ground { fill: #eee; }
}
`);
