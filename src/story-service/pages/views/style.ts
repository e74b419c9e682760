/** The pages' style sheet, light and dark; every contrast suffices for small text. */
export const style = `
:root {
  color-scheme: light dark;
  --paper: #faf6ef; --card: #ffffff; --ink: #26221c; --soft: #635b50; --line: #e2d8c8;
  --accent: #8a3b12; --accent-ink: #ffffff; --danger: #a3121f; --good: #e9f3e4; --good-line: #7fa56b; --bad: #fbe9e7;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #1c1a17; --card: #27241f; --ink: #f1ebe0; --soft: #b9af9f; --line: #433d34;
    --accent: #f0a878; --accent-ink: #26180d; --danger: #ff9d93; --good: #243022; --good-line: #6f9160; --bad: #3f2522;
  }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 1.0625rem/1.6 system-ui, "Noto Sans", sans-serif; }
h1, h2, h3, .brand span { font-family: Georgia, "Noto Serif", serif; line-height: 1.25; text-wrap: balance; }
h1 { font-size: 1.9rem; margin: 0 0 .75rem; }
h2 { font-size: 1.3rem; margin: 2rem 0 .75rem; }
h3 { font-size: 1.1rem; margin: 0 0 .5rem; overflow-wrap: anywhere; }
.card > h2:first-child { margin-top: 0; }
p { margin: 0 0 1rem; }
a { color: var(--accent); text-underline-offset: .15em; }
small, .soft { color: var(--soft); font-size: .9rem; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; border-radius: .2rem; }
.wide { width: min(60rem, 100% - 2rem); margin-inline: auto; }
.narrow { width: min(34rem, 100%); margin-inline: auto; }
.skip { position: absolute; left: 1rem; top: -99rem; }
.skip:focus { top: 1rem; background: var(--card); padding: .5rem 1rem; z-index: 1; }
.top { border-bottom: 1px solid var(--line); background: var(--card); }
.top > div { display: flex; flex-wrap: wrap; align-items: center; gap: .5rem 1.5rem; padding-block: .75rem; }
.brand { display: inline-flex; align-items: center; gap: .5rem; color: var(--ink); font-size: 1.25rem; text-decoration: none; margin-right: auto; }
nav { display: flex; gap: 1.25rem; }
nav a { padding-block: .25rem; text-decoration: none; border-bottom: 2px solid transparent; }
nav a:hover, nav a[aria-current] { border-color: var(--accent); }
.account { display: flex; align-items: center; gap: .75rem; color: var(--soft); }
main { padding-block: 2.5rem; min-height: 70vh; }
footer { border-top: 1px solid var(--line); padding-block: 1.25rem; color: var(--soft); font-size: .9rem; }
footer p { margin: 0; }
.card { background: var(--card); border: 1px solid var(--line); border-radius: .75rem; padding: 1.5rem; margin-bottom: 1rem; }
.hero { max-width: 42rem; padding-block: 1rem 2rem; }
.hero h1 { font-size: clamp(2rem, 5vw, 2.9rem); }
.columns { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(20rem, 100%), 1fr)); gap: 1rem; }
.columns > .card { margin: 0; }
label, legend, .field > label { font-weight: 600; }
fieldset { border: 1px solid var(--line); border-radius: .5rem; margin: 0 0 1rem; padding: .75rem 1rem .25rem; min-width: 0; }
.field { display: grid; gap: .25rem; }
input[type=text], input[type=password], input[type=number] {
  font: inherit; color: inherit; background: var(--paper); border: 1px solid var(--soft); border-radius: .4rem;
  padding: .55rem .7rem; width: 100%; min-height: 2.75rem;
}
input[type=number] { max-width: 12rem; }
.choice { display: flex; gap: .75rem; align-items: flex-start; margin-bottom: .6rem; }
.choice label { font-weight: 400; }
.choice span { display: block; color: var(--soft); font-size: .92rem; line-height: 1.4; }
.choice input { width: 1.25rem; height: 1.25rem; margin: .2rem 0 0; flex: none; accent-color: var(--accent); }
button, .button {
  font: inherit; font-weight: 600; display: inline-block; min-height: 2.75rem; padding: .5rem 1.25rem; border-radius: .5rem; cursor: pointer;
  border: 1px solid var(--accent); background: var(--accent); color: var(--accent-ink); text-decoration: none;
}
button:hover, .button:hover { filter: brightness(1.08); }
.quiet { background: transparent; color: var(--accent); }
.danger { background: transparent; color: var(--danger); border-color: var(--danger); }
.account button { min-height: 2.25rem; padding: .25rem .75rem; }
.buttons { display: flex; flex-wrap: wrap; gap: .75rem; }
.notice { background: var(--bad); border-left: 4px solid var(--danger); padding: .75rem 1rem; border-radius: .25rem; }
.made { background: var(--good); border-color: var(--good-line); }
.secret, .host { overflow-wrap: anywhere; }
code { font: .95em/1.5 ui-monospace, "Noto Sans Mono", monospace; overflow-wrap: anywhere; }
.secret { display: block; background: var(--card); border: 1px dashed var(--good-line); border-radius: .4rem; padding: .75rem; user-select: all; }
.empty { color: var(--soft); }
.holdings, .books { list-style: none; margin: 0; padding: 0; }
dl { margin: 0 0 1rem; display: grid; gap: .25rem 1.5rem; grid-template-columns: repeat(auto-fit, minmax(min(24rem, 100%), 1fr)); }
dl div { display: flex; gap: .5rem; }
dt { color: var(--soft); flex: none; }
dt::after { content: ":"; }
dd { margin: 0; min-width: 0; overflow-wrap: anywhere; }
.wide-list { grid-template-columns: 1fr; }
.figures { display: flex; flex-wrap: wrap; gap: 1rem 3rem; }
.figures p { margin: 0; }
.figures strong { display: block; font: 600 2.4rem/1.2 Georgia, "Noto Serif", serif; font-variant-numeric: tabular-nums; }
.history { list-style: none; margin: 0; padding-block: .25rem; }
.history li { display: grid; grid-template-columns: minmax(0, 1fr) auto; gap: .15rem 1.5rem; padding-block: .8rem; }
.history li + li { border-top: 1px solid var(--line); }
.history li > :not(.what, .amount) { grid-column: 1 / -1; }
.amount { text-align: end; white-space: nowrap; font-weight: 600; font-variant-numeric: tabular-nums; }
.about { overflow-wrap: anywhere; }
.since, .when, .history .id { color: var(--soft); font-size: .9rem; }
.id { user-select: all; }
@media (min-width: 60rem) {
  .history li { grid-template-columns: 15rem minmax(0, 1fr) 17rem; grid-template-areas: "what about amount" "when id since"; }
  .history li > :not(.what, .amount) { grid-column: auto; }
  .what { grid-area: what; } .amount { grid-area: amount; } .history li > .about { grid-area: about; }
  .history li > .when { grid-area: when; } .history li > .id { grid-area: id; } .history li > .since { grid-area: since; text-align: end; }
}
.books .card { display: flex; flex-wrap: wrap; gap: .25rem 1.5rem; align-items: baseline; }
.books h2 { margin: 0; font-size: 1.15rem; flex: 1 1 20rem; overflow-wrap: anywhere; }
.state { color: var(--danger); }
.search { display: flex; flex-wrap: wrap; gap: 0 1rem; align-items: end; margin-bottom: 1rem; }
.search .field { flex: 1 1 16rem; }
.log, .plain { list-style: none; margin: 0; }
.plain { padding: 0; }
.log { padding-block: .25rem; }
.log li { display: flex; flex-wrap: wrap; gap: .1rem 1rem; padding-block: .7rem; }
.log li + li { border-top: 1px solid var(--line); }
.log li > * { overflow-wrap: anywhere; min-width: 0; }
.log .facts { flex-basis: 100%; color: var(--soft); font-size: .9rem; }
.book-head p { color: var(--soft); }
audio { width: 100%; margin-bottom: 1rem; }
article { max-width: 38rem; margin-inline: auto; }
.story { font: 1.2rem/1.75 Georgia, "Noto Serif", serif; }
.story p { margin-bottom: 1.2em; overflow-wrap: anywhere; }
.pages { display: flex; gap: 1rem; margin-top: 1.5rem; }
@media (max-width: 40rem) {
  h1 { font-size: 1.6rem; }
  .card { padding: 1.1rem; }
  main { padding-block: 1.5rem; }
  .account span { max-width: 8rem; overflow: hidden; text-overflow: ellipsis; }
}
`;

/** An open book. */
export const icon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="#8a3b12"/>
<path d="M16 10c-2.6-2-5.6-2.6-9-2.5V23c3.4-.1 6.4.5 9 2.5 2.6-2 5.6-2.6 9-2.5V7.500C21.600 7.400 18.600 8 16 10z" fill="#faf6ef"/>
<path d="M16 10v15.5" stroke="#8a3b12" stroke-width="1.5"/></svg>
`;
