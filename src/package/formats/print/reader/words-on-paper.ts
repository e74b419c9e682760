import { html, type Markup } from "../../../../shared/html.ts";
import type { Book } from "../../../contents/book.ts";
import { isolateBidi } from "../../../pages/isolate-bidi.ts";
import { languageAttributes } from "../../web/language-attributes.ts";

/** The words of the volume by the lesson that first has them, in columns. Null: there are none. */
export function wordsOnPaper({ glossary, volume, say, contents }: Book): Markup | null {
  const groups = volume.lessons
    .map((lesson) => ({ lesson, entries: glossary.entries.filter(({ first }) => first === lesson) }))
    .filter(({ entries }) => entries.length > 0);
  if (groups.length === 0) return null;
  const { bcp47 } = contents.reader;
  return html`<section class="words" aria-labelledby="words">
<h2 id="words">${say.glossary}</h2>
<div class="lists">
${groups.map(
  ({
    lesson: { number, title, direction },
    entries,
  }) => html`<h3>${number}. <span ${languageAttributes(direction)}>${isolateBidi(title, direction)}</span></h3>
<dl dir="${direction.dir}">${entries.map(
    ({ word, glosses }) =>
      html`<div><dt ${languageAttributes(direction)}>${isolateBidi(word, direction)}</dt>${glosses.length === 0 ? html`<dd>–</dd>` : glosses.map((gloss) => html`<dd lang="${bcp47}" dir="auto">${gloss}</dd>`)}</div>\n`,
  )}</dl>
`,
)}</div>
</section>
`;
}
