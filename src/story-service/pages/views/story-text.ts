import { html, type Markup } from "../../../shared/html.ts";
import { languageOf } from "../../../shared/languages/languages.ts";

/** A story's text by paragraphs. */
export function storyText(lang: string, text: string): Markup {
  const all = text.split(/\n\s*\n/).filter((paragraph) => paragraph.trim() !== "");
  return html`<div class="story"${tongue(lang)}>${all.map((paragraph) => html`<p>${paragraph}</p>`)}</div>`;
}

/** Language and direction attributes for a text. */
export function tongue(lang: string): Markup {
  const { bcp47, dir, dirFollowsScript } = languageOf(lang);
  return html` lang="${bcp47}" dir="${dirFollowsScript ? "auto" : dir}"`;
}
