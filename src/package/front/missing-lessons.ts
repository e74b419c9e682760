import { html, type Markup } from "../../shared/html.ts";
import type { Gap } from "../contents/course.ts";
import type { Locale } from "../locales/locale.ts";
import { gapItems } from "../pages/gap-list.ts";

const run = "coursebinder run <plan>";

/** What to type, by what a lesson waits for. Nothing for a failed one: it is made again only if somebody buys it again. */
const commands: Readonly<Record<string, string>> = {
  pending: run,
  active: run,
  uncertain: "coursebinder resolve <plan>",
  held: "coursebinder status <plan>",
  unapproved: "coursebinder review <plan>",
};

/** A line that says how many lessons and recordings are missing, which unfolds to name them and what to type; null if none is. */
export function missingLessons(gaps: readonly Gap[], strings: Locale): Markup | null {
  if (gaps.length === 0) return null;
  const say = strings.startHere;
  const silent = gaps.filter(({ lacks }) => lacks === "sound").length;
  const missing = gaps.length - silent;
  const lines = [
    ...(missing === 0 ? [] : [say.missingLine(missing)]),
    ...(silent === 0 ? [] : [say.silentLine(silent)]),
  ];
  return html`<details class="missing"><summary>${lines.join(" ")}</summary>
${gapItems(gaps, strings)}
${whatToType(gaps, strings)}</details>
`;
}

function whatToType(gaps: readonly Gap[], strings: Locale): Markup | null {
  const toType = new Set(
    gaps.flatMap((gap) => (gap.askedAgain === true ? run : (commands[gap.state] ?? []))),
  );
  if (toType.size === 0) return null;
  return html`<p class="hint">${strings.startHere.missingDo} ${[...toType].map((command, index) => html`${index > 0 && ", "}<code>${command}</code>`)}</p>
`;
}
