/** The fields of a note, in order. */
export const fieldNames = [
  "Word",
  "Meaning",
  "Sentence",
  "Recording",
  "Lesson",
  "Language",
  "Reader",
] as const;

/** The note type's name, the same in every language of Anki. */
const noteTypeName = "Coursebinder word";

/** The note type's id. Increase it when fields or templates change, so that existing cards stay as they are. */
export const noteTypeId = 1_420_070_400_001;

// The classes keep MathJax from rendering a story's backslashes and brackets as formulas.
const front = `<div class="front tex2jax_ignore mathjax_ignore" lang="{{Language}}" dir="auto"><p class="word">{{Word}}</p><p class="sentence">{{Sentence}}</p></div>`;
const back = `{{FrontSide}}<hr id="answer"><div class="back tex2jax_ignore mathjax_ignore"><p class="meaning" lang="{{Reader}}" dir="auto">{{Meaning}}</p><p class="lesson" lang="{{Language}}" dir="auto">{{Lesson}}</p><p class="recording" dir="ltr">{{Recording}}</p></div>`;
const css = `.card { font: 1.25em/1.6 Georgia, "Noto Serif", serif; text-align: center; padding: 1em; }
p { margin: 0 0 0.7em; }
.word { font-size: 1.6em; }
.sentence b { font-weight: 700; }
.meaning { font-size: 1.2em; }
.lesson, .recording { font-size: 0.75em; opacity: 0.75; overflow-wrap: anywhere; }
`;

/** The note type in the form of schema 11. */
export function noteType(deckId: number, modified: number): object {
  return {
    id: noteTypeId,
    name: noteTypeName,
    type: 0,
    mod: modified,
    usn: -1,
    sortf: 0,
    did: deckId,
    tmpls: [{ name: "Word", ord: 0, qfmt: front, afmt: back, bqfmt: "", bafmt: "", did: null }],
    flds: fieldNames.map((name, ord) => ({
      name,
      ord,
      sticky: false,
      rtl: false,
      font: "Arial",
      size: 20,
      media: [],
    })),
    css,
    latexPre: "\\documentclass{article}\\begin{document}",
    latexPost: "\\end{document}",
    latexsvg: false,
    tags: [],
    vers: [],
    req: [[0, "any", [0, 2]]],
  };
}
