/** The reader's buttons, and the card that a word's meaning is shown on. */
export const controlsStyle = `.settings { display: flex; gap: 0.25rem; }
.settings[hidden] { display: none; }
.settings button { display: inline-flex; align-items: center; justify-content: center; min-width: 2.75rem; min-height: 2.75rem; padding: 0; border: 0; border-radius: 0.5rem; background: none; color: var(--soft); font: 500 1rem/1 var(--serif); cursor: pointer; }
.settings button:hover:not(:disabled) { background: var(--leaf); color: var(--ink); }
.settings button:disabled { color: var(--line); cursor: default; }
.settings button[aria-pressed="true"] { color: var(--accent); }
.small-a { font-size: 0.9375rem; }
.large-a { font-size: 1.375rem; }
.gloss { position: absolute; left: var(--left, 1rem); top: var(--top, 1rem); z-index: 2; max-width: min(22rem, calc(100vw - 1.5rem)); min-width: 11rem; padding: 0.85rem 1.1rem 0.4rem; border: 1px solid var(--line); border-radius: 0.75rem; background: var(--paper); box-shadow: 0 0.6rem 2rem rgb(0 0 0 / 18%); }
.gloss[hidden] { display: none; }
.gloss-body > p:first-child { font-size: calc(1.25rem * var(--text, 1)); font-weight: 600; line-height: 1.5; }
.gloss-body > p { color: var(--ink); font-size: calc(1rem * var(--text, 1)); line-height: 1.45; }
.gloss-body > p.note { color: var(--soft); font-size: 0.875rem; font-style: italic; }
.gloss-foot { display: flex; gap: 1rem; align-items: center; justify-content: space-between; margin-top: 0.4rem; font-size: 0.875rem; }
.gloss-foot a, .gloss-foot button { min-height: 2.75rem; display: inline-flex; align-items: center; }
.gloss-foot button { padding: 0 0.5rem; border: 0; background: none; color: var(--accent); font: inherit; cursor: pointer; }
@media (max-width: 38rem) {
  .gloss { position: fixed; left: 0.5rem; right: 0.5rem; top: auto; bottom: 0.5rem; max-width: none; }
}
@media print {
  .gloss { display: none; }
}
`;
