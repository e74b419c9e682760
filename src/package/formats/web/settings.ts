import { html, type Markup, markup } from "../../../shared/html.ts";
import type { Locale } from "../../locales/locale.ts";

const moon = markup(
  `<svg viewBox="0 0 20 20" width="18" height="18" aria-hidden="true"><path d="M14.8 12.7A6.6 6.6 0 0 1 7.3 5.2a6.6 6.6 0 1 0 7.5 7.5z" fill="currentColor"/></svg>`,
);

/** The buttons for the size of the text and for night mode. The script shows them: without it they would do nothing. */
export function settings(say: Locale["web"]): Markup {
  return html`<div class="settings" role="group" aria-label="${say.display}" hidden>
<button type="button" data-do="smaller" aria-label="${say.smaller}"><span class="small-a" aria-hidden="true">A</span></button>
<button type="button" data-do="larger" aria-label="${say.larger}"><span class="large-a" aria-hidden="true">A</span></button>
<button type="button" data-do="night" aria-label="${say.night}" aria-pressed="false">${moon}</button>
</div>
`;
}
