/** The pages of exercises. */
export const exerciseStyle = `.work { max-width: 46rem; margin: 0 auto; padding: clamp(1rem, 4vw, 3rem) 1.5rem 3rem; }
.work > header h1.story-face { margin: 0.35rem 0 0; font-size: clamp(1.6rem, 1.3rem + 1.3vw, 2.25rem); font-weight: 500; line-height: 1.3; }
.work.rtl > header { text-align: right; }
.exercise { margin-top: 2.5rem; padding-top: 1.5rem; border-top: 1px solid var(--line); }
.exercise h2 { font: 500 1.375rem/1.3 var(--serif); }
.exercise h2 .number { color: var(--accent); margin-right: 0.35em; font-variant-numeric: lining-nums; }
.work :is(h2, select, input, button, summary, .items > li) { scroll-margin: 1.5rem 0 6rem; }
.task, .hint { color: var(--soft); font-size: 0.9375rem; }
.bank { display: flex; flex-wrap: wrap; gap: 0.4rem 0.5rem; margin: 1rem 0 0; padding: 0.75rem; border: 1px solid var(--line); border-radius: 0.75rem; background: var(--leaf); list-style: none; }
.bank li { padding: 0 0.6rem; }
.items { margin: 1rem 0 0; padding: 0; padding-inline-start: 1.75rem; }
div.items { padding: 0; }
.items > li { padding: 0.45rem 0; padding-inline-start: 0.35rem; }
.items > li::marker { color: var(--soft); font-variant-numeric: tabular-nums; }
.sentence, .order .text, .exercise details .story-face, .bank { font-size: calc(1.125rem * var(--text, 1)); }
.sentence.script-arab, .order .text.script-arab, .bank.script-arab, .exercise details .script-arab { font-size: calc(1.35rem * var(--text, 1)); }
.exercise select, .exercise input { max-width: 100%; min-height: 2.5rem; margin: 0.1rem 0.25rem; padding: 0.2rem 0.5rem; border: 1px solid var(--soft); border-radius: 0.45rem; background: var(--leaf); color: var(--ink); font: 1rem/1.5 var(--sans); }
.exercise .script-arab input { font-size: 1.2rem; }
.exercise input { width: 9em; }
.exercise select { cursor: pointer; }
.held { white-space: nowrap; }
.exercise .held select { max-width: min(28rem, 100vw - 7rem); }
.first { margin-inline-start: 0.15em; font-weight: 600; white-space: nowrap; }
.pairs > li > .sentence { display: inline-block; min-width: 8rem; font-weight: 600; }
.letters > span { display: inline-block; min-width: 1.9em; margin: 0.1rem 0; padding: 0 0.35em; border: 1px solid var(--line); border-radius: 0.35em; background: var(--leaf); text-align: center; }
.tiles, .line { display: flex; flex-wrap: wrap; gap: 0.4rem 0.5rem; padding: 0.25rem 0; font-size: calc(1.0625rem * var(--text, 1)); }
.line { min-height: 3.25rem; margin-bottom: 0.4rem; border-bottom: 2px solid var(--line); }
.line[hidden] { display: none; }
.line:not(:empty)::after { content: attr(data-end); align-self: center; }
.tiles > *, .line > * { min-height: 2.6rem; padding: 0.15rem 0.75rem; border: 1px solid var(--line); border-radius: 0.5rem; background: var(--leaf); color: var(--ink); font: inherit; }
.tiles > button, .line > button, .moves button, .items > button { cursor: pointer; }
.order { margin: 0; padding: 0; list-style: none; }
.order > li { display: flex; gap: 0.75rem; align-items: center; justify-content: space-between; margin-top: 0.5rem; padding: 0.4rem 0.75rem; border: 1px solid var(--line); border-radius: 0.6rem; background: var(--leaf); }
.order > li.in-place { border-color: var(--good); box-shadow: inset 3px 0 var(--good); }
.order .text { flex: 1 1 auto; min-width: 0; overflow-wrap: anywhere; hyphens: auto; }
.moves { display: flex; flex: none; gap: 0.25rem; }
.moves button, .items > button { min-width: 2.75rem; min-height: 2.75rem; border: 1px solid var(--line); border-radius: 0.5rem; background: var(--paper); color: var(--ink); font: 600 1rem/1 var(--sans); }
.items > button { margin-top: 0.75rem; padding: 0 1.1rem; }
.verdict { font-size: 0.9375rem; font-weight: 600; white-space: nowrap; }
.is-right .verdict { color: var(--good); }
.is-right .verdict::before { content: "✓ "; }
.is-wrong .verdict { color: var(--bad); }
.is-wrong .verdict::before { content: "✗ "; }
.is-right select, .is-right input { border-color: var(--good); }
.is-wrong select, .is-wrong input { border-color: var(--bad); }
.exercise details { margin-top: 1rem; font-size: 0.9375rem; }
.exercise summary { display: inline-block; padding: 0.5rem 0; color: var(--accent); cursor: pointer; }
.exercise details ol { padding: 0 0 0 1.75rem; }
.score { position: sticky; bottom: 0; margin: 2.5rem 0 0; padding: 0.75rem 1rem; border: 1px solid var(--line); border-radius: 0.75rem 0.75rem 0 0; background: var(--paper); font-weight: 600; text-align: center; }
.score[hidden] { display: none; }
.practice { display: flex; flex-wrap: wrap; gap: 0.6rem; margin: 2rem 0 0; }
.practice a { display: inline-flex; align-items: center; min-height: 2.75rem; padding: 0.25rem 1.1rem; border: 1px solid var(--accent); border-radius: 1.5rem; font-size: 0.9375rem; font-weight: 600; text-decoration: none; }
.practice a:hover { background: var(--glow); }
.practice .dot { margin: 0 0.4em; }
@media print {
  .practice, .score, .exercise details, .verdict, .moves, .settings { display: none; }
  .exercise { break-inside: avoid; }
}
`;
