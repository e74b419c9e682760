import { gapStyle } from "../pages/gap-style.ts";

/** The contents page of a reader: a title page with the lessons under it. */
export const contentsStyle = `.sheet { max-width: 46rem; margin: 0 auto; padding: 0 1.5rem; }
.cover { padding: clamp(3rem, 9vw, 7rem) 0 clamp(2rem, 5vw, 3.5rem); text-align: center; }
.cover h1 { margin: 0.75rem 0 1rem; font: 500 clamp(2.25rem, 1.6rem + 3.2vw, 4rem)/1.12 var(--serif); letter-spacing: -0.01em; text-wrap: balance; }
.cover .blurb { max-width: 34rem; margin: 0 auto; color: var(--ink); font: 1.1875rem/1.6 var(--serif); text-wrap: balance; }
.cover .imprint { margin-top: 1.5rem; color: var(--soft); font-size: 0.875rem; }
.cover .imprint::before { content: ""; display: block; width: 3.5rem; margin: 0 auto 1.5rem; border-top: 1px solid var(--accent); }
.toc { margin: 0.75rem 0 0; list-style: none; border-bottom: 1px solid var(--line); }
.toc li { border-top: 1px solid var(--line); }
.toc a { display: grid; grid-template-columns: 1.75rem minmax(0, 1fr) auto; gap: 0 0.75rem; align-items: baseline; padding: 0.95rem 0.25rem; color: inherit; text-decoration: none; }
.toc a:hover { background: var(--leaf); }
.toc a:hover .name { color: var(--accent); }
.toc .number { color: var(--accent); font: 1.125rem/1.4 var(--serif); font-variant-numeric: lining-nums tabular-nums; }
.toc .entry { display: grid; }
.toc .name { font-size: 1.25rem; line-height: 1.4; text-align: start; }
.toc .name[dir="rtl"] { font-size: 1.4rem; line-height: 1.6; }
.toc .topic { color: var(--soft); font-size: 0.9375rem; line-height: 1.45; }
.toc .facts { text-align: right; }
${gapStyle}.foot { padding: 2rem 0 3rem; font-size: 0.875rem; text-align: center; }
@media (max-width: 38rem) {
  .toc a { grid-template-columns: 1.75rem minmax(0, 1fr); gap: 0 0.5rem; }
  .toc .facts { grid-column: 2; text-align: start; margin-top: 0.2rem; }
}
@media print {
  .cover { padding: 40mm 0 16mm; }
  .toc li { break-inside: avoid; }
  .foot { display: none; }
}
`;
