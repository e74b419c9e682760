import { html, type Markup } from "../../../../shared/html.ts";
import { cleanLine } from "../../../../shared/text.ts";
import type { LogLine } from "../../../accounts/audit-log.ts";
import { formatTime } from "../../views/format-time.ts";
import { accountPath } from "./desk-frame.ts";

/** Lines of the log, in the order given. `withAccount`: each names its account. */
export function logList(lines: readonly LogLine[], withAccount: boolean): Markup {
  if (lines.length === 0) return html`<p class="empty">Nothing has been logged.</p>`;
  return html`<ol class="card log">${lines.map(
    ({ at, actor, what, accountId, details }) => html`<li><strong>${what}</strong>
<span class="soft">by <bdi>${cleanLine(actor)}</bdi>, ${formatTime(at)}</span>
${withAccount && accountId !== null && html`<a href="${accountPath(accountId)}"><bdi>${cleanLine(accountId)}</bdi></a>`}
${facts(details)}</li>`,
  )}</ol>`;
}

function facts(details: LogLine["details"]): Markup {
  const entries = Object.entries(details);
  if (entries.length === 0) return html``;
  return html`<span class="facts">${entries.map(
    ([name, value], at) => html`${at > 0 && ", "}${name}: <bdi>${cleanLine(factOf(value))}</bdi>`,
  )}</span>`;
}

function factOf(value: unknown): string {
  if (value === null) return "none";
  return Array.isArray(value) ? value.join(" ") : String(value);
}
