import { html, type Markup } from "../../../shared/html.ts";
import type { Locale } from "../../locales/locale.ts";
import { icons } from "./icons.ts";

/** The buttons for text size and night mode. Shown by the script, since they do nothing without it. */
export function settings(say: Locale["web"]): Markup {
  return html`<div class="settings" role="group" aria-label="${say.display}" hidden>
<button type="button" data-do="smaller" aria-label="${say.smaller}"><span class="small-a" aria-hidden="true">A</span></button>
<button type="button" data-do="larger" aria-label="${say.larger}"><span class="large-a" aria-hidden="true">A</span></button>
<button type="button" data-do="night" aria-label="${say.night}" aria-pressed="false">${icons.moon}</button>
</div>
`;
}
