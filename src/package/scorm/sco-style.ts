import { baseStyle } from "../pages/base-style.ts";
import { scriptStyle } from "../pages/script-style.ts";

/** The look of a SCO: a quiet page in the platform's frame. */
export const scoStyle = `${baseStyle}${scriptStyle}main { max-width: 44rem; margin: 0 auto; padding: 1.5rem 1.25rem 4rem; }
main:focus { outline: none; }
h1 { font: 500 clamp(1.75rem, 1.4rem + 1.6vw, 2.5rem)/1.3 var(--serif); margin-bottom: 1rem; }
h2 { margin: 2.25rem 0 0.5rem; font: 500 1.375rem/1.35 var(--serif); }
main > div p { margin-bottom: 1em; font: 1.1875rem/1.7 var(--serif); }
audio { width: 100%; max-width: 30rem; margin-bottom: 1rem; }
dl { display: grid; grid-template-columns: auto minmax(0, 1fr); gap: 0.25rem 1.25rem; }
dt { font-weight: 600; }
section ol { margin-top: 0.75rem; padding-inline-start: 1.75rem; }
section li { margin-bottom: 0.9rem; line-height: 2; }
select, input[type="text"] { max-width: 100%; min-height: 2.25rem; padding: 0.2rem 0.5rem; border: 1px solid var(--soft); border-radius: 0.35rem; background: var(--paper); color: var(--ink); font: inherit; }
select:focus-visible, input:focus-visible { outline: 3px solid var(--accent); outline-offset: 1px; }
.bank { display: flex; flex-wrap: wrap; gap: 0.25rem 1.25rem; margin-top: 0.75rem; padding: 0.6rem 1rem; border: 1px solid var(--soft); border-radius: 0.35rem; background: var(--leaf); list-style: none; }
.bank li { margin: 0; line-height: 1.6; }
.buttons { display: flex; flex-wrap: wrap; gap: 0.75rem; margin-top: 1.5rem; }
button { min-height: 2.75rem; padding: 0.5rem 1.25rem; border: 0; border-radius: 0.5rem; background: var(--accent); color: var(--paper); font: 600 1rem/1.3 var(--sans); cursor: pointer; }
.word-order input[type="text"] { width: 100%; }
.verdict { font-weight: 600; white-space: nowrap; }
.is-right .verdict::before { content: "✓ "; }
.is-wrong .verdict::before { content: "✗ "; }
.is-right .verdict { color: var(--ink); }
.is-wrong .verdict { color: var(--accent); }
#reveal { border: 1px solid var(--accent); background: var(--paper); color: var(--accent); }
[hidden] { display: none; }
.answer:not([hidden]) { display: inline-block; }
.answer { padding: 0.1rem 0.5rem; border-radius: 0.35rem; background: var(--glow); }
#settled:empty { display: none; }
#score { margin-top: 1rem; font: 600 1.25rem/1.4 var(--sans); }
`;
