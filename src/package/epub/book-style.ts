import { scriptStyle } from "../pages/script-style.ts";

const serif = '"Iowan Old Style", Palatino, "Noto Serif", Georgia, serif';

/** A book's style. Without variables: converters and older readers drop a declaration that has one. It leaves size, colours, margins and justification to the reader's own settings wherever it can. */
export const bookStyle = `body { margin: 0 5%; line-height: 1.6; overflow-wrap: break-word; }
h1 { font-size: 1.5em; line-height: 1.3; margin: 0.4em 0 0.8em; font-weight: 600; text-align: start; }
h2 { font-size: 1.1em; margin: 1.6em 0 0.4em; font-weight: 600; }
.eyebrow { font-size: 0.85em; letter-spacing: 0.06em; margin: 1.5em 0 0; }
.topic, .note, .rehearsal { font-size: 0.85em; }
.topic { margin: 0 0 1em; font-style: italic; }
.rehearsal { border: 1px solid; padding: 0.3em 0.6em; }
.recording { margin: 0 0 1.5em; font-size: 0.85em; }
.recording audio { width: 100%; }
.recording code { overflow-wrap: anywhere; }
.story p { margin: 0 0 0.9em; }
a.word { color: inherit; text-decoration: underline; text-decoration-style: dotted; text-underline-offset: 0.2em; }
nav ol { padding-inline-start: 1.6em; }
nav li { margin: 0.4em 0; }
dt { margin: 0.9em 0 0; }
dfn { font-style: normal; font-weight: 600; }
dd { margin: 0; margin-inline-start: 1.2em; }
.cover { margin: 0; text-align: center; }
.cover img { max-width: 100%; max-height: 100vh; }
.titlepage { margin-top: 18%; text-align: center; }
.titlepage h1 { font-size: 1.9em; text-align: center; }
.titlepage .publisher { margin-top: 4em; }
${scriptStyle.replaceAll("var(--serif)", serif)}`;
