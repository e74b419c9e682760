import { baseStyle } from "../pages/base-style.ts";
import { scriptStyle } from "../pages/script-style.ts";
import { contentsStyle } from "./contents-style.ts";
import { controlsStyle } from "./controls-style.ts";
import { exerciseStyle } from "./exercise-style.ts";

const lessonStyle = `.bar { display: flex; flex-wrap: wrap; gap: 0.25rem 1.5rem; align-items: center; max-width: 64.5rem; min-height: 4rem; margin: 0 auto; padding: 0.6rem 1.5rem; color: var(--soft); font-size: 0.875rem; }
.bar p { flex: 1 1 auto; text-align: right; }
.bar.bare { justify-content: flex-end; }
@media (max-width: 38rem) {
  .bar nav { flex: 1 1 auto; }
  .bar p { order: 1; flex-basis: 100%; text-align: left; }
}
.bar a { text-decoration: none; font-weight: 600; }
.bar a::before { content: "←"; margin-right: 0.45em; }
.bar a:hover { text-decoration: underline; }
.spread { max-width: 64.5rem; margin: 0 auto; padding: clamp(1.5rem, 5vw, 4rem) 1.5rem 3rem; }
article { max-width: 40rem; margin: 0 auto; }
article > header { margin-bottom: 1.75rem; }
article h1.story-face { margin: 0.35rem 0 0.6rem; font-size: clamp(1.85rem, 1.5rem + 1.8vw, 2.75rem); font-weight: 500; line-height: 1.2; text-wrap: balance; hyphens: auto; hyphenate-limit-chars: 12 5 5; }
article h1.script-arab, article h1.script-thai, article h1.script-khmr, article h1.script-mymr { line-height: 1.55; }
article h1:lang(ur) { line-height: 2; }
.facts { color: var(--soft); font-size: 0.875rem; }
.spread.rtl article > header { text-align: right; }
.player { margin: 0 0 2.25rem; padding: 0.75rem; border: 1px solid var(--line); border-radius: 0.75rem; background: var(--leaf); display: flex; flex-wrap: wrap; gap: 0.5rem 0.75rem; align-items: center; font-size: 0.9375rem; }
.player audio { flex: 1 1 15rem; width: 100%; min-width: 0; height: 2.75rem; }
.player audio::-webkit-media-controls-enclosure { background: var(--paper); border-radius: 0.5rem; }
.speeds { display: flex; flex-wrap: wrap; gap: 0.25rem; }
.speeds[hidden] { display: none; }
.speeds button { min-width: 2.75rem; min-height: 2.75rem; padding: 0 0.5rem; border: 0; border-radius: 0.5rem; background: none; color: var(--soft); font: 0.875rem/1 var(--sans); font-variant-numeric: tabular-nums; cursor: pointer; }
.speeds .back::before { content: "↺ 5 s"; }
.speeds button[aria-pressed="true"] { background: var(--paper); color: var(--ink); box-shadow: 0 0 0 1px var(--line); }
.story { font-size: calc(1.25rem * var(--text, 1)); }
.story.script-arab { font-size: calc(1.5rem * var(--text, 1)); }
.story.script-tibt { font-size: calc(1.5rem * var(--text, 1)); }
.story p { max-width: 62ch; text-wrap: pretty; hanging-punctuation: first; }
.story p + p { text-indent: 1.4em; }
.script-hans p, .script-hant p { text-indent: 2em; text-align: justify; text-wrap: wrap; }
.script-jpan p { text-indent: 1em; text-align: justify; text-wrap: wrap; }
@supports (initial-letter: 2) or (-webkit-initial-letter: 2) {
  .story .opening::first-letter { -webkit-initial-letter: 2; initial-letter: 2; margin-right: 0.4rem; color: var(--accent); font-weight: 500; }
}
.word { color: inherit; text-decoration: underline dotted var(--accent); text-decoration-thickness: 0.1em; text-underline-offset: 0.22em; text-decoration-skip-ink: none; border-radius: 0.15em; }
.script-arab .word, .script-deva .word, .script-thai .word, .script-khmr .word, .script-mymr .word, .script-tibt .word { text-underline-offset: 0.4em; }
.word:hover, .word:target { background: var(--glow); }
.glossary { max-width: 40rem; margin: 3rem auto 0; padding-top: 1.25rem; border-top: 1px solid var(--line); }
.glossary h2 { margin-bottom: 0.6rem; }
.glossary dl { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 8.5rem), 1fr)); gap: 0 1.5rem; }
.glossary dl > div { padding: 0.5rem; margin: 0 -0.5rem; border-radius: 0.4rem; scroll-margin: 30vh; }
.glossary dl > div:target { background: var(--glow); }
.glossary dl > .wide { grid-column: 1 / -1; }
.glossary dt { font-size: calc(1.0625rem * var(--text, 1)); font-weight: 600; hyphens: auto; hyphenate-limit-chars: 12 4 4; }
.glossary dt .story-face { line-height: 1.5; }
.glossary dt a { color: inherit; text-decoration: none; }
.glossary dt a:hover { color: var(--accent); text-decoration: underline; }
.glossary dd { color: var(--soft); font-size: calc(0.9375rem * var(--text, 1)); line-height: 1.45; }
.glossary .note { font-size: 0.8125rem; font-style: italic; }
.spread.rtl .glossary h2, .spread.rtl .glossary dl > div { text-align: right; }
.spread.rtl .glossary dl { direction: rtl; }
.spread.rtl .glossary .note { direction: ltr; }
.turn { display: flex; flex-wrap: wrap; gap: 1rem 2rem; justify-content: space-between; max-width: 64.5rem; margin: 0 auto; padding: 0 1.5rem 3rem; }
.turn::before { content: ""; flex: 0 0 100%; border-top: 1px solid var(--line); }
.turn a { max-width: 24rem; text-decoration: none; padding: 0.25rem 0; }
.turn .eyebrow { display: block; }
.turn .name { color: var(--ink); font-size: 1.0625rem; }
.turn a:hover .name { text-decoration: underline; }
.turn .next { margin-left: auto; text-align: right; }
@media (min-width: 62rem) {
  .spread { display: grid; grid-template-columns: minmax(0, 40rem) 18rem; gap: clamp(2rem, 3.5vw, 3.5rem); justify-content: center; }
  .spread.rtl { grid-template-columns: 18rem minmax(0, 40rem); }
  .spread.alone { display: block; }
  .spread.rtl .glossary { order: -1; }
  article { margin: 0; }
  .spread.alone article { margin: 0 auto; }
  .glossary { position: sticky; top: 2rem; align-self: start; max-height: calc(100vh - 4rem); margin: 0; padding: 0 0.5rem; border: 0; overflow-y: auto; }
  .glossary dl { display: block; }
}
@media print {
  .bar, .player, .turn { display: none; }
  .spread, .spread.rtl { display: block; max-width: none; padding: 0; }
  article, .spread.alone article { max-width: none; }
  .story, .story.script-arab { font-size: 12pt; }
  .story.script-arab { font-size: 15pt; }
  .story p { max-width: none; orphans: 2; widows: 2; }
  .word { text-decoration-color: #888; }
  .word:target, .glossary dl > div:target { background: none; }
  .glossary { position: static; max-width: none; max-height: none; margin: 14pt 0 0; padding: 8pt 0 0; border-top: 0.5pt solid #999; overflow: visible; }
  .glossary dl { display: block; columns: 3 11rem; column-gap: 16pt; }
  .glossary dl > div { break-inside: avoid; margin: 0; padding: 2pt 0; }
  .glossary dt { font-size: 10.5pt; }
  .glossary dd { font-size: 9.5pt; }
  h1, h2, article > header { break-after: avoid; }
}
`;

/** The whole style sheet of a reader. */
export const readerStyle = `${baseStyle}${scriptStyle}${contentsStyle}${lessonStyle}${controlsStyle}${exerciseStyle}`;
