import { baseStyle } from "../pages/base-style.ts";
import { inlineStyle } from "../pages/inline-style.ts";
import { scriptStyle } from "../pages/script-style.ts";

/** A sheet on A4 or Letter, whichever the printer has, and a preview of it on a screen. */
export const printStyle = inlineStyle(`${baseStyle}${scriptStyle}body { background: var(--leaf); }
main { max-width: 50rem; margin: 0 auto; padding: 1.5rem 1rem 3rem; }
.sheet { margin: 0 0 1.5rem; padding: clamp(1.25rem, 5vw, 3.25rem); border: 1px solid var(--line); border-radius: 0.25rem; background: var(--paper); }
.head { display: flex; flex-wrap: wrap; gap: 0.25rem 2rem; justify-content: space-between; color: var(--soft); font-size: 0.8125rem; }
.sheet h1.story-face, .sheet h2.story-face { margin: 0.4rem 0 0; font-size: 1.75rem; font-weight: 500; line-height: 1.35; }
.sheet.rtl h1.story-face, .sheet.rtl h2.story-face { text-align: right; }
.person { display: flex; flex-wrap: wrap; gap: 0.5rem 2rem; margin-top: 1rem; color: var(--soft); font-size: 0.875rem; }
.person span { display: flex; flex: 1 1 12rem; gap: 0.5rem; align-items: end; }
.person span::after { content: ""; flex: 1; border-bottom: 1px solid var(--soft); }
.person span:last-child { flex-grow: 0.5; }
.exercise { margin-top: 1.6rem; }
.exercise h2, .exercise h3 { font: 600 1.0625rem/1.4 var(--sans); }
.number { color: var(--accent); margin-right: 0.3em; }
.task, .hint { color: var(--soft); font-size: 0.875rem; }
.bank { display: flex; flex-wrap: wrap; gap: 0.1rem 1.4rem; margin: 0.6rem 0; padding: 0.4rem 1rem; border: 1px solid var(--soft); list-style: none; }
.items { margin: 0.4rem 0 0; padding: 0; padding-inline-start: 1.75rem; }
.items > li { padding: 0.25rem 0; padding-inline-start: 0.25rem; }
.items > li::marker { color: var(--soft); }
.held { white-space: nowrap; }
.gap { display: inline-block; min-width: 6.5em; border-bottom: 1px solid var(--ink); }
.first { letter-spacing: 0.18em; white-space: nowrap; }
.script-arab .first, .script-syrc .first, .script-arab.letters, .script-syrc.letters { letter-spacing: 0; }
.pairs { display: grid; grid-template-columns: 1fr 1fr; gap: 0 2.5rem; }
.pairs .items { margin: 0; }
.pair { display: flex; align-items: baseline; }
.pair > :last-child { min-width: 0; overflow-wrap: anywhere; hyphens: auto; }
.box { flex: none; width: 2.2em; margin-inline-end: 0.6em; border-bottom: 1px solid var(--ink); }
.square { flex: none; width: 1.7em; height: 1.7em; margin-top: 0.25em; border: 1px solid var(--ink); }
.order { margin: 0.4rem 0 0; padding: 0; list-style: none; }
.order li { display: flex; gap: 0.75em; padding: 0.3rem 0; }
.letters { letter-spacing: 0.12em; }
.rule { display: block; height: 2.2rem; border-bottom: 1px solid var(--soft); }
.answers { columns: 2 16rem; column-gap: 2.5rem; }
.answers li { break-inside: avoid; }
@media (max-width: 34rem) { .pairs { grid-template-columns: 1fr; } }
@media print {
  body { background: none; font-size: 11pt; }
  main { max-width: none; padding: 0; }
  .sheet { margin: 0; padding: 0; border: 0; break-after: page; }
  .sheet:last-child { break-after: auto; }
  .exercise h2, .exercise h3, .task { break-after: avoid; }
  .items > li, .order li, .bank { break-inside: avoid; }
  .pairs { grid-template-columns: 1fr 1fr; }
}
@page { margin: 15mm 16mm 16mm; }
`);
