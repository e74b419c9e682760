import { html, type Markup } from "../../shared/html.ts";
import type { Gap } from "../contents/course.ts";
import type { Locale } from "../locales/locale.ts";
import { gapItems } from "../pages/gap-list.ts";

/** What to type, by what a lesson waits for. Other states are those that a run goes on with. */
const commands: Readonly<Record<string, string>> = {
  uncertain: "coursebinder resolve <plan>",
  held: "coursebinder status <plan>",
  unapproved: "coursebinder review <plan>",
};

/** A line that says how many lessons are missing, which unfolds to name them and what to type; null if none is. */
export function missingLessons(gaps: readonly Gap[], strings: Locale): Markup | null {
  if (gaps.length === 0) return null;
  const say = strings.startHere;
  const toType = [...new Set(gaps.map(({ state }) => commands[state] ?? "coursebinder run <plan>"))];
  return html`<details class="missing"><summary>${say.missingLine(gaps.length)}</summary>
${gapItems(gaps, strings)}
<p class="hint">${say.missingDo} ${toType.map((command, index) => html`${index > 0 && ", "}<code>${command}</code>`)}</p>
</details>
`;
}
