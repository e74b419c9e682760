import { html, type Markup } from "../../shared/html.ts";
import { languageOf } from "../../shared/languages/languages.ts";
import type { Gap } from "../contents/course.ts";
import type { Locale } from "../locales/locale.ts";
import { languageName } from "./language-names.ts";
import { ofUnknownLanguage } from "./page.ts";

/** The section about lessons missing from a partial package, for a volume's contents; null if none is missing. */
export function gapList(gaps: readonly Gap[], strings: Locale): Markup | null {
  if (gaps.length === 0) return null;
  const say = strings.startHere;
  return html`<section class="gaps" aria-labelledby="missing">
<h2 id="missing">${say.missing}</h2>
<p>${say.missingIntro}</p>
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
