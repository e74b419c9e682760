import { html, type Markup } from "../../../shared/html.ts";
import type { Locale } from "../../locales/locale.ts";

/** The words for a text that is played by sentence, or by paragraph. */
export type Listening = Locale["player"]["sentences"];

/** What the player does, and by which keys. The script shows it, and reads from it whether the keys are enabled. */
export function playerHelp(listening: Listening | null, { player: say, web }: Locale): Markup {
  const keys: readonly (readonly [key: string, does: string])[] = [
    [say.space, `${say.play} / ${say.pause}`],
    ["←", listening?.before ?? web.back],
    ["→", listening?.after ?? say.ahead],
    ...(listening === null ? [] : practiceKeys(listening)),
    ["−", say.slower],
    ["+", say.faster],
    ["?", say.help],
  ];
  const how = listening !== null && html`<p>${say.handle}</p>\n<p>${say.shadowing}</p>\n`;
  return html`<section class="help" id="help" aria-labelledby="help-name" hidden>
<h2 class="eyebrow" id="help-name">${say.help}</h2>
${how}<ul>
${keys.map(([key, does]) => html`<li><span><kbd>${key}</kbd></span> ${does}</li>\n`)}</ul>
<label><input type="checkbox" checked> ${say.useKeys}</label>
</section>
`;
}

function practiceKeys({ again, repeat, shadow }: Listening): [key: string, does: string][] {
  return [
    ["L", again],
    ["R", repeat],
    ["P", shadow],
  ];
}
