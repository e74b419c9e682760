import { html, type Markup } from "../../shared/html.ts";
import { languageOf } from "../../shared/languages/languages.ts";
import type { Gap } from "../contents/course.ts";
import type { Locale } from "../locales/locale.ts";
import { languageName } from "./language-names.ts";
import { ofUnknownLanguage } from "./page.ts";

/** The sections about what a partial package lacks, for a volume's contents: lessons, then recordings. Each is left out if it has none. */
export function gapList(gaps: readonly Gap[], strings: Locale): Markup {
  const { missing, missingIntro, silent, silentIntro } = strings.startHere;
  const lacking = (what: Gap["lacks"]) => gaps.filter(({ lacks }) => lacks === what);
  return html`${section(lacking("lesson"), { id: "missing", title: missing, intro: missingIntro }, strings)}${section(lacking("sound"), { id: "silent", title: silent, intro: silentIntro }, strings)}`;
}

function section(
  gaps: readonly Gap[],
  { id, title, intro }: { readonly id: string; readonly title: string; readonly intro: string },
  strings: Locale,
): Markup | null {
  if (gaps.length === 0) return null;
  return html`<section class="gaps" aria-labelledby="${id}">
<h2 id="${id}">${title}</h2>
<p>${intro}</p>
${gapItems(gaps, strings)}</section>
`;
}

/** The missing lessons, each with the reason. */
export function gapItems(gaps: readonly Gap[], strings: Locale): Markup {
  const say = strings.startHere;
  return html`<ul>${gaps.map((gap) => {
    const name = languageName(languageOf(gap.lang), strings);
    const dot = html` <span class="dot">·</span> `;
    const state = say.gapStates[gap.state] ?? gap.state;
    return html`<li>${ofUnknownLanguage(gap.topic)} <span class="facts"><span lang="${name.tag}">${name.text}</span>, ${strings.level(gap.difficulty)}${dot}${state}${gap.lacks === "sound" && html`${dot}${say.lacksSound}`}</span></li>`;
  })}</ul>
`;
}
