import { createHash } from "node:crypto";
import { baseStyle } from "../pages/base-style.ts";
import { gapStyle } from "../pages/gap-style.ts";

/** The style of the first page, which carries it in itself. */
export const startHereStyle = `${baseStyle}.sheet { max-width: 58rem; margin: 0 auto; padding: 0 1.5rem 4rem; }
.cover { padding: clamp(2.5rem, 7vw, 5.5rem) 0 clamp(1.5rem, 4vw, 2.75rem); }
.cover h1 { margin: 0.5rem 0 0.75rem; font: 500 clamp(2.25rem, 1.6rem + 3.2vw, 3.75rem)/1.12 var(--serif); letter-spacing: -0.01em; text-wrap: balance; }
.cover .blurb { max-width: 38rem; font: 1.1875rem/1.6 var(--serif); }
h2 { font: 500 1.4375rem/1.3 var(--serif); }
.hint, .facts { color: var(--soft); font-size: 0.9375rem; }
.volumes { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 15rem), 1fr)); gap: 1rem; margin-top: 1.25rem; list-style: none; }
.volumes li { display: grid; grid-template-rows: 1fr auto; }
.volumes .cardlink { display: grid; padding: 1.25rem 1.35rem 1.1rem; border: 1px solid var(--line); border-radius: 0.75rem; background: var(--leaf); color: inherit; text-decoration: none; }
.volumes .cardlink:hover { border-color: var(--accent); }
.volumes .name { font: 500 1.25rem/1.35 var(--serif); }
.volumes .open { margin-top: 1.1rem; color: var(--accent); font-size: 0.9375rem; font-weight: 600; align-self: end; }
.volumes .open::after { content: " →"; }
.volumes .more { justify-self: start; padding: 0.65rem 1.35rem; font-size: 0.875rem; }
.volumes .more::after { content: " ↓"; }
.files { margin-top: 2.75rem; }
.box { margin-top: 1.25rem; padding: 1.25rem 1.5rem 1.4rem; border: 1px solid var(--line); border-radius: 0.75rem; }
.box h3 { margin: 0; font: 500 1.25rem/1.35 var(--serif); scroll-margin-top: 1.5rem; }
.box h3:target { color: var(--accent); }
.box h3 .facts { margin-inline-start: 0.6em; font: 0.9375rem/1.35 var(--sans); }
.groups { columns: 3 15rem; column-gap: 2.5rem; margin-top: 0.4rem; }
.group { break-inside: avoid; padding-top: 0.9rem; }
.group h4 { margin: 0; color: var(--accent); font: 600 0.8125rem/1.5 var(--sans); letter-spacing: 0.04em; }
.group ul { list-style: none; }
.group li { padding: 0.45rem 0; }
.group strong, .group li > a { font-weight: 600; }
.group li > p { color: var(--soft); font-size: 0.875rem; line-height: 1.45; }
.numbers { display: inline-flex; flex-wrap: wrap; gap: 0.15rem 0.25rem; margin-inline-start: 0.5em; vertical-align: top; }
.numbers a { min-width: 1.75rem; padding: 0 0.4rem; border: 1px solid var(--line); border-radius: 0.35rem; text-align: center; text-decoration: none; font-variant-numeric: tabular-nums; }
.numbers a:hover { border-color: var(--accent); }
.group summary { padding: 0.2rem 0; color: var(--accent); font-size: 0.875rem; cursor: pointer; }
.group details .numbers { margin: 0.3rem 0 0; }
.box > .hint { margin-top: 0.9rem; }
.columns { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 22rem), 1fr)); gap: 2.5rem 4rem; margin-top: 3.25rem; }
.columns ul { margin-top: 0.75rem; list-style: none; }
.columns li { padding: 0.7rem 0; border-top: 1px solid var(--line); }
.check { padding-top: 0.7rem; border-top: 1px solid var(--line); }
pre { margin: 0.6rem 0 0; padding: 0.8rem 1rem; border-radius: 0.5rem; background: var(--leaf); font: 0.875rem/1.5 ui-monospace, Menlo, Consolas, "DejaVu Sans Mono", monospace; white-space: pre-wrap; }
${gapStyle}.details { margin-top: 3.25rem; padding-top: 1.5rem; border-top: 1px solid var(--line); }
.details dl { display: flex; flex-wrap: wrap; gap: 0.9rem 3rem; margin-top: 0.75rem; }
.details dl > div { min-width: 0; }
.details dt { color: var(--soft); font-size: 0.8125rem; }
@media print {
  .volumes .cardlink, .box { border-color: #999; }
  .volumes .open, .volumes .more { display: none; }
  .volumes li, .columns li, .box h3 { break-inside: avoid; }
}
`;

/** What the page's policy allows: this style and nothing else. */
export const startHereStyleHash = createHash("sha256").update(startHereStyle).digest("base64");
