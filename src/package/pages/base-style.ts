const night = `--paper: #191714;
    --leaf: #23201b;
    --ink: #e8e1d4;
    --soft: #a99f8f;
    --line: #3b362e;
    --accent: #e3a684;
    --glow: #47301f;
    --good: #8fc49a;
    --bad: #eb9a94;`;

/** Colours, type and the small parts that all of the package's own pages share. */
export const baseStyle = `:root {
  color-scheme: light dark;
  --paper: #fbf8f1;
  --leaf: #f3eee2;
  --ink: #26221c;
  --soft: #6a6154;
  --line: #ddd4c2;
  --accent: #8c3b21;
  --glow: #f4dfc9;
  --good: #2b6a3b;
  --bad: #a3282b;
  --serif: "Iowan Old Style", "Palatino Linotype", Palatino, "Source Serif 4", Charter, "Noto Serif", Cambria, Georgia, serif;
  --sans: Seravek, "Gill Sans Nova", Ubuntu, "Segoe UI", "Noto Sans", "Helvetica Neue", Arial, sans-serif;
}
@media screen and (prefers-color-scheme: dark) {
  :root:not([data-theme="day"]) {
    ${night}
  }
}
@media screen {
  :root[data-theme="day"] { color-scheme: light; }
  :root[data-theme="night"] {
    color-scheme: dark;
    ${night}
  }
}
*, ::before, ::after { box-sizing: border-box; }
html { font-size: clamp(100%, 0.82rem + 0.32vw, 150%); -webkit-text-size-adjust: 100%; text-size-adjust: 100%; }
body {
  margin: 0;
  background: var(--paper);
  color: var(--ink);
  font: 1rem/1.6 var(--sans);
  overflow-wrap: break-word;
  text-rendering: optimizeLegibility;
}
a { color: var(--accent); text-underline-offset: 0.2em; text-decoration-thickness: 1px; }
a:focus-visible, button:focus-visible, audio:focus-visible, select:focus-visible, input:focus-visible, summary:focus-visible { outline: 3px solid var(--accent); outline-offset: 3px; border-radius: 2px; }
[tabindex="-1"]:focus { outline: none; }
h1, h2, p, ol, ul, dl, dd { margin: 0; padding: 0; }
.eyebrow {
  color: var(--accent);
  font: 600 0.8125rem/1.5 var(--sans);
  letter-spacing: 0.08em;
  text-transform: uppercase;
}
.dot { color: var(--soft); margin: 0 0.15em; }
.skip { position: absolute; left: -999rem; }
.skip:focus { left: 1rem; top: 1rem; z-index: 1; padding: 0.5rem 1rem; background: var(--paper); }
.rehearsal {
  padding: 0.5rem 1.25rem;
  background: var(--glow);
  color: var(--ink);
  font-size: 0.8125rem;
  text-align: center;
}
@media print {
  :root { --paper: #fff; --leaf: #fff; --ink: #000; --soft: #444; --line: #bbb; --accent: #000; --glow: #fff; }
  html { font-size: 11pt; }
  .skip { display: none; }
  .rehearsal { padding: 0 0 6pt; text-align: start; font-style: italic; }
  a { color: inherit; text-decoration: none; }
}
@page { margin: 18mm 16mm 20mm; }
`;
